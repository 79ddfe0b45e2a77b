import type * as z from 'zod';
import type { DroppedFile as droppedFile } from '../../src/page-server/page-api.ts';

/** A visitor's file, ready to be sent to the server. */
export type DroppedFile = z.infer<typeof droppedFile>;

/** In bytes, from the length of its base64 text. */
export function sizeOf({ base64 }: DroppedFile): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}
