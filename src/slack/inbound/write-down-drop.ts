import type { Store } from '../../store/open-store.ts';
import { FileSharedEvent } from './payloads.ts';

/** To whom Slack sent something. */
export interface Recipient {
  tenantId: string;
  /** Null where Slack does not say. */
  botUserId: string | null;
}

/**
 * Writes a shared file down, before Slack has its ack: it would not send it again afterwards, and the file would be
 * forgotten with this process. Anything else is left alone.
 * @throws what the store throws: without an ack Slack sends the event again.
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
