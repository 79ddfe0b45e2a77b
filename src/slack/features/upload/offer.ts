import { setTimeout as wait } from 'node:timers/promises';
import { findLeftOut, formatBytes, keyOf, quoteName } from '@abilities-bot/ability-zip';
import { clip, type MessageAnswer } from '../../blocks/kit.ts';
import { MAX_PARTS, type SharedFile } from '../../button-value.ts';
import { type FileDetails, readSharedFile } from '../../files/read.ts';
import { readSlackError } from '../../outbound/slack-errors.ts';
import { isOpenChannel } from '../../people/access.ts';
import type { Workspace } from '../../workspace.ts';
import {
  filesNotPackable,
  type LeftAlone,
  offerNotMade,
  packOffer,
  shareNote,
  uploadOffer,
  uploadTooLarge,
  zipUnreadable,
} from './messages.ts';

/** What is known of each file of one message. */
export interface ShareFile {
  id: string;
  name: string;
  size: number | null;
  isZip: boolean;
  isImage: boolean;
  mimetype?: string;
  unreadable: string | null;
}

/** What the files of one message can become. */
export type SortedShare =
  /** Each an Ability of its own. `images`: how many there are; the first is the icon of a single zip. */
  | { kind: 'zips'; zips: { file: SharedFile; from: ShareFile }[]; images: number; leftAlone: LeftAlone }
  /** One Ability together, without what is left out. */
  | { kind: 'loose'; file: SharedFile; names: string[]; leftOut: string[]; images: number }
  /** Meant as one, but for what the sentences say. */
  | { kind: 'not-packable'; sentence: string }
  | { kind: 'nothing' };

/** Names longer than that would leave no room for much else in what Slack keeps for a button. */
const MAX_NAME = 150;

/** Zips if there are any; else the files around a Python source; else nothing that concerns this bot. */
export function sortShare(
  files: readonly ShareFile[],
  limits: { maxBytes: number; maxIconBytes: number },
): SortedShare {
  const zips = files.filter(({ isZip }) => isZip);
  const images = files.filter((file) => isIcon(file, limits.maxIconBytes));
  const [first] = images;
  const icon = first ? { icon: { id: first.id, name: clip(first.name, MAX_NAME) } } : {};
  if (zips.length > 0) {
    const offered = zips.map((from) => ({
      file: { id: from.id, name: clip(from.name, MAX_NAME), ...(zips.length === 1 ? icon : {}) },
      from,
    }));
    const leftAlone = sortRest(
      files.filter((file) => !file.isZip && !images.includes(file)),
      limits.maxIconBytes,
    );
    return { kind: 'zips', zips: offered, images: images.length, leftAlone };
  }
  const loose = files.filter((file) => file !== first);
  const kept = loose.filter(({ name }) => findLeftOut(name) === undefined);
  if (!kept.some(({ name }) => isSource(name))) return { kind: 'nothing' };
  const sentence = findObstacle(kept, limits.maxBytes);
  if (sentence !== null) return { kind: 'not-packable', sentence };
  const names = kept.map(({ name }) => name);
  const [id = ''] = kept.map((file) => file.id);
  return {
    kind: 'loose',
    file: { id, name: zipNameFor(names), parts: kept.map((file) => file.id), ...icon },
    names,
    leftOut: loose.map(({ name }) => name).filter((name) => !names.includes(name)),
    images: images.length,
  };
}

/** One that is too large would be refused by the form, too. */
const isIcon = ({ isImage, size, unreadable }: ShareFile, maxBytes: number): boolean =>
  isImage && unreadable === null && (size === null || size <= maxBytes);

/** What stands beside zips and is neither a zip nor an icon. */
function sortRest(rest: readonly ShareFile[], maxIconBytes: number): LeftAlone {
  const names = (fits: (file: ShareFile) => boolean) => rest.filter(fits).map(({ name }) => name);
  const isLarge = ({ isImage, size }: ShareFile) => isImage && size !== null && size > maxIconBytes;
  const isOther = ({ isImage, mimetype }: ShareFile) => !isImage && mimetype?.startsWith('image/') === true;
  return {
    largeImages: names(isLarge),
    otherImages: names(isOther),
    others: names((file) => !isLarge(file) && !isOther(file)),
    maxIconBytes,
  };
}

const isSource = (name: string): boolean => name.toLowerCase().endsWith('.py');

/** The service expects it beside main.py. It is mostly empty, and Slack takes no empty file. */
export const INIT = '__init__.py';
export const isInitMissing = (names: readonly string[]): boolean => !names.some((name) => name.toLowerCase() === INIT);

const DROP_A_ZIP = 'Pack the folder into a zip and drop that.';

/** Why these files cannot be packed into one folder, as sentences; null when they can. */
export function findObstacle(
  files: readonly Pick<ShareFile, 'name' | 'size' | 'unreadable'>[],
  maxBytes: number,
): string | null {
  if (files.length > MAX_PARTS)
    return `They are ${files.length} files, and at most ${MAX_PARTS} are packed. ${DROP_A_ZIP}`;
  const unreadable = files.find((file) => file.unreadable !== null)?.unreadable;
  if (unreadable) return unreadable;
  const double = findDouble(files.map(({ name }) => name));
  if (double !== undefined) {
    return `Two of them are called ${quoteName(double)}, and one folder cannot hold both. Rename one and drop them again, or use folders: ${DROP_A_ZIP.toLowerCase()}`;
  }
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (bytes <= maxBytes) return null;
  return `Together they have ${formatBytes(bytes)}, and at most ${formatBytes(maxBytes)} are taken. Drop fewer or smaller files.`;
}

/** A name that is there twice, also on disks that take `A` and `a` for the same. */
function findDouble(names: readonly string[]): string | undefined {
  const keys = names.map(keyOf);
  return names.find((_name, index) => keys.indexOf(keys[index] ?? '') !== index);
}

/** After the first source with a name of its own. */
function zipNameFor(names: readonly string[]): string {
  const own = names.find((name) => isSource(name) && !/^(?:main|__init__)\.py$/i.test(name));
  return `${clip(own?.replace(/\.py$/i, '') ?? 'ability', MAX_NAME - 4)}.zip`;
}

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

/** One file that was shared: Slack tells each file of a message in an event of its own. */
export interface SharedEvent {
  eventId: string;
  fileId: string;
  channelId: string;
  userId: string;
}

/** What one person shared in one conversation within a short while. */
export interface GatheredFiles {
  events: Pick<SharedEvent, 'eventId' | 'fileId'>[];
  channelId: string;
  userId: string;
}

/** Slack lets a person share ten files in a message; more at once are several messages. */
const MAX_EVENTS = 50;

interface Gathering {
  files: GatheredFiles;
  timer: NodeJS.Timeout;
  close: () => void;
  answered: Promise<void>;
}

/** Waits until no further file of a share comes for a while, so that the share is answered once, and as a whole. */
export class ShareGathering {
  readonly #waitMs: number;
  readonly #answer: (files: GatheredFiles) => Promise<void>;
  readonly #open = new Map<string, Gathering>();

  /** @param answer never throws. */
  constructor(waitMs: number, answer: (files: GatheredFiles) => Promise<void>) {
    this.#waitMs = waitMs;
    this.#answer = answer;
  }

  /** Resolves when the share of which this file is a part has been answered. */
  add({ channelId, eventId, fileId, userId }: SharedEvent): Promise<void> {
    const key = `${channelId}:${userId}`;
    const gathering = this.#open.get(key) ?? this.#begin(key, { events: [], channelId, userId });
    const { events } = gathering.files;
    events.push({ eventId, fileId });
    if (events.length >= MAX_EVENTS) gathering.close();
    else gathering.timer.refresh();
    return gathering.answered;
  }

  #begin(key: string, files: GatheredFiles): Gathering {
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const timer = setTimeout(() => gathering.close(), this.#waitMs);
    const gathering: Gathering = {
      ...{ files, timer },
      close: () => {
        clearTimeout(timer);
        this.#open.delete(key);
        close();
      },
      answered: closed.then(() => this.#answer(files)),
    };
    this.#open.set(key, gathering);
    return gathering;
  }
}
