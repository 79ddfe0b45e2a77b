import type { Outcome } from '../../core/outcome.ts';
import type { ApprovalRecord } from '../../store/approval-record.ts';
import { sentenceMessage } from '../blocks/sentence-message.ts';
import type { Workspace } from '../workspace.ts';

/**
 * When something waits no longer: its message says what came of it instead of asking, and the one who had asked for it is
 * told. Never throws: it is decided either way.
 * @param notice mrkdwn.
 * @param by who pressed.
 * @returns what waits no longer; null when that is nothing.
 */
export async function closeApproval(
  outcome: Outcome,
  notice: string,
  by: string,
  workspace: Pick<Workspace, 'log' | 'outbound'>,
): Promise<ApprovalRecord | null> {
  const approval = closedIn(outcome);
  if (!approval) return null;
  const { log, outbound } = workspace;
  const { askedBy, id, place } = approval;
  const told = sentenceMessage(notice);
  try {
    if (place) await outbound.edit(place, told, 'announcement');
  } catch (error) {
    log.warn({ err: error, approval: id }, 'the question for an approval could not be changed');
  }
  // Of the time that is over, nobody has to be told before they look.
  if (outcome.kind === 'approval-over' || askedBy === by) return approval;
  try {
    await outbound.post(askedBy, null, told, 'announcement');
  } catch (error) {
    log.warn({ err: error, approval: id }, 'what came of an approval could not be told to the one who asked');
  }
  return approval;
}

function closedIn(outcome: Outcome): ApprovalRecord | null {
  switch (outcome.kind) {
    case 'approved':
      return outcome.waitsAgain ? null : outcome.approval;
    case 'declined':
      return outcome.approval;
    case 'approval-over':
      // Decided: whoever did that has said what came of it.
      return outcome.approval.state === 'waiting' ? outcome.approval : null;
    default:
      return null;
  }
}
