import { setTimeout as wait } from 'node:timers/promises';
import { offerNotMade } from '../blocks/sentence-message.ts';
import { clip } from '../blocks/text.ts';
import { uploadOffer, uploadTooLarge } from '../blocks/upload-messages.ts';
import { type FileDetails, readSharedFile } from '../files/read-shared-file.ts';
import { readSlackError } from '../outbound/read-slack-error.ts';
import type { Parts } from '../parts.ts';

/** Bolt acknowledges an event before it is worked on, so Slack does not send it again: the tries are ours. */
const WAITS_MS = [300, 1500];

export interface Share {
  fileId: string;
  channelId: string;
  userId: string;
}

/** A file was shared where the bot is. A zip gets one reply in its thread; anything else is left alone. Never throws. */
export async function offerUpload({ channelId, fileId, userId }: Share, parts: Parts): Promise<void> {
  const log = parts.log.child({ file: fileId, channel: channelId });
  for (const ms of [...WAITS_MS, null]) {
    try {
      return await offer(fileId, channelId, parts);
    } catch (error) {
      log.warn({ err: error }, 'a shared file could not be answered');
      // Slack's answer that the file is gone, or that the bot may not see it, does not change by asking again.
      if (/^(file_|access_|not_in_)/.test(readSlackError(error) ?? '')) return;
      if (ms !== null) await wait(ms);
    }
  }
  const ref = parts.newRef();
  log.error({ ref }, 'a shared file was given up');
  const origin = { channelId, responseUrl: null, message: null, threadTs: null };
  await parts.outbound.deliver(offerNotMade(ref), { userId, origin, triggerId: null, openedViewId: null });
}

async function offer(fileId: string, channelId: string, parts: Parts): Promise<void> {
  const details = await readSharedFile(parts.client, fileId);
  if (!details.isZip) return;
  const threadTs = details.threadIn(channelId) ?? (await readThreadLater(fileId, channelId, parts));
  const file = { id: details.id, name: clip(details.name, 150) };
  await parts.outbound.post(channelId, threadTs, reply(file, details, parts.config.uploads.maxBytes));
}

const reply = (file: { id: string; name: string }, { size }: FileDetails, maxBytes: number) =>
  size !== null && size > maxBytes ? uploadTooLarge(file, size, maxBytes) : uploadOffer(file, size);

/**
 * Slack sometimes sends the event before it knows in which message the file stands. A reply outside the thread is still
 * better than none.
 */
async function readThreadLater(fileId: string, channelId: string, { client }: Parts): Promise<string | null> {
  for (const ms of WAITS_MS) {
    await wait(ms);
    const threadTs = (await readSharedFile(client, fileId)).threadIn(channelId);
    if (threadTs) return threadTs;
  }
  return null;
}
