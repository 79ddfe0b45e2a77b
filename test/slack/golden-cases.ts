import type { types } from '@slack/bolt';
import type { UploadStep } from '../../src/core/operations/upload-ability.ts';
import type { Effect, Outcome } from '../../src/core/outcome.ts';
import type { Refusal } from '../../src/core/refusal.ts';
import { VERBS } from '../../src/core/verbs.ts';
import type { AnyServiceError } from '../../src/service-client/errors/index.ts';
import { agentList } from '../../src/slack/blocks/agent-list.ts';
import type { Answer } from '../../src/slack/blocks/answer.ts';
import { assignModal } from '../../src/slack/blocks/assign-modal.ts';
import { oldFormModal, readingModal, refusedModal } from '../../src/slack/blocks/modal-frame.ts';
import { type Frame, renderOutcome } from '../../src/slack/blocks/render-outcome.ts';
import {
  formNotOpened,
  lateForm,
  offerNotMade,
  sentenceMessage,
  uploadNotDismissed,
  uploadNotStarted,
  waitNotice,
} from '../../src/slack/blocks/sentence-message.ts';
import { faultSentence } from '../../src/slack/blocks/trouble-sentence.ts';
import {
  uploadDismissed,
  uploadFault,
  uploadInterrupted,
  uploadOffer,
  uploadProgress,
  uploadResult,
  uploadTooLarge,
} from '../../src/slack/blocks/upload-messages.ts';
import { uploadModal, uploadStartedModal } from '../../src/slack/blocks/upload-modal.ts';
import { withoutImages } from '../../src/slack/outbound/without-images.ts';
import { ERRORS } from './error-cases.ts';
import {
  ASKED,
  AT,
  ATLAS,
  agentId,
  CATALOG,
  CONTENTS,
  ECHO,
  entryOf,
  FORM,
  FRAME,
  installed,
  LONG_CATALOG,
  NOVA,
  ORIGIN,
  RADIO,
  WEATHER,
  ZIP,
} from './sample-values.ts';

const { id: weatherId, name: weatherName } = WEATHER;
const radioRow = installed(90_002, 'Radio', { enabled: false, trigger_words: [] });
const help = (about: string | null): Outcome & { kind: 'help' } => ({ kind: 'help', about });

/** Every kind of outcome. A new kind without a case does not compile; '' is the only case of its kind. */
const OUTCOMES = {
  list: {
    'one-page': { kind: 'list', catalog: CATALOG, page: 1 },
    'middle-page': { kind: 'list', catalog: LONG_CATALOG, page: 2 },
    'past-the-end': { kind: 'list', catalog: LONG_CATALOG, page: 99 },
    empty: { kind: 'list', catalog: { entries: [], readAt: AT }, page: 1 },
  },
  card: {
    enabled: { kind: 'card', entry: entryOf('Weather'), details: WEATHER, agentNames: ['Echo', 'Nova'] },
    disabled: { kind: 'card', entry: entryOf('Radio'), details: RADIO, agentNames: [] },
    'not-installed': { kind: 'card', entry: entryOf('Garage Door'), details: null, agentNames: null },
    orphan: { kind: 'card', entry: entryOf('Old Jukebox'), details: null, agentNames: null },
    'not-for-agents': { kind: 'card', entry: entryOf('Memory Keeper'), details: null, agentNames: null },
  },
  agents: {
    several: {
      kind: 'agents',
      rows: [
        { agent: ECHO, abilityNames: ['Weather', 'Radio'], known: 'from-service' },
        { agent: ATLAS, abilityNames: ['Radio'], known: 'from-last-save' },
        { agent: NOVA, abilityNames: null, known: 'no' },
      ],
    },
    many: {
      kind: 'agents',
      rows: Array.from({ length: 25 }, (_, index) => ({
        agent: { ...NOVA, id: agentId(400 + index), name: `Agent ${index + 1}` },
        abilityNames: [],
        known: 'from-service' as const,
      })),
    },
    none: { kind: 'agents', rows: [] },
  },
  'assign-form': {
    unknown: {
      kind: 'assign-form',
      form: { agent: ECHO, choices: [RADIO, WEATHER], current: { known: 'no' } },
    },
    'from-service': {
      kind: 'assign-form',
      form: {
        agent: ECHO,
        choices: [RADIO, WEATHER],
        current: { known: 'from-service', abilityIds: [weatherId] },
      },
    },
    'last-saved': {
      kind: 'assign-form',
      form: { agent: ECHO, choices: [RADIO], current: { known: 'from-last-save', abilityIds: [weatherId] } },
    },
  },
  assigned: {
    confirmed: {
      kind: 'assigned',
      result: {
        agent: ECHO,
        abilityNames: ['Radio', 'Weather'],
        change: { added: ['Radio'], removed: [] },
        confirmed: 'yes',
      },
    },
    'not-confirmed': {
      kind: 'assigned',
      result: { agent: ECHO, abilityNames: ['Radio'], change: null, confirmed: 'unknown' },
    },
    'shown-otherwise': {
      kind: 'assigned',
      result: { agent: ECHO, abilityNames: ['Radio'], change: { added: ['Radio'], removed: [] }, confirmed: 'no' },
    },
    none: {
      kind: 'assigned',
      result: { agent: ECHO, abilityNames: [], change: { added: [], removed: ['Weather'] }, confirmed: 'yes' },
    },
  },
  toggled: {
    enabled: { kind: 'toggled', id: radioRow.id, name: 'Radio', enabled: true, triggerWords: 'set' },
    disabled: { kind: 'toggled', id: radioRow.id, name: 'Radio', enabled: false, triggerWords: 'kept' },
  },
  unchanged: {
    enabled: { kind: 'unchanged', id: radioRow.id, name: 'Radio', enabled: true },
    disabled: { kind: 'unchanged', id: radioRow.id, name: 'Radio', enabled: false },
  },
  'needs-trigger-words': {
    enable: { kind: 'needs-trigger-words', row: radioRow, wanted: 'enable' },
    disable: { kind: 'needs-trigger-words', row: radioRow, wanted: 'disable' },
  },
  'delete-question': {
    assigned: {
      kind: 'delete-question',
      entry: entryOf('Weather'),
      ability: WEATHER,
      agentNames: ['Echo', 'Nova'],
    },
    'not-assigned': { kind: 'delete-question', entry: entryOf('Radio'), ability: RADIO, agentNames: [] },
    unknown: { kind: 'delete-question', entry: entryOf('Radio'), ability: RADIO, agentNames: null },
  },
  deleted: { '': { kind: 'deleted', name: weatherName, id: weatherId } },
  'still-there': { '': { kind: 'still-there', name: weatherName, id: weatherId } },
  'maybe-deleted': { '': { kind: 'maybe-deleted', name: weatherName, id: weatherId } },
  'gone-already': { '': { kind: 'gone-already', id: weatherId } },
  'upload-form': { '': { kind: 'upload-form' } },
  uploaded: {
    'not-installed': {
      kind: 'uploaded',
      name: FORM.name,
      id: weatherId,
      state: 'not-installed',
      contents: CONTENTS,
    },
    enabled: { kind: 'uploaded', name: FORM.name, id: weatherId, state: 'enabled', contents: CONTENTS },
    'state-unknown': { kind: 'uploaded', name: FORM.name, id: weatherId, state: null, contents: CONTENTS },
  },
  'name-taken': { '': { kind: 'name-taken', name: FORM.name, id: weatherId } },
  'package-refused': {
    '': { kind: 'package-refused', name: FORM.name, sentence: 'The file is not a zip that can be read.' },
  },
  help: {
    all: help(null),
    ...Object.fromEntries(VERBS.map(({ name }) => [name, help(name)])),
    unknown: help('frobnicate'),
  },
  // Each has its own table below.
  refused: {},
  trouble: {},
} satisfies { [K in Outcome['kind']]: Record<string, Outcome & { kind: K }> };

/** Every reason to refuse. */
const REFUSALS = {
  'unknown-verb': {
    'with-suggestion': { why: 'unknown-verb', word: 'agnets', suggestion: 'agents' },
    'without-suggestion': { why: 'unknown-verb', word: 'frobnicate', suggestion: null },
  },
  'missing-argument': { '': { why: 'missing-argument', verb: 'show', usage: 'show <name>' } },
  'bad-argument': { '': { why: 'bad-argument', verb: 'list', usage: 'list [page]', given: 'two' } },
  'no-such-ability': {
    'with-suggestions': { why: 'no-such-ability', asked: 'Wether', suggestions: ['Weather'] },
    'without-suggestions': { why: 'no-such-ability', asked: 'id:7', suggestions: [] },
  },
  'several-abilities': {
    '': { why: 'several-abilities', asked: 'weather', candidates: [entryOf('Weather'), entryOf('Old Jukebox')] },
  },
  'no-such-agent': {
    'with-suggestions': { why: 'no-such-agent', asked: 'Ecko', suggestions: ['Echo'] },
    'without-suggestions': { why: 'no-such-agent', asked: 'Zoe', suggestions: [] },
  },
  'several-agents': { '': { why: 'several-agents', asked: 'echo', candidates: ['agent:301', 'agent:302'] } },
  'not-installed': { '': { why: 'not-installed', entry: entryOf('Garage Door') } },
  orphan: { '': { why: 'orphan', entry: entryOf('Old Jukebox') } },
  'no-ability-record': { '': { why: 'no-ability-record', entry: entryOf('Old Jukebox') } },
  'stale-button': { '': { why: 'stale-button' } },
  'other-workspace': { '': { why: 'other-workspace' } },
} satisfies { [W in Refusal['why']]: Record<string, Refusal & { why: W }> };

/** Every step of an upload. */
const STEPS = {
  reading: { start: { step: 'reading', percent: null }, percent: { step: 'reading', percent: 40 } },
  checking: { '': { step: 'checking' } },
  sending: { '': { step: 'sending' } },
  confirming: { '': { step: 'confirming' } },
} satisfies { [S in UploadStep['step']]: Record<string, UploadStep & { step: S }> };

/** Outcomes of an upload are told in the message of its progress. */
const IS_UPLOAD: ReadonlySet<Outcome['kind']> = new Set(['uploaded', 'name-taken', 'package-refused']);

type Cases = Record<string, Answer>;

/** Names the cases of a table: `outcome-list-empty`, and `outcome-deleted` for the only case of its kind. */
function nameCases<T>(prefix: string, table: Record<string, Record<string, T>>, draw: (value: T) => Answer): Cases {
  const named = Object.entries(table).flatMap(([kind, cases]) =>
    Object.entries(cases).map(([name, value]): [string, Answer] => [
      [prefix, kind, name].filter((part) => part !== '').join('-'),
      draw(value),
    ]),
  );
  return Object.fromEntries(named);
}

const draw = (outcome: Outcome, frame: Partial<Frame> = {}): Answer =>
  IS_UPLOAD.has(outcome.kind)
    ? uploadResult(outcome, FORM, ZIP, ASKED)
    : renderOutcome(outcome, { ...FRAME, ...frame });

const refused = (refusal: Refusal): Outcome => ({ kind: 'refused', refusal });
const trouble = (error: AnyServiceError, effect: Effect): Outcome => ({ kind: 'trouble', error, effect });
const modal = (view: types.ModalView): Answer => ({ surface: 'modal', view });
const agents = agentList(OUTCOMES.agents.several.rows, null);

/** Everything that the bot can send, by the name of its file in test/golden. */
export const GOLDEN_CASES: Cases = {
  ...nameCases<Outcome>('outcome', OUTCOMES, draw),
  ...nameCases<Refusal>('refused', REFUSALS, (refusal) => draw(refused(refusal))),
  ...nameCases<AnyServiceError>('trouble', ERRORS, (error) => draw(trouble(error, 'none'))),
  ...nameCases<AnyServiceError>('upload-trouble', ERRORS, (error) =>
    uploadResult(trouble(error, error.kind === 'unclear' ? 'unknown' : 'none'), FORM, ZIP, ASKED),
  ),
  'trouble-effect-unknown': draw(trouble(ERRORS.unavailable.timeout, 'unknown')),
  // In place of the clicked list or card, with what happened above it.
  'redrawn-list-toggled': draw(OUTCOMES.toggled.disabled, { redrawn: OUTCOMES.list['one-page'] }),
  'redrawn-list-deleted': draw(OUTCOMES.deleted[''], { redrawn: OUTCOMES.list['one-page'] }),
  'redrawn-list-refused': draw(refused(REFUSALS.orphan['']), { redrawn: OUTCOMES.list['one-page'] }),
  'redrawn-card-unchanged': draw(OUTCOMES.unchanged.enabled, { redrawn: OUTCOMES.card.disabled }),
  'agents-without-images': { ...agents, blocks: withoutImages(agents.blocks) },
  'fault-of-the-bot': sentenceMessage(faultSentence(ASKED.ref)),
  'wait-notice': waitNotice(),
  'form-too-late': lateForm(),
  'form-not-opened': formNotOpened(),
  'upload-offer': uploadOffer(ZIP, 12_345),
  'upload-offer-size-unknown': uploadOffer(ZIP, null),
  'upload-too-large': uploadTooLarge(ZIP, 12_000_000, 10_485_760),
  'upload-dismissed': uploadDismissed(ZIP, ASKED),
  ...nameCases<UploadStep>('upload-progress', STEPS, (step) => uploadProgress(FORM, step, ASKED)),
  'upload-fault': uploadFault(FORM, ZIP, ASKED),
  'upload-interrupted': uploadInterrupted(FORM, ZIP, ASKED),
  'upload-not-started': uploadNotStarted(FORM, ASKED.ref),
  'upload-offer-not-made': offerNotMade(ASKED.ref),
  'upload-not-dismissed': uploadNotDismissed(ZIP),
  'modal-reading': modal(readingModal('Abilities of an Agent')),
  'modal-old-form': modal(oldFormModal()),
  'modal-other-workspace': modal(refusedModal({ why: 'other-workspace' })),
  'modal-upload-dropped': modal(uploadModal(ZIP, null, ORIGIN)),
  'modal-upload-again': modal(uploadModal(ZIP, FORM, ORIGIN)),
  'modal-upload-started': modal(uploadStartedModal(FORM)),
  'modal-assign-chosen': modal(assignModal(OUTCOMES['assign-form']['from-service'].form, [RADIO.id], ORIGIN)),
};
