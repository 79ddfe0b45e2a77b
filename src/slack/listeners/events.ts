import { isRead } from '../../core/registry.ts';
import type { Parsed } from '../../core/verbs.ts';
import type { Store } from '../../store/store.ts';
import { gatherDrops } from '../features/upload/drops.ts';
import { FileSharedEvent, HomeOpenedEvent } from '../payloads/payloads.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';
import type { EventListener } from './listen.ts';

/** `unknown` if the store is unavailable. */
export type Claim = 'first' | 'redelivered' | 'unknown';

type Memory = Pick<Workspace, 'log' | 'seen'>;

/**
 * Claims a command, click or shortcut by its trigger ID. Slack may redeliver a payload, perhaps to another process.
 * @param asked null if it is not only a command.
 */
export const claimTrigger = (triggerId: string, asked: Parsed | null, memory: Memory): Promise<Claim> =>
  claim(`trigger:${triggerId}`, asked, memory);

/** How long a message can be edited without being answered again. */
const SAID_KEEP_MS = 7 * 24 * 60 * 60_000;

/**
 * Claims a message by its location, not by its event: Slack sends another event for each edit of a message that
 * mentions the bot. The first mention may be an edit, so it is claimed like a new message, unless the claim of an
 * earlier answer would have expired.
 */
export async function claimMessage(
  { channel, edited, eventId, ts }: { channel: string; edited: boolean; eventId: string; ts: string | undefined },
  { context, log, seen }: Memory & Pick<Workspace, 'context'>,
): Promise<Claim> {
  const age = ts === undefined ? 0 : context.now().getTime() - Number(ts) * 1000;
  if (edited && age >= SAID_KEEP_MS) return 'redelivered';
  const key = ts === undefined ? `event:${eventId}` : `said:${channel}:${ts}`;
  const claimed = await toClaim(() => seen.claim(key, SAID_KEEP_MS), log);
  // The message may already have an answer.
  return edited && claimed === 'unknown' ? 'redelivered' : claimed;
}

/** True if a second answer after a restart would be harmless. */
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

/**
 * Handles files shared in a conversation with the bot. `file_shared` needs only the scope files:read. Each was stored
 * before its ack (see below).
 */
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

/** The Home tab is redrawn each time it is opened. */
export const homeListener =
  (findWorkspace: FindWorkspace): EventListener =>
  async ({ body, context }) => {
    const { event, is_ext_shared_channel: isFromShared } = HomeOpenedEvent.parse(body);
    // A person from another workspace has no Home tab of this app; drawing one would reveal the account.
    if (event.tab !== 'home' || isFromShared === true) return;
    await (await findWorkspace(context)).homes.opened(event.user);
  };

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
