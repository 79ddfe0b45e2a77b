import type { types } from '@slack/bolt';
import type { Answer } from '../../src/slack/blocks/kit.ts';
import { lookingModal } from '../../src/slack/blocks/modals.ts';
import type { Inside } from '../../src/slack/feature.ts';
import { replaceModal } from '../../src/slack/features/replace/form.ts';
import { uploadDetails } from '../../src/slack/features/upload/details.ts';
import { type InstalledNow, uploadEnd } from '../../src/slack/features/upload/end.ts';
import { uploadModal, uploadStartedModal } from '../../src/slack/features/upload/form-view.ts';
import { uploadPastChoice, uploadUnknown } from '../../src/slack/features/upload/messages.ts';
import { uploadProgress, uploadTaken } from '../../src/slack/features/upload/progress-message.ts';
import { uploadQuestion } from '../../src/slack/features/upload/question.ts';
import { updateModal } from '../../src/slack/features/upload/update-form.ts';
import { renderOutcome } from '../../src/slack/pipeline/draw.ts';
import type {
  UPLOAD_ENDS,
  UploadEnd,
  UploadQuestion,
  UploadRecord,
  UploadState,
} from '../../src/store/upload-record.ts';
import type { UploadFinding, UploadVerdict } from '../../src/store/upload-verdict.ts';
import type { UploadProgress } from '../../src/uploads/ports.ts';
import { type Cases, nameCases } from './name-cases.ts';
import {
  asking,
  CONTENTS,
  FLAT,
  KEPT,
  LOST,
  LOST_WORDS,
  NESTED,
  NEW_ID,
  NEW_INSTALLED_ID,
  OLD_ID,
  PART,
  PLANS,
  SAME_CODE,
  SUGGESTED,
  TAKEN,
  TROUBLE,
  upload,
  WARNED,
  ZIP_IN_ZIP,
} from './sample-uploads.ts';
import { ASKED, clashesWith, ECHO, FORM, FRAME, ORIGIN, ZIP } from './sample-values.ts';
import { SHARE_CASES } from './share-cases.ts';

type Plan = keyof typeof PLANS;
type State = Exclude<UploadState, (typeof UPLOAD_ENDS)[number]>;

interface Shown {
  record: UploadRecord;
  now?: Partial<UploadProgress>;
}

const ALL: readonly Plan[] = ['new', 'update', 'replace'];
const REFUSAL = 'The voice service rejected this: “main.py file not found”.';

/** The data known in each state: the contents, and the old Ability. */
const KNOWN: Record<State, Partial<UploadRecord>> = {
  accepted: {},
  fetching: {},
  inspecting: {},
  asking: { contents: CONTENTS },
  keeping: { contents: CONTENTS },
  deleting: { contents: CONTENTS, kept: KEPT },
  sending: { contents: CONTENTS, sends: 1 },
  confirming: { contents: CONTENTS, sends: 1 },
  restoring: { contents: CONTENTS, kept: KEPT, abilityId: NEW_ID, sends: 1 },
  'putting-back': { contents: CONTENTS, kept: KEPT, refusal: REFUSAL, sends: 1 },
  verifying: { contents: CONTENTS, abilityId: NEW_ID, sends: 1 },
};

/** Between two looks at the account. */
const looking = (plan: Plan, found: UploadFinding[]): Shown => ({
  record: running('verifying', plan, {
    dueAt: TROUBLE.nextTryAt,
    verification: {
      expected: { triggerWords: null, enabled: null, installed: true, installedId: null },
      notRestored: [],
      looks: 1,
      found,
    },
  }),
});

function running(state: State, plan: Plan, more: Partial<UploadRecord> = {}): UploadRecord {
  const kept = plan === 'replace' && (state === 'sending' || state === 'confirming') ? { kept: KEPT } : {};
  const seen = plan === 'new' ? {} : { seenSha256: CONTENTS.sha256 };
  return upload({ state, plan: PLANS[plan], ...KNOWN[state], ...seen, ...kept, ...more });
}

/** Started by *Update code…* in an offer, before anybody has seen what would change. */
const comparing = (state: State, more: Partial<UploadRecord> = {}): UploadRecord =>
  running(state, 'update', { seenSha256: null, ...more });

/** One state with each plan that has it, succeeding and waiting after an error. */
const inEach = (state: State, plans: readonly Plan[]): Record<string, Shown> =>
  Object.fromEntries(
    plans.flatMap((plan): [string, Shown][] => [
      [plan, { record: running(state, plan) }],
      [`${plan}-trouble`, { record: running(state, plan, { trouble: TROUBLE }) }],
    ]),
  );

/** Every state with progress. A new one without a row does not compile. */
const PROGRESS = {
  accepted: {
    ...inEach('accepted', ALL),
    next: { record: upload(), now: { waitingBefore: 0 } },
    'before-it-1': { record: upload(), now: { waitingBefore: 1 } },
    'before-it-12': { record: upload(), now: { waitingBefore: 12 } },
    comparing: { record: comparing('accepted'), now: { waitingBefore: 1 } },
    'trouble-after-a-send': { record: upload({ sends: 1, trouble: TROUBLE }) },
  },
  fetching: {
    ...inEach('fetching', ALL),
    ...Object.fromEntries(
      ALL.map((plan) => [`${plan}-percent`, { record: running('fetching', plan), now: { percent: 40 } }]),
    ),
    comparing: { record: comparing('fetching'), now: { percent: 40 } },
    'comparing-trouble': { record: comparing('fetching', { trouble: TROUBLE }) },
    'with-contents': { record: running('fetching', 'new', { contents: CONTENTS }) },
  },
  inspecting: { ...inEach('inspecting', ALL), comparing: { record: comparing('inspecting') } },
  asking: inEach('asking', ['new']),
  keeping: inEach('keeping', ['replace']),
  deleting: inEach('deleting', ['replace']),
  sending: inEach('sending', ALL),
  confirming: inEach('confirming', ['new', 'replace']),
  restoring: {
    ...inEach('restoring', ['replace']),
    'old-one': { record: running('restoring', 'replace', { refusal: REFUSAL }) },
    'old-one-trouble': { record: running('restoring', 'replace', { refusal: REFUSAL, trouble: TROUBLE }) },
  },
  'putting-back': inEach('putting-back', ['replace']),
  verifying: {
    ...Object.fromEntries(ALL.map((plan) => [plan, { record: running('verifying', plan) }])),
    'not-listed': looking('new', [{ kind: 'not-listed' }]),
    'old-code': looking('update', [{ kind: 'other-code', isOld: true }]),
    'not-installed': looking('replace', [{ kind: 'not-installed' }]),
    unread: looking('new', [{ kind: 'unreadable', what: 'lists' }]),
  },
} satisfies { [S in State]: Record<string, Shown> };

const QUESTIONS = {
  contents: {
    '': asking({ kind: 'contents' }),
    warnings: asking({ kind: 'contents' }, { contents: WARNED }),
    flat: asking({ kind: 'contents' }, { contents: FLAT }),
    nested: asking({ kind: 'contents' }, { contents: NESTED }),
    part: asking({ kind: 'contents' }, { contents: PART }),
    'zip-in-zip': asking({ kind: 'contents' }, { contents: ZIP_IN_ZIP }),
  },
  'name-taken': {
    '': asking({ kind: 'name-taken', by: TAKEN }),
    warnings: asking({ kind: 'name-taken', by: TAKEN }, { contents: WARNED }),
    'same-code': asking({ kind: 'name-taken', by: { ...TAKEN, code: SAME_CODE } }),
    nothing: asking({
      kind: 'name-taken',
      by: { ...TAKEN, ...FORM, code: SAME_CODE },
    }),
    'no-backup': asking({ kind: 'name-taken', by: { ...TAKEN, packageGiven: false } }),
    'not-in-place': asking({ kind: 'name-taken', by: { ...TAKEN, canUpdateInPlace: false } }),
    'agents-unknown': asking({ kind: 'name-taken', by: { ...TAKEN, agentNames: null } }),
    bare: asking({
      kind: 'name-taken',
      by: {
        ...TAKEN,
        agentNames: [],
        category: null,
        description: null,
        triggerWords: [],
        canUpdateInPlace: false,
        state: 'not-installed',
      },
    }),
  },
} satisfies { [K in UploadQuestion['kind']]: Record<string, UploadRecord> };

const RECEIPTS = {
  '': {
    enabled: { state: 'enabled', agents: ['Echo'] },
    disabled: { state: 'disabled', agents: ['Echo', 'Nova'] },
    'no-agent': { state: 'disabled', agents: [] },
    'not-installed': { state: 'not-installed', agents: ['Echo'] },
    deleted: { state: 'deleted', agents: [] },
    'deleted-from-slack': {
      state: 'deleted',
      agents: [],
      deletion: { name: 'Night tides', userId: 'U0BEN', at: new Date(Date.UTC(2025, 2, 4, 14, 3)) },
    },
  },
} satisfies Record<string, Record<string, InstalledNow>>;

interface Ended<E extends UploadEnd = UploadEnd> {
  record: UploadRecord;
  end: E;
}
type Kind = UploadEnd['kind'];
type EndOf<K extends Kind> = Extract<UploadEnd, { kind: K }>;
type Effect = EndOf<'given-up'>['effect'];

const sent = (plan: Plan, more: Partial<UploadRecord> = {}): UploadRecord =>
  upload({ contents: CONTENTS, plan: PLANS[plan], sends: 1, ...(plan === 'replace' ? { kept: KEPT } : {}), ...more });
const uploaded = (state: EndOf<'uploaded'>['state'], notRestored: string[] = []): EndOf<'uploaded'> => ({
  kind: 'uploaded',
  abilityId: NEW_ID,
  state,
  notRestored,
});
const differing = (plan: Plan, ...found: UploadFinding[]): Ended<EndOf<'uploaded'>> => ({
  record: sent(plan),
  end: { ...uploaded('enabled'), verdict: { kind: 'different', found, installedId: NEW_INSTALLED_ID } },
});
const updated = (kind: UploadVerdict['kind'], ...found: UploadFinding[]): Ended<EndOf<'updated'>> => ({
  record: sent('update'),
  end: { kind: 'updated', abilityId: OLD_ID, verdict: { kind, found, installedId: null } },
});
const afterDelete = (more: Partial<EndOf<'refused-after-delete'>> = {}): EndOf<'refused-after-delete'> => ({
  kind: 'refused-after-delete',
  sentence: REFUSAL,
  backAs: NEW_ID,
  notRestored: [],
  ...more,
});
const NOT_GIVEN = `${REFUSAL} I can't restore the previous version, because the voice service didn't return the code.`;

/** Uploads given up, by what they left behind. */
const GIVEN_UP = {
  none: { none: upload(), 'none-replace': upload({ plan: PLANS.replace }) },
  unknown: { unknown: sent('new'), 'unknown-update': sent('update'), 'unknown-replace': sent('replace') },
  'old-deleted': {
    'old-deleted': sent('replace'),
    'old-deleted-new-there': sent('replace', { abilityId: NEW_ID }),
    'old-deleted-old-there': sent('replace', { abilityId: NEW_ID, refusal: REFUSAL }),
    'old-deleted-new-refused': sent('replace', { refusal: REFUSAL }),
  },
} satisfies { [E in Effect]: Record<string, UploadRecord> };

function giveUp(effect: Effect): Record<string, Ended<EndOf<'given-up'>>> {
  const end: EndOf<'given-up'> = { kind: 'given-up', sentence: "The voice service can't be reached.", effect };
  return Object.fromEntries(Object.entries(GIVEN_UP[effect]).map(([name, record]) => [name, { record, end }]));
}

const ENDS = {
  uploaded: {
    'not-installed': { record: sent('new'), end: uploaded('not-installed') },
    enabled: { record: sent('new'), end: uploaded('enabled') },
    added: { record: { ...sent('new'), addTo: ECHO }, end: uploaded('enabled') },
    'not-added': { record: { ...sent('new'), addTo: ECHO }, end: uploaded('not-installed', LOST) },
    'state-unknown': { record: sent('new'), end: uploaded(null) },
    replaced: { record: sent('replace'), end: uploaded('enabled') },
    'replaced-not-restored': { record: sent('replace'), end: uploaded('disabled', LOST) },
    confirmed: {
      record: sent('new'),
      end: { ...uploaded('not-installed'), verdict: { kind: 'confirmed', found: [], installedId: null } },
    },
    duplicate: differing('new', { kind: 'duplicate', abilityId: OLD_ID, triggerWords: ['high tide'] }),
    'lost-words': differing('new', { kind: 'lost-words', missing: ['high tide', 'low tide'] }),
    'cannot-fire': differing('replace', { kind: 'cannot-fire' }, { kind: 'state', enabled: false }),
    'replaced-not-installed': {
      record: sent('replace'),
      end: {
        ...uploaded('not-installed', LOST),
        verdict: { kind: 'different', found: [{ kind: 'not-installed' }], installedId: null },
      },
    },
    unconfirmed: {
      record: sent('new'),
      end: {
        ...uploaded(null),
        verdict: { kind: 'unconfirmed', found: [{ kind: 'unreadable', what: 'lists' }], installedId: null },
      },
    },
  },
  updated: {
    '': { record: sent('update'), end: { kind: 'updated', abilityId: OLD_ID } },
    'old-code': updated('different', { kind: 'other-code', isOld: true }),
    'other-code': updated('different', { kind: 'other-code', isOld: false }),
    unconfirmed: updated('unconfirmed', { kind: 'unreadable', what: 'package' }),
  },
  refused: {
    '': { record: sent('new'), end: { kind: 'refused', sentence: REFUSAL } },
    'before-sending': {
      record: upload(),
      end: { kind: 'refused', sentence: 'The zip contains no files. Zip the folder again.' },
    },
    update: { record: sent('update'), end: { kind: 'refused', sentence: REFUSAL } },
    replace: {
      record: sent('replace', { kept: null }),
      end: { kind: 'refused', sentence: "The current version couldn't be deleted. It is in use." },
    },
  },
  'refused-after-delete': {
    back: { record: sent('replace'), end: afterDelete() },
    'back-not-restored': { record: sent('replace'), end: afterDelete({ notRestored: LOST }) },
    'back-without-words': { record: sent('replace'), end: afterDelete({ verdict: LOST_WORDS }) },
    gone: { record: sent('replace'), end: afterDelete({ backAs: null, sentence: NOT_GIVEN }) },
    'gone-agents-unknown': {
      record: sent('replace', { kept: { ...KEPT, agents: [], allAgentsKnown: false, installed: null } }),
      end: afterDelete({ backAs: null, sentence: NOT_GIVEN }),
    },
    'nothing-kept': { record: sent('new'), end: afterDelete({ backAs: null, sentence: NOT_GIVEN }) },
  },
  'given-up': { ...giveUp('none'), ...giveUp('unknown'), ...giveUp('old-deleted') },
  cancelled: {
    '': { record: upload(), end: { kind: 'cancelled', by: ASKED.userId } },
    replace: { record: upload({ plan: PLANS.replace }), end: { kind: 'cancelled', by: ASKED.userId } },
    'after-a-send': { record: upload({ sends: 1 }), end: { kind: 'cancelled', by: ASKED.userId } },
    'not-answered': { record: upload({ contents: CONTENTS }), end: { kind: 'cancelled', by: null } },
  },
} satisfies { [K in Kind]: Record<string, Ended<EndOf<K>>> };

const modal = (view: types.ModalView): Answer => ({ surface: 'modal', view });
const idle = { percent: null, waitingBefore: null };
const beforeNextTry = (ms: number) => new Date(TROUBLE.nextTryAt - ms);
const form = { file: ZIP, contents: null, draft: null, origin: ORIGIN, upload: null };
const inside = (found: Inside): Answer =>
  renderOutcome({ kind: 'upload-form' }, { ...FRAME, file: ZIP, inside: found });

/** Everything the bot says about an upload after the request. */
export const UPLOAD_CASES: Cases = {
  ...SHARE_CASES,
  ...nameCases<Shown>('upload-progress', PROGRESS, ({ now, record }) =>
    uploadProgress(record, { ...idle, ...now }, beforeNextTry(90_000)),
  ),
  ...nameCases<UploadRecord>('upload-question', QUESTIONS, (record) => uploadQuestion(record, { canReplace: true })),
  'upload-question-name-taken-operator': uploadQuestion(QUESTIONS['name-taken'][''], { canReplace: false }),
  ...nameCases<Ended>('upload-end', ENDS, ({ end, record }) => uploadEnd(record, end)),
  ...nameCases<InstalledNow>('upload-receipt', RECEIPTS, (now) =>
    uploadEnd(sent('new'), uploaded('not-installed'), now),
  ),
  'upload-progress-soon': uploadProgress(running('sending', 'new', { trouble: TROUBLE }), idle, beforeNextTry(30_000)),
  'modal-details-done': modal(
    uploadDetails({ ...sent('new'), contents: WARNED, abilityId: NEW_ID, end: uploaded('enabled') }),
  ),
  'modal-details-taken': modal(uploadDetails(QUESTIONS['name-taken'][''])),
  'modal-details-waiting': modal(uploadDetails(running('sending', 'new', { trouble: TROUBLE }))),
  'modal-details-updated': modal(
    uploadDetails({
      ...sent('update'),
      abilityId: OLD_ID,
      previousCode: 'ef56'.padEnd(64, '0'),
      end: { kind: 'updated', abilityId: OLD_ID },
    }),
  ),
  'modal-details-not-restored': modal(uploadDetails({ ...sent('replace'), end: uploaded('disabled', LOST) })),
  'modal-update': modal(updateModal(QUESTIONS['name-taken'][''], TAKEN, ORIGIN)),
  'modal-update-unread': modal(updateModal(QUESTIONS['name-taken'][''], { ...TAKEN, code: null }, ORIGIN)),
  'upload-taken': uploadTaken(upload()),
  'upload-taken-comparing': uploadTaken(comparing('accepted')),
  'upload-past-choice': uploadPastChoice(upload({ state: 'sending' })),
  'upload-past-choice-ended': uploadPastChoice(upload({ state: 'done' })),
  'upload-unknown': uploadUnknown(),
  'modal-looking': modal(lookingModal('Upload an Ability', ZIP)),
  'modal-upload-dropped': inside({ ok: true, contents: CONTENTS, suggested: SUGGESTED }),
  'modal-upload-dropped-no-words': inside({
    ok: true,
    contents: CONTENTS,
    suggested: { ...SUGGESTED, categoryFrom: null, triggerWords: [], wordsFrom: null },
  }),
  'modal-upload-clashing': inside({ ok: true, contents: CONTENTS, clashes: clashesWith('Radio', 'is it raining') }),
  'modal-upload-warnings': inside({ ok: true, contents: WARNED }),
  'modal-upload-flat': inside({ ok: true, contents: FLAT }),
  'modal-upload-nested': inside({ ok: true, contents: NESTED }),
  'modal-upload-zip-in-zip': inside({ ok: true, contents: ZIP_IN_ZIP }),
  'modal-upload-refused': inside({
    ok: false,
    final: true,
    sentence: 'The zip is encrypted. Zip the folder again without a password.',
  }),
  'modal-upload-not-looked': modal(uploadModal(form)),
  'modal-upload-again': modal(uploadModal({ ...form, contents: CONTENTS, draft: FORM })),
  'modal-upload-changed': modal(uploadModal({ ...form, contents: CONTENTS, draft: FORM, upload: upload() })),
  'modal-upload-started': modal(uploadStartedModal(FORM)),
  'modal-replace': modal(replaceModal(QUESTIONS['name-taken'][''], TAKEN, ORIGIN)),
  'modal-replace-flat': modal(replaceModal({ ...QUESTIONS['name-taken'][''], contents: FLAT }, TAKEN, ORIGIN)),
};
