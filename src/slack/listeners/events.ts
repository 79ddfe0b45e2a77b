import { isRead } from '../../core/registry.ts';
import type { Parsed } from '../../core/verbs.ts';
import type { Store } from '../../store/store.ts';
import { gatherDrops } from '../features/upload/drops.ts';
import { FileSharedEvent, HomeOpenedEvent } from '../payloads/payloads.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';
import type { EventListener } from './listen.ts';

/** `unknown`: the store is unavailable. */
export type Claim = 'first' | 'redelivered' | 'unknown';

type Memory = Pick<Workspace, 'log' | 'seen'>;

/**
 * Claims a command, click or shortcut by its trigger ID, because Slack may deliver a payload twice, even to different
 * processes.
 * @param asked null if the request isn't only a command.
 */
export const claimTrigger = (triggerId: string, asked: Parsed | null, memory: Memory): Promise<Claim> =>
  claim(`trigger:${triggerId}`, asked, memory);

/** For this long, editing an answered message doesn't run it again. */
const SAID_KEEP_MS = 7 * 24 * 60 * 60_000;

/**
 * Claims a message by its location instead of its event, because Slack sends a new event whenever a message with a
 * mention is edited. An edit may add the first mention, so it is claimed like a new message, unless it is so old that
 * an earlier claim would have expired.
 */
export async function claimMessage(
  { channel, edited, eventId, ts }: { channel: string; edited: boolean; eventId: string; ts: string | undefined },
  { context, log, seen }: Memory & Pick<Workspace, 'context'>,
): Promise<Claim> {
  const age = ts === undefined ? 0 : context.now().getTime() - Number(ts) * 1000;
  if (edited && age >= SAID_KEEP_MS) return 'redelivered';
  const key = ts === undefined ? `event:${eventId}` : `said:${channel}:${ts}`;
  const claimed = await toClaim(() => seen.claim(key, SAID_KEEP_MS), log);
  // The message may have been answered before it was edited.
  return edited && claimed === 'unknown' ? 'redelivered' : claimed;
}

/** True if answering again after a restart would do no harm. */
const isHarmless = (asked: Parsed | null): boolean => asked !== null && (!asked.ok || isRead(asked.command));

const claim = (key: string, asked: Parsed | null, { log, seen }: Memory): Promise<Claim> =>
  toClaim(() => (isHarmless(asked) ? seen.claimRead(key) : seen.claim(key)), log);

async function toClaim(isFirst: () => Promise<boolean>, log: Workspace['log']): Promise<Claim> {
  try {
    return (await isFirst()) ? 'first' : 'redelivered';
  } catch (error) {
    log.error({ err: error }, 'store unavailable, redeliveries not detected');
    return 'unknown';
  }
}

/** Handles files shared in a conversation with the bot. {@link saveDrop} has stored each of them before its ack. */
export function fileShareListener(
  findWorkspace: FindWorkspace,
  times: Parameters<typeof gatherDrops>[1],
): EventListener {
  return async ({ body, context }) => {
    const { event, event_id: eventId } = FileSharedEvent.parse(body);
    const { channel_id: channelId, user_id: userId } = event;
    if (userId === context.botUserId) return;
    await gatherDrops({ channelId, eventId, userId }, times, await findWorkspace(context));
  };
}

/** Redraws the Home tab each time it is opened. */
export const homeListener =
  (findWorkspace: FindWorkspace): EventListener =>
  async ({ body, context }) => {
    const { event, is_ext_shared_channel: isFromShared } = HomeOpenedEvent.parse(body);
    // A person from another workspace must not see the Home tab, which would reveal the account.
    if (event.tab !== 'home' || isFromShared === true) return;
    await (await findWorkspace(context)).homes.opened(event.user);
  };

/** The workspace of a payload. */
export interface Recipient {
  tenantId: string;
  /** Null if Slack doesn't send it. */
  botUserId: string | null;
}

/**
 * Stores a shared file before the ack, because Slack doesn't redeliver acked events, and a crash would lose the file.
 * Ignores other events.
 * @throws store errors; the caller then doesn't ack, so that Slack redelivers the event.
 */
export async function saveDrop(
  body: unknown,
  { botUserId, tenantId }: Recipient,
  { dueMs, store }: { dueMs: number; store: Pick<Store, 'of'> },
): Promise<void> {
  const read = FileSharedEvent.safeParse(body);
  if (!read.success || read.data.event.user_id === botUserId) return;
  const { event, event_id: eventId } = read.data;
  const { channel_id: channelId, file_id: fileId, user_id: userId } = event;
  await store.of(tenantId).drops.add({ eventId, channelId, fileId, userId }, dueMs);
}
