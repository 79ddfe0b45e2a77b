import type { App } from '@slack/bolt';
import { sentTwiceModal } from '../blocks/modal-frame.ts';
import { stampView } from '../outbound/stamp.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';
import type { FormReply } from './form-reply.ts';
import { isBegunHere, rememberAck, wasAcked } from './known-forms.ts';
import { SubmissionPayload } from './payloads.ts';
import { readSubmission } from './read-submission.ts';

/** Submitted: every form. It is checked here, on the spot; the service is asked after the ack. */
export function listenForSubmissions(app: App, findWorkspace: FindWorkspace): void {
  app.view(/.*/, async ({ ack, body, context }) => {
    const workspace = await findWorkspace(context);
    const payload = SubmissionPayload.parse(body);
    const key = `${payload.view.id}:${payload.view.hash}`;
    if (await wasAcked(key, workspace)) return ack();
    const { reply: drawn, work } = await readSubmission(payload, workspace);
    const reply = drawn && stamped(drawn, workspace);
    if (work) return ackOnce(key, { ack: () => ack(reply), again: (other) => ack(other), work }, workspace);
    await ack(reply);
    // A form with an error stays open, and is sent again as the same view.
    if (!reply) await rememberAck(key, workspace);
  });
}

/** What is shown in place of a form leaves with the ack, past the one door. */
const stamped = (reply: FormReply, { tenantId }: Workspace): FormReply =>
  reply.response_action === 'update' ? { ...reply, view: stampView(reply.view, tenantId) } : reply;

interface Once {
  ack: () => Promise<void>;
  /** Answers a form that was sent before. */
  again: (reply: FormReply) => Promise<void>;
  work: () => Promise<void>;
}

/**
 * Slack sends a submission again when it got no ack; the work is done once. A process that is killed between the two
 * leaves its claim for a short while: nobody knows then what was done, and that is said.
 */
async function ackOnce(key: string, { ack, again, work }: Once, workspace: Workspace): Promise<void> {
  if (!(await isBegunHere(key, workspace))) return again({ response_action: 'update', view: sentTwiceModal() });
  try {
    await ack();
  } catch (error) {
    // Without an ack Slack sends the form again, and that one has to find everything as it was.
    await workspace.seen.release(`begun:${key}`);
    throw error;
  }
  await rememberAck(key, workspace);
  await work();
}
