import type { AuditRecord } from '../../../store/audit-record.ts';
import { NOWHERE } from '../../modal-metadata.ts';
import { identify } from '../../payloads/payloads.ts';
import { PLAIN_REQUEST, type SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';

/**
 * Carries out an approved request whose process was killed, and answers the approver. The result is saved in the audit
 * entry of the killed process.
 * @param answer handles a request.
 * @returns `later` if the approver's role can't be read now; `no` if there is nothing to carry out.
 */
export async function finishApproved(
  attempt: AuditRecord,
  workspace: Workspace,
  answer: (request: SlackRequest, workspace: Workspace) => Promise<void>,
): Promise<'done' | 'later' | 'no'> {
  const { at, channelId, ended, id: attemptId, line, ref, targets, userId, verb } = attempt;
  const id = targets.find(({ kind }) => kind === 'approval')?.id ?? null;
  if (ended || verb !== 'approve' || id === null) return 'no';
  const { auditLog, context } = workspace;
  // The request wasn't approved before the kill, or another attempt has carried it out.
  if ((await context.approvals.store.find(id))?.carriedIn !== attemptId) return 'no';
  const requester = { ...(await identify({ userId, isStranger: false, channelId }, workspace)), ref };
  if (!requester.access.known) return 'later';
  await answer(
    {
      ...PLAIN_REQUEST,
      requester,
      origin: { ...NOWHERE, channelId },
      line,
      asked: { ok: true, command: { verb: 'approve', id } },
      resumes: { id: attemptId, startedAt: at.getTime() },
    },
    workspace,
  );
  // The entry is still open if the approver has lost the role. Another admin must then approve the request again.
  return (await auditLog.read(attemptId))?.ended ? 'done' : 'no';
}
