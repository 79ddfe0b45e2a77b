import { theService } from '../../../core/service-name.ts';
import {
  furtherOf,
  hasEnded,
  isBeyond,
  UPLOAD_CANCELLABLE,
  type UploadRecord,
  type UploadState,
} from '../../../store/upload-record.ts';
import type { UploadProgress } from '../../../uploads/ports.ts';
import { actions, uploadButton } from '../../blocks/buttons.ts';
import { bold, countOf, type MessageAnswer, section, time, toFallback } from '../../blocks/kit.ts';
import { because } from './messages.ts';
import { foundWords } from './verdict.ts';

const MINUTE_MS = 60_000;

/** A time less than a minute away could look like the current time. */
function nextTry({ nextTryAt }: NonNullable<UploadRecord['trouble']>, now: Date): string {
  return nextTryAt - now.getTime() < MINUTE_MS
    ? 'Trying again in a moment.'
    : `Trying again at ${time(new Date(nextTryAt))}.`;
}

/** While the current version is deleted or about to be, people need to know that it isn't lost. */
function safetyWords({ kept, refusal, state }: UploadRecord): string {
  if (!kept || state === 'keeping') return '';
  if (state === 'deleting') return 'A copy of the current version is kept.';
  if (state === 'restoring')
    return refusal === null ? 'The new version has been uploaded.' : 'The previous version has been uploaded again.';
  return 'The previous version has been deleted; a copy of it is kept.';
}

type Steps = readonly (readonly [state: UploadState, word: string])[];

const SENDING = [
  ['fetching', 'reading'],
  ['inspecting', 'checking'],
] as const satisfies Steps;

/** The visible steps, by plan. */
const STEPS = {
  new: [...SENDING, ['sending', 'sending'], ['confirming', 'confirming']],
  update: [...SENDING, ['sending', 'sending'], ['verifying', 'confirming']],
  replace: [
    ...SENDING,
    ['keeping', 'backing up the current version'],
    ['deleting', 'deleting the current version'],
    ['sending', 'sending'],
    ['confirming', 'confirming'],
    ['restoring', 'restoring its settings'],
  ],
} as const satisfies Record<UploadRecord['plan']['kind'], Steps>;

const SENT = { new: 'uploaded', update: 'updated', replace: 'replaced' } as const;

const PLAN_VERBS = { new: 'Uploading', update: 'Updating', replace: 'Replacing' } as const;

type Planned = Pick<UploadRecord, 'form' | 'plan' | 'seenSha256'>;

/** True before anybody has seen what an update would change. Nothing is sent until then. */
const isComparing = ({ plan, seenSha256 }: Omit<Planned, 'form'>): boolean =>
  plan.kind === 'update' && seenSha256 === null;

/** What an upload does, as the start of a sentence. */
export const doing = (record: Planned, maxName?: number): string =>
  `${isComparing(record) ? 'Comparing with' : PLAN_VERBS[record.plan.kind]} ${bold(record.form.name, maxName)}`;

const stepsOf = (record: Omit<Planned, 'form'>): Steps => (isComparing(record) ? SENDING : STEPS[record.plan.kind]);

/** One line with the current step, or with the reason for waiting. */
export function uploadProgress(record: UploadRecord, progress: UploadProgress, now: Date): MessageAnswer {
  const line = progressLine(record, progress, now);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(line),
    blocks: [section(line), ...(isCancellable(record) ? actions(uploadButton('Cancel', record, 'cancel')) : [])],
  };
}

const isCancellable = ({ state }: UploadRecord) => UPLOAD_CANCELLABLE.some((cancellable) => cancellable === state);

function progressLine(record: UploadRecord, { percent, waitingBefore }: UploadProgress, now: Date): string {
  const { refusal, state, trouble } = record;
  const line = doing(record);
  if (waitingBefore !== null)
    return `${line} · ${waitingBefore === 0 ? 'next in the queue' : `${countOf(waitingBefore, 'upload')} ahead`}`;
  if (trouble) {
    const still = `Still ${line.replace(/^./, (first) => first.toLowerCase())}`;
    return [because(still, trouble.sentence, 400), nextTry(trouble, now), safetyWords(record)]
      .filter((sentence) => sentence !== '')
      .join(' ');
  }
  if (isLookingAgain(record)) return lookingAgain(record, now);
  if (state === 'asking') return `${line} · needs a decision`;
  if (state === 'putting-back')
    return `${line} · ${theService()} rejected the new version; restoring the previous version`;
  if (state === 'restoring' && refusal !== null)
    return `${line} · ${theService()} rejected the new version; restoring the previous version's settings`;
  const steps = stepsOf(record);
  const present = presentIndex(steps, record);
  const [step, word = ''] = steps[present] ?? [];
  const read = step === 'fetching' && percent !== null ? ` ${percent}%` : '';
  return `${line} · step ${present + 1} of ${steps.length}, ${word}${read}`;
}

const isLookingAgain = ({ state, verification }: Pick<UploadRecord, 'state' | 'verification'>): boolean =>
  state === 'verifying' && verification !== undefined && verification.looks > 0;

/** The new version was sent, or the previous version was restored, but the account doesn't show it yet. */
function lookingAgain({ dueAt, form, plan, refusal, verification }: UploadRecord, now: Date): string {
  const name = bold(form.name);
  const made = refusal === null ? `${name} ${SENT[plan.kind]}` : `The previous version of ${name} was restored`;
  const at = dueAt - now.getTime() < MINUTE_MS ? 'in a moment' : `at ${time(new Date(dueAt))}`;
  return `${made}, but not confirmed yet: ${foundWords(verification?.found ?? [])}. Checking again ${at}.`;
}

/** Shows the furthest step, because a retry that repeats earlier steps must not look like a restart. */
function presentIndex(steps: Steps, record: Pick<UploadRecord, 'furthest' | 'state'>): number {
  const reached = furtherOf(record);
  return Math.max(
    0,
    steps.findLastIndex(([step]) => !isBeyond(step, reached)),
  );
}

/** The current step in a few words, without details. */
export function presentStep({
  furthest,
  plan,
  seenSha256,
  state,
  trouble,
  verification,
}: Pick<UploadRecord, 'furthest' | 'plan' | 'seenSha256' | 'state' | 'trouble' | 'verification'>): string {
  if (isLookingAgain({ state, verification })) return 'sent, but not confirmed yet';
  if (trouble) return 'retry pending';
  if (state === 'asking') return 'needs a decision';
  if (state === 'accepted' && furtherOf({ furthest, state }) === state) return 'queued';
  if (state === 'putting-back') return 'restoring the previous version';
  if (hasEnded({ state })) return 'finishing';
  const steps = stepsOf({ plan, seenSha256 });
  const present = presentIndex(steps, { furthest, state });
  return `step ${present + 1} of ${steps.length}, ${steps[present]?.[1] ?? ''}`;
}

/** The initial text of a new message. Must remain true if nothing follows. */
export function uploadTaken(record: Planned): MessageAnswer {
  const name = bold(record.form.name);
  const line = isComparing(record) ? `Comparison with ${name} started.` : `Upload of ${name} started.`;
  return { surface: 'message', replaces: true, text: toFallback(line), blocks: [section(line)] };
}
