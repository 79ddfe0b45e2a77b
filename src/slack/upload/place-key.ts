import type { MessagePlace } from '../outbound/outbound.ts';

/** Under which a reply to a drop is claimed by the upload that it tells of. A failed one frees it for the next try. */
export const placeKey = ({ channel, ts }: MessagePlace): string => `upload:${channel}:${ts}`;
