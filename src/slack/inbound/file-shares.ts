import type { App } from '@slack/bolt';
import type { FindParts, Parts } from '../parts.ts';
import { answerShare } from '../upload/answer-share.ts';
import { ShareGathering } from '../upload/share-gathering.ts';
import { claimEvent } from './claim-delivery.ts';
import { FileSharedEvent } from './payloads.ts';

/** Dropped: files were shared in a conversation that the bot is in. Slack's `file_shared` needs no scope but files:read. */
export function listenForFileShares(app: App, findParts: FindParts): void {
  const gatherings = new WeakMap<Parts, ShareGathering>();
  app.event('file_shared', async ({ body, context }) => {
    const { event, event_id: eventId } = FileSharedEvent.parse(body);
    const { channel_id: channelId, file_id: fileId, user_id: userId } = event;
    if (userId === context.botUserId) return;
    const parts = await findParts(context);
    const gathering = gatherings.get(parts) ?? gather(parts);
    gatherings.set(parts, gathering);
    // Gathered before anything else is waited for, so that the files of one share come right behind each other.
    await gathering.add({ channelId, eventId, fileId, userId });
  });
}

/** One a workspace. */
function gather(parts: Parts): ShareGathering {
  return new ShareGathering(parts.uploadTools.settings.gatherMs, async ({ channelId, events, userId }) => {
    const claims = await Promise.all(events.map(({ eventId }) => claimEvent(eventId, parts)));
    // While the store does not answer, a second offer does no harm, and none would.
    const fileIds = events.filter((_event, index) => claims[index] !== 'redelivered').map(({ fileId }) => fileId);
    await answerShare({ channelId, fileIds, userId }, parts);
  });
}
