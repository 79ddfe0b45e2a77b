import type { types } from '@slack/bolt';
import {
  furtherOf,
  hasEnded,
  isBeyond,
  isWrapOffered,
  type TakenBy,
  UPLOAD_CANCELLABLE,
  type UploadRecord,
  type UploadState,
} from '../../../store/upload-record.ts';
import type { UploadProgress } from '../../../uploads/ports.ts';
import { categoryLabel, STATE_WORDS } from '../../blocks/ability.ts';
import { actions, uploadButton } from '../../blocks/buttons.ts';
import {
  bold,
  code,
  context,
  countOf,
  day,
  foreign,
  type MessageAnswer,
  mrkdwn,
  namesLine,
  section,
  time,
  toFallback,
  triggerWordsLine,
} from '../../blocks/kit.ts';
import { contentsBlocks, contentsLine, leftOutText, spokenContents } from './messages.ts';

/** The problem, the time of the next attempt, what is safe meanwhile, and when the bot gives up. */
function troubleLine(record: UploadRecord, trouble: NonNullable<UploadRecord['trouble']>): string {
  const next = time(new Date(trouble.nextTryAt));
  const last = day(new Date(record.giveUpAt));
  return `${asEnd(foreign(trouble.sentence, 400))} Trying again at ${next}. ${whatIsSafe(record)} I stop trying at ${last}.`;
}

/** Keeps the case of a name at the beginning, such as Slack's. */
const asEnd = (sentence: string): string =>
  sentence.replace(/^(?:The|It|An?|There|Something|Looking)\b/, (first) => first.toLowerCase());

function whatIsSafe({ kept, plan, refusal, sends, state }: UploadRecord): string {
  switch (state) {
    case 'keeping':
      return 'Nothing is lost: the old one is as it was, and nothing was sent.';
    case 'deleting':
      return 'What the old one had is kept. Whether it is deleted is looked up before anything else is done.';
    case 'restoring':
      return refusal === null
        ? 'The new one is there; what the old one had is kept.'
        : 'The old one is there again; what it had is kept.';
    case 'putting-back':
      return 'The old one is deleted; what it had and the new zip are kept.';
    case 'sending':
    case 'confirming':
      if (kept) return 'The old one is deleted; what it had and the new zip are kept.';
      return plan.kind === 'update'
        ? 'Nothing is lost: sending the new code again does no harm.'
        : 'Nothing is lost: before anything is sent again, I look whether it is there.';
    default:
      return sends > 0 ? 'Nothing is lost: it is not on the account yet.' : 'Nothing is lost: nothing was sent yet.';
  }
}

type Steps = readonly (readonly [state: UploadState, word: string])[];

const SENDING = [
  ['fetching', 'reading'],
  ['inspecting', 'checking'],
] as const satisfies Steps;

/** The visible steps, by plan. */
const STEPS = {
  new: [...SENDING, ['sending', 'sending'], ['confirming', 'confirming']],
  update: [...SENDING, ['sending', 'sending']],
  replace: [
    ...SENDING,
    ['keeping', 'keeping the old one'],
    ['deleting', 'deleting the old one'],
    ['sending', 'sending'],
    ['confirming', 'confirming'],
    ['restoring', 'restoring'],
  ],
} as const satisfies Record<UploadRecord['plan']['kind'], Steps>;

/** The plan as the first word of a sentence. */
export const PLAN_VERBS = { new: 'Uploading', update: 'Updating', replace: 'Replacing' } as const;

/** A line as displayed and for screen readers, which do not convey bold. */
interface Line {
  shown: string;
  spoken: string;
}

/** The progress on one line, with the current step in bold, or what it waits for. */
export function uploadProgress(record: UploadRecord, progress: UploadProgress): MessageAnswer {
  const { shown, spoken } = progressLine(record, progress);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(spoken),
    blocks: [
      section(shown),
      ...(record.contents ? [context(contentsLine(record.zip.name, record.contents))] : []),
      ...(record.contents ? leftOutText(record.contents).map(context) : []),
      ...(isCancellable(record) ? actions(uploadButton('Cancel', record, 'cancel')) : []),
    ],
  };
}

const isCancellable = ({ state }: UploadRecord) => UPLOAD_CANCELLABLE.some((cancellable) => cancellable === state);

const heading = ({ form, plan, userId }: UploadRecord) =>
  `${PLAN_VERBS[plan.kind]} ${bold(form.name)} for <@${userId}>`;

function progressLine(record: UploadRecord, { percent, waitingBefore }: UploadProgress): Line {
  const { refusal, state, trouble } = record;
  const same = (line: string): Line => ({ shown: line, spoken: line });
  if (waitingBefore !== null) return same(`${heading(record)} waits for its turn: ${placeInLine(waitingBefore)}.`);
  if (trouble) {
    const still = `Still ${heading(record).replace(/^./, (first) => first.toLowerCase())}`;
    return same(`${still}: ${troubleLine(record, trouble)}`);
  }
  if (state === 'asking') return same(`${heading(record)} waits for an answer.`);
  const refused = `${heading(record)}: the new package was refused, so the old one`;
  if (state === 'putting-back') return same(`${refused} is being put back.`);
  if (state === 'restoring' && refusal !== null) {
    return same(`${refused} is back, and is given its Agents, trigger words and state again.`);
  }
  return stepsLine(record, percent);
}

function stepsLine(record: UploadRecord, percent: number | null): Line {
  const steps: Steps = STEPS[record.plan.kind];
  const present = presentIndex(steps, record);
  const words = steps.map(([step, word], index) =>
    index === present && step === 'fetching' && percent !== null ? `${word} ${percent} %` : word,
  );
  const shown = words.map((word, index) => (index === present ? `*${word}*` : word)).join(' → ');
  const spoken = `: ${words[present]}, step ${present + 1} of ${steps.length}.`;
  return { shown: `${heading(record)} · ${shown}`, spoken: `${heading(record)}${spoken}` };
}

/** Shows the furthest step: a retry that repeats earlier steps must not look like a restart. */
function presentIndex(steps: Steps, record: Pick<UploadRecord, 'furthest' | 'state'>): number {
  const reached = furtherOf(record);
  return Math.max(
    0,
    steps.findLastIndex(([step]) => !isBeyond(step, reached)),
  );
}

/** The current step in a few words, without what it waits for. */
export function presentStep({
  furthest,
  plan,
  state,
  trouble,
}: Pick<UploadRecord, 'furthest' | 'plan' | 'state' | 'trouble'>): string {
  if (trouble) return 'waits';
  if (state === 'asking') return 'waits for an answer';
  if (state === 'accepted' && furtherOf({ furthest, state }) === state) return 'waits for its turn';
  if (state === 'putting-back') return 'now putting the old one back';
  const steps: Steps = STEPS[plan.kind];
  const [, word = 'ending'] = hasEnded({ state }) ? [] : (steps[presentIndex(steps, { furthest, state })] ?? []);
  return `now ${word}`;
}

const placeInLine = (before: number) => (before === 0 ? 'it is next' : `${countOf(before, 'upload')} before it`);

/** The initial text of a new message. Must remain true if nothing follows. */
export function uploadTaken({ form, zip }: UploadRecord): MessageAnswer {
  const line = `${code(zip.name)} is to become ${bold(form.name)}. The newest message about it here tells how it goes.`;
  return { surface: 'message', replaces: true, text: toFallback(line), blocks: [section(line)] };
}

/** The question before anything is sent: whether to send the contents, or what to do about a name that is taken. */
export function uploadQuestion(record: UploadRecord): MessageAnswer {
  const { askUntil, contents, form, question, userId, zip } = record;
  const by = question?.kind === 'name-taken' ? question.by : null;
  const line = by
    ? `${bold(form.name)} exists already (ID ${by.abilityId}), <@${userId}>. Nothing is uploaded yet. What should become of ${code(zip.name)}?`
    : `This is inside ${code(zip.name)}, <@${userId}>. Nothing is uploaded yet. Should it become ${bold(form.name)}?`;
  const until =
    askUntil === null
      ? null
      : `I wait for an answer until ${day(new Date(askUntil))}; without one nothing is uploaded.`;
  const noBackup = by?.packageGiven === false ? NO_BACKUP : null;
  const spoken = [
    line,
    noBackup,
    by ? choicesLine(by) : null,
    contents ? spokenContents(zip.name, contents) : null,
    until,
  ];
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(spoken.filter((part) => part !== null).join('\n')),
    blocks: [
      section(line),
      ...(noBackup ? [section(noBackup)] : []),
      ...(by ? [comparison(record, by), context(choicesLine(by))] : []),
      ...(contents ? contentsBlocks(zip.name, contents) : []),
      ...(until === null ? [] : [context(until)]),
      ...inRows(by ? choicesForTaken(record, by) : choicesForContents(record)),
    ],
  };
}

/** Shown with the decision, if the service did not return the package. */
export const NO_BACKUP =
  '*The package of the old one cannot be kept.* The service does not give it now. If the new one is refused after the delete, the old one is lost.';

/** The old and the new Ability side by side. */
export function comparison({ contents, form }: UploadRecord, by: TakenBy): types.SectionBlock {
  const old = [
    `*There now* (ID ${by.abilityId})`,
    `State: ${STATE_WORDS[by.state]}`,
    `Category: ${foreign(categoryLabel(by.category ?? 'none'), 60)}`,
    `Description: ${foreign(by.description ?? '', 200) || 'none'}`,
    `Trigger words: ${wordsOf(by)}`,
    `Agents: ${agentsOf(by)}`,
  ];
  const fresh = [
    '*New*',
    ...(contents ? [`Package: ${countOf(contents.files, 'file')}`] : []),
    `Category: ${categoryLabel(form.category)}`,
    `Description: ${foreign(form.description, 200)}`,
    `Trigger words: ${wordsOf(form)}`,
  ];
  return { type: 'section', fields: [old, fresh].map((lines) => mrkdwn(lines.join('\n'))) };
}

function agentsOf({ agentNames, holders }: TakenBy): string {
  if (agentNames !== null) return namesLine(agentNames, 200);
  if (holders.length === 0) return 'unknown';
  const names = holders.map(({ name }) => name);
  return `${namesLine(names, 200)}, as last saved from Slack`;
}

const wordsOf = ({ triggerWords }: Pick<TakenBy, 'triggerWords'>) =>
  triggerWords.length === 0 ? 'none' : triggerWordsLine(triggerWords);

/** Explains each button. */
function choicesLine({ canUpdateInPlace }: TakenBy): string {
  return [
    ...(canUpdateInPlace
      ? [
          '*Update in place* gives this code to the one that is there. All else about it stays: what you filled in is not used.',
        ]
      : []),
    '*Replace* deletes that one and uploads this one, which gets a new ID. You choose its Agents first.',
    '*Other name* leaves that one alone and uploads this one beside it.',
  ].join('\n');
}

const WRAP_LABELS = {
  flat: 'Put into a folder and upload',
  folder: 'Move to the top and upload',
  zip: 'Upload the zip inside',
} as const;

const BUTTONS_A_ROW = 3;

const inRows = (buttons: readonly types.Button[]): types.ActionsBlock[] => [
  ...actions(...buttons.slice(0, BUTTONS_A_ROW)),
  ...actions(...buttons.slice(BUTTONS_A_ROW)),
];

const choicesForTaken = (record: UploadRecord, { canUpdateInPlace }: TakenBy): types.Button[] => [
  ...(canUpdateInPlace ? [uploadButton('Update in place', record, 'update', 'primary')] : []),
  uploadButton('Replace…', record, 'replace'),
  uploadButton('Other name…', record, 'change'),
  uploadButton('Cancel', record, 'cancel'),
];

/** `send` uploads the zip unchanged, regardless of the form. A zip that can be repacked gets both buttons. */
function choicesForContents(record: UploadRecord): types.Button[] {
  const { contents } = record;
  const send = isWrapOffered(contents)
    ? [
        uploadButton(WRAP_LABELS[contents?.lift?.kind ?? 'flat'], record, 'send-wrapped', 'primary'),
        uploadButton('Upload as it is', record, 'send'),
      ]
    : [uploadButton('Upload', record, 'send', 'primary')];
  return [...send, uploadButton('Change…', record, 'change'), uploadButton('Cancel', record, 'cancel')];
}
