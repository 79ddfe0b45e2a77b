import { Rounds } from '../../../base/rounds.ts';
import { person } from '../../blocks/mentions.ts';
import { sentenceMessage } from '../../blocks/sentences.ts';
import type { PollingJob } from '../../jobs.ts';
import type { Workspace } from '../../workspace.ts';
import { anyOf, readApprovers } from './approvers.ts';
import { subjectHead, untilOf } from './subject.ts';

/**
 * Reminds the approvers of each request once before it expires, in the thread of its message.
 * @returns a function that stops the reminders.
 */
export function startRemindingApprovers(job: PollingJob<'approvals'>): () => void {
  const { clock, log, onlyTenantId, pollMs, run, store, workspaceOf } = job;
  const round = async (): Promise<number> => {
    for (const { id, tenantId } of await store.approvals.takeReminders(onlyTenantId)) {
      try {
        const workspace = await workspaceOf(tenantId);
        if (workspace) await remind(id, workspace);
      } catch (error) {
        log.warn({ err: error, tenant: tenantId, approval: id }, 'approvers not reminded');
      }
    }
    return pollMs;
  };
  const failed = (error: unknown) => log.warn({ err: error }, 'could not query approvals that expire soon');
  const rounds = new Rounds({ clock, round, run, failed, againMs: pollMs });
  return rounds.start();
}

async function remind(id: string, workspace: Workspace): Promise<void> {
  const { store } = workspace.context.approvals;
  const approval = await store.find(id);
  if (approval?.state !== 'waiting') return;
  const { askedBy, what } = approval;
  const whom = anyOf((await readApprovers(askedBy, workspace)).asked);
  const request = `${person(askedBy)}'s request to ${subjectHead(what)}. Expires ${untilOf(approval)}.`;
  const words = whom === '' ? `Still pending: ${request}` : `Still waiting for ${whom}: ${request}`;
  for (const { channel, threadTs, ts } of await store.places(id)) {
    await workspace.outbound.post(channel, threadTs ?? ts, sentenceMessage(words), 'announcement');
  }
}
