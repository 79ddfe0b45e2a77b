import type { Store } from '../../store/open-store.ts';
import { FileSharedEvent } from './payloads.ts';

/** The workspace of a payload. */
export interface Recipient {
  tenantId: string;
  /** Null where Slack does not say. */
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
