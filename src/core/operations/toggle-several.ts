import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { type AnyServiceError, isServiceError } from '../../service-client/errors/index.ts';
import { createFinder } from '../find-ability.ts';
import type { Outcome, ToggleResult } from '../outcome.ts';
import { formatAbilityRef } from '../parse-ref.ts';
import type { AbilityRef } from '../ref.ts';
import type { OperationContext } from './context.ts';
import { requireInstalled } from './find-installed.ts';
import { FINDING } from './looking.ts';
import { readCatalog } from './read-catalog.ts';
import { type Toggle, type ToggleOutcome, toggleAbility } from './toggle-ability.ts';

type SeveralToggled = Extract<Outcome, { kind: 'toggled-several' }>;

/** One of several to switch; `name` is what it is called when the service makes trouble. */
export interface PlannedToggle {
  verb: Toggle['verb'];
  id: InstalledAbilityId;
  name: string;
}

/**
 * Switches several Abilities: both lists are read once to find them, then one after another is switched as one alone
 * would be. Each has its own result; one that fails does not hold up the others.
 */
export async function toggleSeveral(
  verb: Toggle['verb'],
  targets: readonly AbilityRef[],
  context: OperationContext,
): Promise<SeveralToggled> {
  const find = createFinder(await readCatalog(context, FINDING));
  const refused: ToggleResult[] = [];
  const planned = new Map<InstalledAbilityId, PlannedToggle>();
  for (const target of targets) {
    const found = requireInstalled(find(target));
    if (found.ok) planned.set(found.row.id, { verb, id: found.row.id, name: found.row.name });
    else refused.push({ kind: 'refused', asked: nameOf(target), refusal: found.refusal });
  }
  const results = await toggleEach([...planned.values()], context);
  return { kind: 'toggled-several', enabled: verb === 'enable', results: [...results, ...refused] };
}

/** In the order given, one after another. Trouble that every further call would meet too ends it for all. */
export async function toggleEach(
  planned: readonly PlannedToggle[],
  context: OperationContext,
): Promise<ToggleResult[]> {
  const results: ToggleResult[] = [];
  let ended: AnyServiceError | null = null;
  for (const { id, name, verb } of planned) {
    if (ended) {
      results.push({ kind: 'trouble', name, error: ended, effect: 'none' });
      continue;
    }
    const outcome = await toggleOne({ verb, target: { by: 'installed', id } }, context);
    if (outcome.kind === 'trouble' && endsItForAll(outcome.error)) ended = outcome.error;
    results.push(toResult(outcome, name));
  }
  return results;
}

async function toggleOne(toggle: Toggle, context: OperationContext): Promise<ToggleOutcome> {
  try {
    return await toggleAbility(toggle, context);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { kind: 'trouble', error, effect: 'none' };
  }
}

function toResult(outcome: ToggleOutcome, name: string): ToggleResult {
  switch (outcome.kind) {
    case 'toggled':
    case 'unchanged':
      return { kind: outcome.kind, id: outcome.id, name: outcome.name };
    case 'needs-trigger-words':
      return { kind: 'needs-trigger-words', id: outcome.row.id, name: outcome.row.name };
    case 'refused':
      return { kind: 'refused', asked: name, refusal: outcome.refusal };
    case 'trouble':
      return { kind: 'trouble', name, error: outcome.error, effect: outcome.effect };
  }
}

/**
 * A key that is not accepted, an address that is not the service, a service that asks to slow down or cannot be reached:
 * the next call would meet the same. What it fails at or forbids (403) may be about the one Ability.
 */
function endsItForAll(error: AnyServiceError): boolean {
  switch (error.kind) {
    case 'unauthorized':
      return error.status !== 403;
    case 'misconfigured-base-url':
    case 'rate-limited':
      return true;
    case 'unavailable':
      return error.reason !== 'server-error';
    default:
      return false;
  }
}

const nameOf = (ref: AbilityRef) => (ref.by === 'name' ? ref.name : formatAbilityRef(ref));
