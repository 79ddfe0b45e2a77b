import { setTimeout as wait } from 'node:timers/promises';
import type { MessageAnswer } from '../blocks/answer.ts';
import { offerNotMade } from '../blocks/sentence-message.ts';
import {
  filesNotPackable,
  packOffer,
  shareNote,
  uploadOffer,
  uploadTooLarge,
  zipUnreadable,
} from '../blocks/uploads/upload-messages.ts';
import { type FileDetails, readSharedFile } from '../files/read-shared-file.ts';
import { readSlackError } from '../outbound/read-slack-error.ts';
import { isOpenChannel } from '../people/find-access.ts';
import type { Workspace } from '../workspace.ts';
import { type SortedShare, sortShare } from './sort-share.ts';

/** Bolt acknowledges an event before it is worked on, so Slack does not send it again: the tries are ours. */
const WAITS_MS = [300, 1500];

/** So many zips of one message get a reply each. */
const MAX_OFFERS = 5;

/**
 * Files were shared where the bot is. What can become an Ability gets its replies in the thread of its message; anything
 * else is left alone. Never throws.
 */
export async function answerShare(
  { channelId, fileIds, userId }: { channelId: string; fileIds: readonly string[]; userId: string },
  workspace: Workspace,
): Promise<void> {
  const log = workspace.log.child({ channel: channelId });
  try {
    if (!(await isOpenChannel(channelId, workspace))) return;
    const details = await Promise.all(fileIds.map((id) => readWithMessage(id, channelId, workspace)));
    const { uploads } = workspace.config;
    for (const files of groupByMessage(details, channelId)) {
      const threadTs = files[0]?.messageIn(channelId)?.threadTs ?? null;
      for (const answer of drawAnswers(sortShare(files, uploads), uploads.maxBytes)) {
        await withTries(() => workspace.outbound.post(channelId, threadTs, answer), workspace);
      }
    }
  } catch (error) {
    const ref = workspace.newRef();
    log.error({ ref, err: error, files: fileIds }, 'a share was given up');
    const origin = { channelId, responseUrl: null, message: null, threadTs: null, view: null };
    await workspace.outbound.deliver(offerNotMade(ref), { userId, origin, triggerId: null, openedViewId: null });
  }
}

/** In the order in which the messages were told. */
function groupByMessage(details: readonly (FileDetails | null)[], channelId: string): FileDetails[][] {
  const groups = new Map<string | null, FileDetails[]>();
  for (const file of details) {
    if (!file) continue;
    const ts = file.messageIn(channelId)?.ts ?? null;
    groups.set(ts, [...(groups.get(ts) ?? []), file]);
  }
  return [...groups.values()];
}

/** The replies to one message, in their order. */
export function drawAnswers(share: SortedShare, maxBytes: number): MessageAnswer[] {
  switch (share.kind) {
    case 'zips':
      return drawOffers(share, maxBytes);
    case 'loose':
      return [packOffer(share)];
    case 'not-packable':
      return [filesNotPackable(share.sentence)];
    case 'nothing':
      return [];
  }
}

/** What is left alone is told beside an offer only: nobody asked about it. */
function drawOffers({ images, leftAlone, zips }: SortedShare & { kind: 'zips' }, maxBytes: number): MessageAnswer[] {
  const isOnly = zips.length === 1;
  const isOffered = ({ from }: (typeof zips)[number]) =>
    from.unreadable === null && (from.size === null || from.size <= maxBytes);
  const offers = zips.slice(0, MAX_OFFERS).map((zip) => {
    const { file, from } = zip;
    if (from.unreadable !== null) return zipUnreadable(file, from.unreadable);
    if (!isOffered(zip)) return uploadTooLarge(file, from.size ?? 0, maxBytes);
    return uploadOffer(file, from.size, images, isOnly ? leftAlone : null);
  });
  const note = shareNote({
    more: zips.length - offers.length,
    ...{ images, zips: zips.length },
    leftAlone: !isOnly && zips.slice(0, MAX_OFFERS).some(isOffered) ? leftAlone : null,
  });
  return note ? [...offers, note] : offers;
}

/**
 * Slack sometimes sends the event before it knows in which message the file stands. A reply outside the thread is still
 * better than none. Null for a file of which Slack tells nothing: nobody knows whether it is any concern of the bot's.
 */
async function readWithMessage(id: string, channelId: string, workspace: Workspace): Promise<FileDetails | null> {
  const read = () => withTries(() => readSharedFile(workspace.outbound, id), workspace);
  let details = await read();
  for (const ms of WAITS_MS) {
    if (!details || details.messageIn(channelId)) break;
    await wait(ms);
    details = await read();
  }
  return details;
}

/** Null when Slack says that the file is gone, or not for the bot to see: that does not change by asking again. */
async function withTries<T>(work: () => Promise<T>, { log }: Workspace): Promise<T | null> {
  for (const ms of [...WAITS_MS, null]) {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error }, 'a share could not be answered');
      if (/^(file_|access_|not_in_)/.test(readSlackError(error) ?? '')) return null;
      if (ms === null) throw error;
      await wait(ms);
    }
  }
  return null;
}
