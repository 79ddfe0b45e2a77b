import { setTimeout as wait } from 'node:timers/promises';
import { clip } from '../blocks/text.ts';
import { uploadOffer, uploadTooLarge } from '../blocks/upload-messages.ts';
import { readSharedFile } from '../files/read-shared-file.ts';
import type { Parts } from '../parts.ts';

/**
 * A file was shared where the bot is. A zip gets one reply in its thread; anything else is left alone.
 * @throws what Slack throws; the event may then be tried again.
 */
export async function offerUpload(fileId: string, channelId: string, parts: Parts): Promise<void> {
  const details = await readSharedFile(parts.client, fileId);
  if (!details.isZip) return;
  const threadTs = details.threadIn(channelId) ?? (await readThreadLater(fileId, channelId, parts));
  const file = { id: details.id, name: clip(details.name, 150) };
  const { maxBytes } = parts.config.uploads;
  const { size } = details;
  const reply = size !== null && size > maxBytes ? uploadTooLarge(file, size, maxBytes) : uploadOffer(file, size);
  await parts.outbound.post(channelId, threadTs, reply);
}

/**
 * Slack sometimes sends the event before it knows in which message the file stands. A reply outside the thread is still
 * better than none.
 */
async function readThreadLater(fileId: string, channelId: string, { client }: Parts): Promise<string | null> {
  for (const ms of [300, 1500]) {
    await wait(ms);
    const threadTs = (await readSharedFile(client, fileId)).threadIn(channelId);
    if (threadTs) return threadTs;
  }
  return null;
}
