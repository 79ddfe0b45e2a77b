import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { UploadForm } from '../../src/core/features/upload/upload.ts';
import type { Answer } from '../../src/slack/blocks/kit.ts';
import { lookingModal } from '../../src/slack/blocks/modals.ts';
import { sentenceMessage } from '../../src/slack/blocks/sentences.ts';
import { MAX_PARTS } from '../../src/slack/button-value.ts';
import { replaceModal } from '../../src/slack/features/replace/form.ts';
import { starterProgress, starterSent } from '../../src/slack/features/starter.ts';
import { uploadDetails } from '../../src/slack/features/upload/details.ts';
import { uploadEnd } from '../../src/slack/features/upload/end.ts';
import {
  notPackableModal,
  refusedZipModal,
  uploadModal,
  uploadStartedModal,
  zipChoiceModal,
} from '../../src/slack/features/upload/form-view.ts';
import {
  filesNotPackable,
  notDismissedSentence,
  packOffer,
  shareNote,
  uploadDismissed,
  uploadOffer,
  uploadPastChoice,
  uploadTooLarge,
  zipRefused,
} from '../../src/slack/features/upload/messages.ts';
import { uploadProgress, uploadTaken } from '../../src/slack/features/upload/progress-message.ts';
import { uploadQuestion } from '../../src/slack/features/upload/question.ts';
import { updateModal } from '../../src/slack/features/upload/update-form.ts';
import { notSent } from '../../src/slack/files/send.ts';
import { renderOutcome } from '../../src/slack/pipeline/draw.ts';
import {
  type CodeChanges,
  type KeptAbility,
  type TakenBy,
  UPLOAD_STATES,
  type UploadContents,
  type UploadEnd,
  type UploadRecord,
} from '../../src/store/upload-record.ts';
import type { UploadVerdict, Verification } from '../../src/store/upload-verdict.ts';
import { CONTENTS, KEPT, NEW_ID, PLANS, TAKEN, TROUBLE, upload } from './sample-uploads.ts';
import { ASKED, AT, clashesWith, FRAME, ORIGIN } from './sample-values.ts';

const HUGE = Number.MAX_SAFE_INTEGER;
const ID = AbilityId.parse(HUGE);

/** Repeats `text` up to `length` UTF-16 units. */
const stretch = (text: string, length: number) =>
  text === '' ? '' : text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** The upload form's limits filled with `text`: 80, 300 and 600 characters, which normalization may lengthen. */
export const hostileForm = (text: string): UploadForm => ({
  name: stretch(text, 160),
  category: 'background_daemon',
  description: stretch(text, 600),
  triggerWords: Array(6).fill(stretch(text, 300)),
});

const hostileContents = (text: string, flat: boolean): UploadContents => ({
  ...CONTENTS,
  bytes: HUGE,
  unpackedBytes: HUGE,
  files: HUGE,
  flat,
  listed: Array.from({ length: 20 }, () => ({ path: stretch(text, 255), bytes: HUGE })),
  warnings: Array(10).fill(stretch(text, 1000)),
  leftOut: stretch(text, 1000),
});

const hostileTaken = (text: string): TakenBy => ({
  ...TAKEN,
  abilityId: ID,
  description: stretch(text, 1000),
  category: stretch(text, 300),
  triggerWords: Array(30).fill(stretch(text, 300)),
  agentNames: Array(300).fill(stretch(text, 300)),
  holders: Array.from({ length: 100 }, (_, index) => ({ id: AgentId.parse(1 + index), name: stretch(text, 300) })),
  code: hostileCode(text),
});

export function hostileCode(text: string): CodeChanges {
  const many = { first: Array(20).fill(stretch(text, 255)), count: HUGE };
  const facts = { kept: many, added: many };
  return {
    digest: 'ef56'.padEnd(64, '0'),
    changed: many,
    added: many,
    removed: many,
    lines: Array.from({ length: 5 }, () => ({
      path: stretch(text, 255),
      lines: Array(30).fill(stretch(text, 200)),
      total: { lines: HUGE, added: HUGE, removed: HUGE },
    })),
    facts: { hosts: facts, keys: facts, commands: facts, imports: facts, unread: facts },
  };
}

const hostileKept = (text: string): KeptAbility => ({
  ...KEPT,
  abilityId: ID,
  form: hostileForm(text),
  installed: KEPT.installed && { ...KEPT.installed, triggerWords: Array(300).fill(stretch(text, 300)) },
  agents: Array.from({ length: 300 }, (_, index) => ({
    id: AgentId.parse(1 + index),
    name: stretch(text, 300),
    abilityIds: [ID],
  })),
  allAgentsKnown: false,
});

const hostileVerdict = (text: string): UploadVerdict => ({
  kind: 'different',
  found: [
    ...Array.from({ length: 3 }, () => ({
      ...({ kind: 'duplicate', abilityId: ID } as const),
      triggerWords: Array(30).fill(stretch(text, 300)),
    })),
    { kind: 'lost-words', missing: Array(30).fill(stretch(text, 300)) },
    { kind: 'cannot-fire' },
    { kind: 'state', enabled: false },
    { kind: 'other-code', isOld: true },
  ],
  installedId: InstalledAbilityId.parse(HUGE),
});

const hostileVerification = (text: string): Verification => ({
  expected: { triggerWords: [], enabled: null, installed: false, installedId: null },
  notRestored: [],
  looks: 1,
  found: hostileVerdict(text).found,
});

/** Every end, with `text` in each of its texts. */
function hostileEnds(text: string): UploadEnd[] {
  const sentence = stretch(text, 1000);
  const notRestored = Array<string>(300).fill(sentence);
  return [
    { kind: 'uploaded', abilityId: ID, state: 'not-installed', notRestored },
    { kind: 'uploaded', abilityId: ID, state: 'disabled', notRestored, verdict: hostileVerdict(text) },
    { kind: 'updated', abilityId: ID },
    { kind: 'updated', abilityId: ID, verdict: { ...hostileVerdict(text), installedId: null } },
    { kind: 'refused', sentence },
    { kind: 'refused-after-delete', sentence, backAs: ID, notRestored },
    { kind: 'refused-after-delete', sentence, backAs: null, notRestored },
    { kind: 'given-up', sentence, effect: 'none' },
    { kind: 'given-up', sentence, effect: 'unknown' },
    { kind: 'given-up', sentence, effect: 'old-deleted' },
    { kind: 'cancelled', by: ASKED.userId },
    { kind: 'cancelled', by: null },
  ];
}

/** Uploads in every state and plan, with and without optional data, with `text` in each field. */
function hostileRecords(text: string): UploadRecord[] {
  const sentence = stretch(text, 1000);
  return UPLOAD_STATES.flatMap((state) =>
    Object.values(PLANS).flatMap((plan) => {
      const bare = upload({
        state,
        plan,
        form: hostileForm(text),
        zip: { id: 'F0HOSTILE', name: stretch(text, 1000) },
      });
      const full: UploadRecord = {
        ...bare,
        contents: hostileContents(text, true),
        abilityId: NEW_ID,
        askUntil: bare.giveUpAt,
        kept: hostileKept(text),
        refusal: sentence,
        sends: 9,
      };
      return [
        ...[bare, full, { ...full, abilityId: null }, { ...full, trouble: { ...TROUBLE, sentence } }],
        { ...full, verification: hostileVerification(text) },
      ];
    }),
  );
}

/** Every message and modal about an upload, with `text` in each user-provided field. */
export function hostileUploads(text: string): Answer[] {
  const records = hostileRecords(text);
  const by = hostileTaken(text);
  const asked: UploadRecord[] = [false, true].flatMap((flat) =>
    ([{ kind: 'contents' }, { kind: 'name-taken', by }] as const).map((question) => ({
      ...upload({ form: hostileForm(text), zip: { id: 'F0HOSTILE', name: stretch(text, 1000) }, state: 'asking' }),
      askUntil: TROUBLE.since,
      contents: hostileContents(text, flat),
      question,
    })),
  );
  const file = { id: 'F0HOSTILE', name: stretch(text, 1000) };
  // The icon's name is truncated when it is read.
  const loose = {
    ...file,
    parts: Array.from({ length: MAX_PARTS }, (_, index) => `F0HOSTILE${String(index).padStart(4, '0')}`),
    icon: { id: 'F0HOSTILE', name: stretch(text, 150) },
  };
  const names = Array<string>(MAX_PARTS).fill(stretch(text, 255));
  const leftAlone = { largeImages: names, otherImages: names, others: names, maxIconBytes: HUGE };
  const choice = { file: { ...file, name: stretch(text, 150) }, unreadable: null };
  const form = hostileForm(text);
  const contents = hostileContents(text, true);
  const views = [
    uploadModal({ file, contents: null, draft: null, origin: ORIGIN, upload: null }),
    uploadModal({ file, contents, draft: form, origin: ORIGIN, upload: upload() }),
    uploadModal({ file: null, contents: null, draft: form, origin: ORIGIN, upload: null }),
    uploadModal({ file, contents, clashes: clashesWith(text, text), draft: form, origin: ORIGIN, upload: null }),
    uploadStartedModal(form),
    uploadModal({ file: loose, contents, draft: form, origin: ORIGIN, upload: upload() }),
    zipChoiceModal(Array(20).fill(choice), 9, ORIGIN),
    zipChoiceModal(Array(20).fill({ ...choice, unreadable: stretch(text, 1000) }), 9, ORIGIN),
    refusedZipModal(loose, stretch(text, 1000)),
    notPackableModal(stretch(text, 1000)),
    lookingModal('Upload an Ability', file),
    ...asked.flatMap((record) => [replaceModal(record, by, ORIGIN), updateModal(record, by, ORIGIN)]),
    ...[...records, ...asked].map(uploadDetails),
  ];
  const sentence = stretch(text, 1000);
  return [
    ...records.flatMap((record) => [
      uploadProgress(record, { percent: 100, waitingBefore: null }, AT),
      uploadProgress(record, { percent: null, waitingBefore: HUGE }, AT),
      uploadTaken(record),
      uploadPastChoice(record),
    ]),
    ...records
      .filter(({ state, trouble }) => state === 'done' && trouble === null)
      .flatMap((record) =>
        hostileEnds(text).flatMap((end) => [uploadEnd(record, end), uploadEnd({ ...record, refusal: null }, end)]),
      ),
    ...asked.map((record) => uploadQuestion(record, { canReplace: true })),
    uploadOffer(file, contents),
    uploadOffer(loose, null, 9),
    uploadOffer(file, contents, 9, leftAlone),
    ...[shareNote({ zips: 9, more: 4, images: 9, leftAlone })].filter((note) => note !== null),
    packOffer({ file: loose, names, leftOut: names, images: 9 }, contents),
    filesNotPackable(sentence),
    zipRefused(file, sentence),
    zipRefused(loose, sentence),
    uploadDismissed(loose, ASKED),
    starterProgress(form.name),
    starterSent(form.name, 3),
    notSent('The export', sentence, ASKED.ref),
    uploadTooLarge(file, HUGE, HUGE),
    uploadDismissed(file, ASKED),
    sentenceMessage(notDismissedSentence(file)),
    ...views.map((view): Answer => ({ surface: 'modal', view })),
    renderOutcome({ kind: 'upload-form' }, { ...FRAME, file, inside: { ok: false, final: true, sentence } }),
    renderOutcome({ kind: 'upload-form' }, { ...FRAME, file, inside: { ok: true, contents } }),
  ];
}
