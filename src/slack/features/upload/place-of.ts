import type { Origin } from '../../modal-metadata.ts';
import type { MessagePlace } from '../../outbound/outbound.ts';

/** The clicked message. The store gives it to one upload at a time; a second upload posts its own message. */
export const placeOf = ({ channelId, message }: Origin): MessagePlace | null =>
  channelId && message && !message.ephemeral ? { channel: channelId, ts: message.ts } : null;
