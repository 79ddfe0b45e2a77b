import type { App } from '@slack/bolt';
import { answerDrops } from '../upload/answer-drops.ts';
import { ShareGathering } from '../upload/share-gathering.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';
import { FileSharedEvent } from './payloads.ts';

/**
 * Handles files shared in a conversation with the bot. `file_shared` needs only the scope files:read. Each was stored
 * before its ack (`write-down-drop.ts`).
 */
export function listenForFileShares(app: App, findWorkspace: FindWorkspace, leaseMs: number): void {
  const gatherings = new WeakMap<Workspace, ShareGathering>();
  app.event('file_shared', async ({ body, context }) => {
    const { event, event_id: eventId } = FileSharedEvent.parse(body);
    const { channel_id: channelId, file_id: fileId, user_id: userId } = event;
    if (userId === context.botUserId) return;
    const workspace = await findWorkspace(context);
    const gathering = gatherings.get(workspace) ?? gather(workspace, leaseMs);
    gatherings.set(workspace, gathering);
    // Gathered before anything else is waited for, so that the files of one share come right behind each other.
    await gathering.add({ channelId, eventId, fileId, userId });
  });
}

/** One a workspace. */
function gather(workspace: Workspace, leaseMs: number): ShareGathering {
  return new ShareGathering(workspace.uploadTools.settings.gatherMs, async ({ channelId, events, userId }) => {
    try {
      const eventIds = events.map(({ eventId }) => eventId);
      const taken = new Set(await workspace.store.drops.of(workspace.tenantId).take(eventIds, leaseMs));
      const fresh = events.filter(({ eventId }) => taken.has(eventId));
      const [first, ...rest] = fresh.map(({ eventId, fileId }) => ({ channelId, eventId, fileId, userId }));
      if (first) await answerDrops({ drops: [first, ...rest], leaseMs }, workspace);
    } catch (error) {
      workspace.log.error({ err: error }, 'a dropped file was not answered, will retry');
    }
  });
}
