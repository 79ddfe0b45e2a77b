import type { InstalledAbility } from '../../contract/index.ts';
import { type AnyServiceError, isServiceError, NotFoundError } from '../../service-client/errors/index.ts';
import { leavesOutcomeOpen } from '../../service-client/leaves-outcome-open.ts';
import type { AbilityRef } from '../command.ts';
import { findAbility } from '../find-ability.ts';
import type { Outcome } from '../outcome.ts';
import { formatAbilityRef } from '../parse-ref.ts';
import type { OperationContext } from './context.ts';
import { readCatalog } from './read-catalog.ts';

export interface Toggle {
  verb: 'enable' | 'disable';
  target: AbilityRef;
  /** Given when the Ability had none and a person was asked for them. */
  triggerWords?: string[];
}

/**
 * Endpoint 7. The service takes the whole record, so the row is read right before and its trigger words are sent
 * back. The wanted state is absolute: the second of two equal clicks finds nothing to do.
 */
export async function toggleAbility(toggle: Toggle, context: OperationContext): Promise<Outcome> {
  const { target } = toggle;
  if (target.by !== 'installed') {
    const found = await findInstalled(target, context);
    return 'kind' in found ? found : toggleAbility({ ...toggle, target: { by: 'installed', id: found.id } }, context);
  }
  return context.changes.run(`installed:${target.id}`, async () => {
    const row = (await context.service.listInstalledAbilities()).find(({ id }) => id === target.id);
    return row ? change(row, toggle, context) : explainGone(target, context);
  });
}

async function change(row: InstalledAbility, toggle: Toggle, context: OperationContext): Promise<Outcome> {
  const enabled = toggle.verb === 'enable';
  const { id, name } = row;
  if (row.enabled === enabled) return { kind: 'unchanged', id, name, enabled };
  const triggerWords = row.triggerWords.length > 0 ? row.triggerWords : (toggle.triggerWords ?? []);
  if (triggerWords.length === 0) return { kind: 'needs-trigger-words', row, wanted: toggle.verb };
  const fate = row.triggerWords.length > 0 ? 'kept' : 'set';
  const toggled: Outcome = { kind: 'toggled', id, name, enabled, triggerWords: fate };
  try {
    await context.service.setInstalledAbility(row, { enabled, triggerWords });
    return toggled;
  } catch (error) {
    if (error instanceof NotFoundError) return explainGone({ by: 'installed', id }, context);
    if (!leavesOutcomeOpen(error)) throw error;
    return learnWhatHappened(row, toggled, error, context);
  }
}

/**
 * A lost answer says nothing about the change. The list says it when it shows the wanted state; when it shows the old
 * one, the service may still be at work.
 */
async function learnWhatHappened(
  row: InstalledAbility,
  toggled: Extract<Outcome, { kind: 'toggled' }>,
  error: AnyServiceError,
  { service }: OperationContext,
): Promise<Outcome> {
  try {
    const now = (await service.listInstalledAbilities()).find(({ id }) => id === row.id);
    if (now?.enabled === toggled.enabled) return toggled;
  } catch (readError) {
    if (!isServiceError(readError)) throw readError;
  }
  return { kind: 'trouble', error, effect: 'unknown' };
}

type Refused = Extract<Outcome, { kind: 'refused' }>;

/** Tells apart: no such Ability, one that is not installed, and an installed record without its Ability. */
async function findInstalled(target: AbilityRef, context: OperationContext): Promise<InstalledAbility | Refused> {
  const found = findAbility(await readCatalog(context), target);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const { entry } = found;
  if (!entry.installed) return { kind: 'refused', refusal: { why: 'not-installed', entry } };
  if (entry.state === 'orphan') return { kind: 'refused', refusal: { why: 'orphan', entry } };
  return entry.installed;
}

/** The record went between the click and now, or the service does not switch it. */
async function explainGone(target: AbilityRef, context: OperationContext): Promise<Refused> {
  const found = await findInstalled(target, context);
  if ('kind' in found) return found;
  return { kind: 'refused', refusal: { why: 'no-such-ability', asked: formatAbilityRef(target), suggestions: [] } };
}
