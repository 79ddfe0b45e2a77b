import type { UploadRecord, UploadState } from '../../../store/upload-record.ts';
import { furtherOf, hasEnded, isBeyond, UPLOAD_CANCELLABLE } from '../../../store/upload-record.ts';
import type { UploadProgress } from '../../../uploads/upload-tools.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, uploadButton } from '../buttons.ts';
import { bold, code, context, countOf, section, toFallback } from '../text.ts';
import { contentsLine, leftOutText } from './upload-contents.ts';
import { troubleLine } from './upload-trouble-line.ts';

type Steps = readonly (readonly [state: UploadState, word: string])[];

const SENDING = [
  ['fetching', 'reading'],
  ['inspecting', 'checking'],
] as const satisfies Steps;

/** The steps that a person sees, by what becomes of the zip. */
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

/** What becomes of the zip, as the first word of a sentence. */
export const PLAN_VERBS = { new: 'Uploading', update: 'Updating', replace: 'Replacing' } as const;

/** A line as it is seen, and as it is spoken: who listens does not hear what is bold. */
interface Line {
  shown: string;
  spoken: string;
}

/** How far an upload is, in one line, with the present step in bold; or what it waits for. */
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

/** Where an upload stands, in a few words without what it waits for. */
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

/** The first line of a message of its own, before there is anything to tell. It stays true if nothing follows. */
export function uploadTaken({ form, zip }: UploadRecord): MessageAnswer {
  const line = `${code(zip.name)} is to become ${bold(form.name)}. The newest message about it here tells how it goes.`;
  return { surface: 'message', replaces: true, text: toFallback(line), blocks: [section(line)] };
}
