import { setTimeout as wait } from 'node:timers/promises';
import { findLeftOut, formatBytes, keyOf, quoteName } from '@abilities-bot/ability-zip';
import type { Inside } from '../../blocks/drawing.ts';
import { clip, type MessageAnswer } from '../../blocks/kit.ts';
import { MAX_PARTS, type SharedFile } from '../../button-value.ts';
import { type FileDetails, readSharedFile } from '../../files/read.ts';
import { readSlackError } from '../../outbound/slack-errors.ts';
import { UnconfirmedError } from '../../outbound/unconfirmed.ts';
import { isOpenChannel } from '../../people/access.ts';
import type { Workspace } from '../../workspace.ts';
import { findKnown } from './known-abilities.ts';
import { lookInside } from './look-inside.ts';
import {
  filesNotPackable,
  type LeftAlone,
  offerNotConfirmed,
  offerNotMade,
  packOffer,
  shareNote,
  uploadOffer,
  uploadTooLarge,
  zipRefused,
} from './messages.ts';

export interface ShareFile {
  id: string;
  name: string;
  size: number | null;
  isZip: boolean;
  isImage: boolean;
  mimetype?: string;
  unreadable: string | null;
}

export type SortedShare =
  /** Each becomes its own Ability. `images`: their number; the first is the icon of a single zip. */
  | { kind: 'zips'; zips: { file: SharedFile; from: ShareFile }[]; images: number; leftAlone: LeftAlone }
  /** One Ability together, without the excluded files. They include main.py: other sources are not meant for the bot. */
  | { kind: 'loose'; file: SharedFile; names: string[]; leftOut: string[]; images: number }
  /** Meant as one Ability, but not packable. */
  | { kind: 'not-packable'; sentence: string }
  | { kind: 'nothing' };

/** Longer names would leave too little room in a Slack button's value. */
const MAX_NAME = 150;

/** Zips if there are any; else the files around a main.py; else nothing relevant. */
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
  if (!kept.some(({ name }) => isMain(name))) return { kind: 'nothing' };
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

/** The form would reject a larger icon, too. */
const isIcon = ({ isImage, size, unreadable }: ShareFile, maxBytes: number): boolean =>
  isImage && unreadable === null && (size === null || size <= maxBytes);

/** Files next to zips that are neither zips nor the icon. */
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
const isMain = (name: string): boolean => /^(?:main|background)\.py$/i.test(name);

/** The service expects it next to main.py. It is usually empty, and Slack does not accept empty files. */
export const INIT = '__init__.py';
export const isInitMissing = (names: readonly string[]): boolean => !names.some((name) => name.toLowerCase() === INIT);

const DROP_A_ZIP = 'Drop a zip of the folder instead.';

/** Why these files cannot be packed into one folder; null if they can. */
export function findObstacle(
  files: readonly Pick<ShareFile, 'name' | 'size' | 'unreadable'>[],
  maxBytes: number,
): string | null {
  if (files.length > MAX_PARTS) return `There are ${files.length} files, and the limit is ${MAX_PARTS}. ${DROP_A_ZIP}`;
  const unreadable = files.find((file) => file.unreadable !== null)?.unreadable;
  if (unreadable) return unreadable;
  const double = findDouble(files.map(({ name }) => name));
  if (double !== undefined) {
    return `Two of them are called ${quoteName(double)}. Rename one and drop them again.`;
  }
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (bytes <= maxBytes) return null;
  return `Together they have ${formatBytes(bytes)}, and the limit is ${formatBytes(maxBytes)}. Drop fewer or smaller files.`;
}

/** A duplicate name, also on file systems that ignore case. */
function findDouble(names: readonly string[]): string | undefined {
  const keys = names.map(keyOf);
  return names.find((_name, index) => keys.indexOf(keys[index] ?? '') !== index);
}

/** Named after the first source that has its own name. */
function zipNameFor(names: readonly string[]): string {
  const own = names.find((name) => isSource(name) && !/^(?:main|__init__)\.py$/i.test(name));
  return `${clip(own?.replace(/\.py$/i, '') ?? 'ability', MAX_NAME - 4)}.zip`;
}

/** Bolt acknowledges an event before it is processed, so Slack does not redeliver it: the bot retries instead. */
const WAITS_MS = [300, 1500];

/** Maximum number of zips of one message that get a reply each. */
const MAX_OFFERS = 5;

/** The files that one person shared in one channel, without duplicates. */
interface SharedFiles {
  channelId: string;
  fileIds: readonly string[];
  userId: string;
  /** Called before each reply: false if another process answers instead. */
  isOurs: () => Promise<boolean>;
}

/**
 * Handles files shared where the bot is. Inspects those that look like an Ability, replies in the message's thread, and
 * ignores the rest. Never throws.
 */
export async function answerShare(
  { channelId, fileIds, isOurs, userId }: SharedFiles,
  workspace: Workspace,
): Promise<void> {
  const log = workspace.log.child({ channel: channelId });
  const origin = { channelId, responseUrl: null, message: null, threadTs: null, view: null };
  const tell = (answer: MessageAnswer) =>
    workspace.outbound.deliver(answer, { userId, origin, triggerId: null, openedViewId: null });
  let isUnconfirmed = false;
  try {
    if (!(await isOpenChannel(channelId, workspace))) return;
    const details = await Promise.all(fileIds.map((id) => readWithMessage(id, channelId, workspace)));
    const { uploads } = workspace.config;
    for (const files of groupByMessage(details, channelId)) {
      const threadTs = files[0]?.messageIn(channelId)?.threadTs ?? null;
      for (const answer of await drawAnswers(sortShare(files, uploads), workspace)) {
        if (!(await isOurs())) return;
        try {
          await withTries(() => workspace.outbound.post(channelId, threadTs, answer), workspace);
        } catch (error) {
          if (!(error instanceof UnconfirmedError)) throw error;
          isUnconfirmed = true;
        }
      }
    }
  } catch (error) {
    const ref = workspace.newRef();
    log.error({ ref, err: error, files: fileIds }, 'gave up on shared files');
    await tell(offerNotMade(ref));
    return;
  }
  if (!isUnconfirmed) return;
  const ref = workspace.newRef();
  log.warn({ ref, files: fileIds }, 'reply to shared files not confirmed by Slack');
  await tell(offerNotConfirmed(ref));
}

/** In the order in which the messages arrived. */
function groupByMessage(details: readonly (FileDetails | null)[], channelId: string): FileDetails[][] {
  const groups = new Map<string | null, FileDetails[]>();
  for (const file of details) {
    if (!file) continue;
    const ts = file.messageIn(channelId)?.ts ?? null;
    groups.set(ts, [...(groups.get(ts) ?? []), file]);
  }
  return [...groups.values()];
}

/** The replies to one message, in order. */
async function drawAnswers(share: SortedShare, workspace: Workspace): Promise<MessageAnswer[]> {
  switch (share.kind) {
    case 'zips':
      return drawOffers(share, workspace);
    case 'loose': {
      const inside = await inspect(share.file, workspace);
      if (inside?.ok === false) return [zipRefused(share.file, inside.sentence)];
      return [packOffer(share, inside?.contents, await findKnown(share.file, inside, workspace))];
    }
    case 'not-packable':
      return [filesNotPackable(share.sentence)];
    case 'nothing':
      return [];
  }
}

/** Null if it cannot be inspected now: the form inspects it again. */
async function inspect(file: SharedFile, workspace: Workspace): Promise<Inside | null> {
  try {
    const inside = await lookInside(file, workspace);
    return inside.ok || inside.final ? inside : null;
  } catch (error) {
    workspace.log.error({ err: error, file: file.id }, 'shared zip not inspected');
    return null;
  }
}

/** The Ability in a zip, or each of several. `more`: the number of those that get no offer. */
async function inspectEach(file: SharedFile, workspace: Workspace) {
  const inside = await inspect(file, workspace);
  if (inside?.ok !== false || !inside.folders) return { abilities: [{ file, inside }], more: 0 };
  const abilities: { file: SharedFile; inside: Inside | null }[] = [];
  for (const folder of inside.folders.slice(0, MAX_OFFERS)) {
    const one = { ...file, folder };
    abilities.push({ file: one, inside: await inspect(one, workspace) });
  }
  return { abilities, more: inside.folders.length - abilities.length };
}

/** Unused files are mentioned only next to an offer, since no one asked about them. */
async function drawOffers(
  { images, leftAlone, zips }: SortedShare & { kind: 'zips' },
  workspace: Workspace,
): Promise<MessageAnswer[]> {
  const { maxBytes } = workspace.config.uploads;
  const replies: MessageAnswer[] = [];
  let [isOffered, isOnly] = [false, zips.length === 1];
  let moreFolders = 0;
  // One after another, since each needs room on the disk.
  for (const { file, from } of zips.slice(0, MAX_OFFERS)) {
    const refusal = refuseUnread(file, from, maxBytes);
    if (refusal) {
      replies.push(refusal);
      continue;
    }
    const found = await inspectEach(file, workspace);
    moreFolders += found.more;
    isOnly &&= found.abilities.length === 1;
    for (const { file: one, inside } of found.abilities) {
      isOffered ||= inside?.ok !== false;
      if (inside?.ok === false) replies.push(zipRefused(one, inside.sentence));
      else {
        const known = await findKnown(one, inside, workspace);
        replies.push(uploadOffer(one, inside?.contents ?? null, images, isOnly ? leftAlone : null, known));
      }
    }
  }
  const note = shareNote({
    more: Math.max(0, zips.length - MAX_OFFERS),
    moreFolders,
    ...{ images: isOffered ? images : 0, zips: zips.length },
    leftAlone: !isOnly && isOffered ? leftAlone : null,
  });
  return note ? [...replies, note] : replies;
}

/** A zip that need not be read; null for any other. */
function refuseUnread(file: SharedFile, { size, unreadable }: ShareFile, maxBytes: number): MessageAnswer | null {
  if (unreadable !== null) return zipRefused(file, unreadable);
  return size !== null && size > maxBytes ? uploadTooLarge(file, size, maxBytes) : null;
}

/**
 * Slack sometimes sends the event before it knows the file's message. A reply outside the thread is still better than
 * none. Null if Slack says nothing about the file: it may not concern the bot.
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

/** Null if Slack reports that the file is gone or inaccessible, which is permanent. */
async function withTries<T>(work: () => Promise<T>, { log }: Workspace): Promise<T | null> {
  for (const ms of [...WAITS_MS, null]) {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error }, 'shared file not read');
      if (/^(file_|access_|not_in_)/.test(readSlackError(error) ?? '')) return null;
      if (ms === null || error instanceof UnconfirmedError) throw error;
      await wait(ms);
    }
  }
  return null;
}
