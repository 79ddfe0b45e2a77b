import type { App } from '@slack/bolt';
import type { FindParts, Parts } from '../parts.ts';
import { answerDrops } from '../upload/answer-drops.ts';
import { ShareGathering } from '../upload/share-gathering.ts';
import { FileSharedEvent } from './payloads.ts';

/**
 * Handles files shared in a conversation with the bot. `file_shared` needs only the scope files:read. Each was stored
 * before its ack (`write-down-drop.ts`).
 */
export function listenForFileShares(app: App, findParts: FindParts, leaseMs: number): void {
  const gatherings = new WeakMap<Parts, ShareGathering>();
  app.event('file_shared', async ({ body, context }) => {
    const { event, event_id: eventId } = FileSharedEvent.parse(body);
    const { channel_id: channelId, file_id: fileId, user_id: userId } = event;
    if (userId === context.botUserId) return;
    const parts = await findParts(context);
    const gathering = gatherings.get(parts) ?? gather(parts, leaseMs);
    gatherings.set(parts, gathering);
    // Gathered before anything else is waited for, so that the files of one share come right behind each other.
    await gathering.add({ channelId, eventId, fileId, userId });
  });
}

/** One a workspace. */
function gather(parts: Parts, leaseMs: number): ShareGathering {
  return new ShareGathering(parts.uploadTools.settings.gatherMs, async ({ channelId, events, userId }) => {
    try {
      const eventIds = events.map(({ eventId }) => eventId);
      const taken = new Set(await parts.store.drops.of(parts.teamId).take(eventIds, leaseMs));
      const fresh = events.filter(({ eventId }) => taken.has(eventId));
      const [first, ...rest] = fresh.map(({ eventId, fileId }) => ({ channelId, eventId, fileId, userId }));
      if (first) await answerDrops({ drops: [first, ...rest], leaseMs }, parts);
    } catch (error) {
      parts.log.error({ err: error }, 'a dropped file was not answered, will retry');
    }
  });
}
