import type { InstalledAbility } from '@abilities-bot/service-api';
import { type AnyServiceError, isServiceError, NotFoundError } from '../../service-client/errors/index.ts';
import { leavesOutcomeOpen } from '../../service-client/leaves-outcome-open.ts';
import type { Outcome } from '../outcome.ts';
import type { AbilityRef } from '../ref.ts';
import type { OperationContext } from './context.ts';
import { explainGone, findInstalled, readInstalledRow } from './find-installed.ts';

export interface Toggle {
  verb: 'enable' | 'disable';
  target: AbilityRef;
  /** Given when the Ability had none and a person was asked for them. */
  triggerWords?: string[];
}

/** What can become of one Ability that is to be switched. */
export type ToggleOutcome = Extract<
  Outcome,
  { kind: 'toggled' | 'unchanged' | 'needs-trigger-words' | 'refused' | 'trouble' }
>;

/**
 * Endpoint 7. The service takes the whole record, so the row is read right before and its trigger words are sent
 * back. The wanted state is absolute: the second of two equal clicks finds nothing to do.
 */
export async function toggleAbility(toggle: Toggle, context: OperationContext): Promise<ToggleOutcome> {
  const { target } = toggle;
  if (target.by !== 'installed') {
    const found = await findInstalled(target, context);
    if (!found.ok) return { kind: 'refused', refusal: found.refusal };
    return toggleAbility({ ...toggle, target: { by: 'installed', id: found.row.id } }, context);
  }
  return context.locks.run(`installed:${target.id}`, async () => {
    const row = await readInstalledRow(target.id, context);
    return row ? change(row, toggle, context) : explainGone(target.id, context);
  });
}

async function change(row: InstalledAbility, toggle: Toggle, context: OperationContext): Promise<ToggleOutcome> {
  const enabled = toggle.verb === 'enable';
  const { id, name } = row;
  if (row.enabled === enabled) return { kind: 'unchanged', id, name, enabled };
  const triggerWords = row.triggerWords.length > 0 ? row.triggerWords : (toggle.triggerWords ?? []);
  if (triggerWords.length === 0) return { kind: 'needs-trigger-words', row, wanted: toggle.verb };
  const fate = row.triggerWords.length > 0 ? 'kept' : 'set';
  const toggled = { kind: 'toggled', id, name, enabled, triggerWords: fate } as const;
  try {
    const doubt = await context.service.setInstalledAbility(row, { enabled, triggerWords });
    return doubt ? learnWhatHappened(toggled, doubt, context) : toggled;
  } catch (error) {
    if (error instanceof NotFoundError) return explainGone(id, context);
    if (!leavesOutcomeOpen(error)) throw error;
    return learnWhatHappened(toggled, error, context);
  }
}

/**
 * A lost answer says nothing about the change. The list says it when it shows the wanted state; when it shows the old
 * one, the service may still be at work.
 */
async function learnWhatHappened(
  toggled: Extract<Outcome, { kind: 'toggled' }>,
  error: AnyServiceError,
  context: OperationContext,
): Promise<ToggleOutcome> {
  try {
    const now = await readInstalledRow(toggled.id, context);
    if (now?.enabled === toggled.enabled) return toggled;
  } catch (readError) {
    if (!isServiceError(readError)) throw readError;
  }
  return { kind: 'trouble', error, effect: 'unknown' };
}
