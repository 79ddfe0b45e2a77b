import type { ApprovalSubject } from '../../../store/approval-record.ts';
import type { Run } from '../../feature.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { askOnce } from '../approvals/ask-once.ts';
import { includesDisabling } from '../approvals/needed.ts';
import { type NeedsApproval, type OneToggleOutcome, toggleAbility, toggleEach } from './switch.ts';
import type { ToggleResult } from './toggle.ts';

/**
 * Requests one approval for all of these.
 * @param results results of the other Abilities that were to be disabled at the same time.
 */
export async function askToDisable(
  waiting: readonly NeedsApproval[],
  results: ToggleResult[],
  run: Pick<Run, 'attemptId' | 'context' | 'requester'>,
): Promise<Outcome> {
  const rows = waiting.map(({ id, name, words }) => ({ id, name, words }));
  const ids = rows.map(({ id }) => id);
  const asked = await askOnce({ kind: 'disable', rows }, (earlier) => includesDisabling(earlier, ids), run);
  if (asked.kind === 'refused') return asked;
  return results.length > 0 ? { ...asked, others: { kind: 'toggled-several', enabled: false, results } } : asked;
}

type Row = Extract<ApprovalSubject, { kind: 'disable' }>['rows'][number];

export type DisablingOutcome = OneToggleOutcome | Extract<Outcome, { kind: 'toggled-several' }>;

/** @param how `isResumed`: a process that was killed may have disabled them already. */
export async function disableApproved(
  rows: readonly Row[],
  { isResumed }: { isResumed: boolean },
  context: OperationContext,
): Promise<DisablingOutcome> {
  const planned = rows.map(({ id, name, words }) => ({
    ...({ verb: 'disable', isApproved: true } as const),
    id,
    name,
    triggerWords: words,
  }));
  const [only] = planned;
  if (only && planned.length === 1) {
    const outcome = await toggleAbility({ ...only, target: { by: 'installed', id: only.id } }, context);
    if (outcome.kind === 'needs-approval') throw new Error('an approved change asked for an approval');
    if (outcome.kind !== 'unchanged' || !isResumed) return outcome;
    return { ...outcome, kind: 'toggled', triggerWords: 'kept', words: only.triggerWords };
  }
  const { results } = await toggleEach(planned, context);
  return { kind: 'toggled-several', enabled: false, results: isResumed ? results.map(withEarlier) : results };
}

const withEarlier = (result: ToggleResult): ToggleResult =>
  result.kind === 'unchanged' ? { ...result, kind: 'toggled' } : result;

/** True if it is known that no Ability was changed. */
export const disabledNothing = (outcome: DisablingOutcome): boolean =>
  outcome.kind === 'toggled-several'
    ? outcome.results.every((result) => result.kind === 'trouble' && result.effect === 'none')
    : outcome.kind === 'trouble' && outcome.effect === 'none';
