import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Channel } from '../state/conversations.ts';
import type { Workspace } from '../state/workspace.ts';

/**
 * Makes sure that a person can reply to the message `threadTs` of a channel; null is no thread.
 * @throws ClientRefusalError if it does not exist, or is ephemeral.
 */
export function enterThread({ transcript }: Workspace, { id }: Channel, threadTs: string | null): void {
  if (threadTs === null) return;
  const parent = transcript.findMessage({ channelId: id, ts: threadTs });
  if (!parent || parent.deleted || parent.ephemeralFor) {
    throw new ClientRefusalError('The parent message of this thread was not found, so nothing was sent.');
  }
}
