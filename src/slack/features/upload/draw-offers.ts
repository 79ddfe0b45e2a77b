import type { MessageAnswer } from '../../blocks/kit.ts';
import type { SharedFile } from '../../button-value.ts';
import type { Inside } from '../../feature.ts';
import type { Workspace } from '../../workspace.ts';
import { findKnown } from './known-abilities.ts';
import { lookInside } from './look-inside.ts';
import {
  filesNotPackable,
  packOffer,
  shareNote,
  unrelatedZipRefused,
  uploadOffer,
  uploadTooLarge,
  zipRefused,
} from './messages.ts';
import type { ShareFile, SortedShare } from './offer.ts';

/** Maximum number of zips in a message, and of Abilities in a zip, that get a reply each. */
const MAX_OFFERS = 5;

/** A reply to a message with files. */
interface ShareReply {
  answer: MessageAnswer;
  /** The answer for the person alone, if the file may not be meant for the bot; null if `answer` may be posted. */
  alone: MessageAnswer | null;
  /** True if the answer's buttons upload the files. */
  isOffer: boolean;
}

/** A reply that everyone may see and that isn't an offer. */
export const forAll = (answer: MessageAnswer): ShareReply => ({ answer, alone: null, isOffer: false });
const offer = (answer: MessageAnswer): ShareReply => ({ answer, alone: null, isOffer: true });

/** The replies to one message, in order. */
export async function drawAnswers(share: SortedShare, workspace: Workspace): Promise<ShareReply[]> {
  switch (share.kind) {
    case 'zips':
      return drawOffers(share, workspace);
    case 'loose': {
      const inside = await inspect(share.file, workspace);
      if (inside?.ok === false) return [forAll(zipRefused(share.file, inside.sentence))];
      return [offer(packOffer(share, inside?.contents, await findKnown(share.file, inside, workspace)))];
    }
    case 'not-packable':
      return [forAll(filesNotPackable(share.sentence))];
    case 'nothing':
      return [];
  }
}

/** Null if the zip can't be inspected now. The form inspects it again. */
async function inspect(file: SharedFile, workspace: Workspace): Promise<Inside | null> {
  try {
    const inside = await lookInside(file, workspace);
    return inside.ok || inside.final ? inside : null;
  } catch (error) {
    workspace.log.error({ err: error, file: file.id }, 'shared zip not inspected');
    return null;
  }
}

/** Inspects each Ability in a zip. `more`: the number of Abilities that get no offer. */
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

/** Unused files are mentioned only with an offer, because no one asked about them. */
async function drawOffers(
  { images, leftAlone, zips }: SortedShare & { kind: 'zips' },
  workspace: Workspace,
): Promise<ShareReply[]> {
  const { maxBytes } = workspace.config.uploads;
  const replies: ShareReply[] = [];
  let [isOffered, isOnly] = [false, zips.length === 1];
  let moreFolders = 0;
  // One after another, because each needs disk space.
  for (const { file, from } of zips.slice(0, MAX_OFFERS)) {
    const refusal = refuseUnread(file, from, maxBytes);
    if (refusal) {
      replies.push({ answer: refusal, alone: refusal, isOffer: false });
      continue;
    }
    const found = await inspectEach(file, workspace);
    moreFolders += found.more;
    isOnly &&= found.abilities.length === 1;
    for (const { file: one, inside } of found.abilities) {
      isOffered ||= inside?.ok !== false;
      if (inside?.ok === false) replies.push(refuse(one, inside));
      else {
        const known = await findKnown(one, inside, workspace);
        replies.push(offer(uploadOffer(one, inside?.contents ?? null, images, isOnly ? leftAlone : null, known)));
      }
    }
  }
  const note = shareNote({
    more: Math.max(0, zips.length - MAX_OFFERS),
    moreFolders,
    images: isOffered ? images : 0,
    zips: zips.length,
    leftAlone: !isOnly && isOffered ? leftAlone : null,
  });
  if (!note) return replies;
  const isPublic = replies.some(({ alone }) => alone === null);
  return [...replies, { answer: note, alone: isPublic ? null : note, isOffer: false }];
}

const refuse = (file: SharedFile, { holdsMain, sentence }: Extract<Inside, { ok: false }>): ShareReply => ({
  answer: zipRefused(file, sentence),
  alone: holdsMain ? null : unrelatedZipRefused(file, sentence),
  isOffer: false,
});

/** Refuses a zip without reading it; null if it has to be read. */
function refuseUnread(file: SharedFile, { size, unreadable }: ShareFile, maxBytes: number): MessageAnswer | null {
  if (unreadable !== null) return zipRefused(file, unreadable);
  return size !== null && size > maxBytes ? uploadTooLarge(file, size, maxBytes) : null;
}
