import type { App } from '@slack/bolt';
import type { Store } from '../../store/store.ts';
import { answerDrops } from '../features/upload/drops.ts';
import { ShareGathering } from '../features/upload/offer.ts';
import { FileSharedEvent, HomeOpenedEvent } from '../payloads/payloads.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';

/** `unknown` if the store is unavailable. */
export type Claim = 'first' | 'redelivered' | 'unknown';

/**
 * Claims a command, click or shortcut by its trigger ID. Slack may redeliver a payload, perhaps to another process.
 */
export const claimTrigger = (triggerId: string, workspace: Pick<Workspace, 'log' | 'seen'>): Promise<Claim> =>
  claim(`trigger:${triggerId}`, workspace);

export const claimEvent = (eventId: string, workspace: Pick<Workspace, 'log' | 'seen'>): Promise<Claim> =>
  claim(`event:${eventId}`, workspace);

async function claim(key: string, { log, seen }: Pick<Workspace, 'log' | 'seen'>): Promise<Claim> {
  try {
    return (await seen.claim(key)) ? 'first' : 'redelivered';
  } catch (error) {
    log.error({ err: error }, 'store unavailable, redeliveries not detected');
    return 'unknown';
  }
}

/**
 * Handles files shared in a conversation with the bot. `file_shared` needs only the scope files:read. Each was stored
 * before its ack (see below).
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
    // Gathered before any other await, so the files of one share arrive directly after each other.
    await gathering.add({ channelId, eventId, fileId, userId });
  });
}

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

/** The Home tab is redrawn each time it is opened. */
export function listenForHome(app: App, findWorkspace: FindWorkspace): void {
  app.event('app_home_opened', async ({ body, context }) => {
    const { event, is_ext_shared_channel: isFromShared } = HomeOpenedEvent.parse(body);
    // A person from another workspace has no Home tab of this app; drawing one would reveal the account.
    if (event.tab !== 'home' || isFromShared === true) return;
    await (await findWorkspace(context)).homes.opened(event.user);
  });
}

/** The workspace of a payload. */
export interface Recipient {
  tenantId: string;
  /** Null if Slack does not say. */
  botUserId: string | null;
}

/**
 * Stores a shared file before the ack: Slack does not redeliver acked events, so a crash would lose the file. Ignores
 * other events.
 * @throws store errors: without an ack, Slack redelivers the event.
 */
export async function writeDownDrop(
  body: unknown,
  { botUserId, tenantId }: Recipient,
  { dueMs, store }: { dueMs: number; store: Pick<Store, 'drops'> },
): Promise<void> {
  const read = FileSharedEvent.safeParse(body);
  if (!read.success || read.data.event.user_id === botUserId) return;
  const { event, event_id: eventId } = read.data;
  const { channel_id: channelId, file_id: fileId, user_id: userId } = event;
  await store.drops.of(tenantId).add({ eventId, channelId, fileId, userId }, dueMs);
}
