import { isPackageProblem } from '@abilities-bot/ability-zip';
import { explainServiceError } from '../core/explain-service-error.ts';
import { ENDPOINTS } from '../service-client/endpoints.ts';
import { type AnyServiceError, isServiceError } from '../service-client/errors/index.ts';
import type { UploadEnd, UploadRecord } from '../store/upload-record.ts';
import { NoFolderError, SpoolFullError } from './spool.ts';
import { refuse } from './steps/send.ts';
import { AccountLostError, type Advance, StepTroubleError, type UploadRun } from './upload-run.ts';
import { FileUnavailableError, type UploadTools } from './upload-tools.ts';

/** A fault of the program is tried so often: it may be about one answer, or about this upload for ever. */
const MAX_TRIES_OF_A_FAULT = 5;

/** A folder there may not even have been. */
type FailedTurn = Pick<UploadRun, 'record' | 'resumed' | 'tools'>;

/**
 * What becomes of an upload when a step throws. Trouble that may pass is waited out, until the time for the upload is
 * over; what will not pass is its end. Nothing is thrown from here: what was accepted always ends.
 */
export function turnErrorIntoAdvance(error: unknown, run: FailedTurn): Advance {
  const { tools } = run;
  if (isPackageProblem(error)) return refuse(run, error.sentence);
  // It never left this machine, so that it can be cancelled while it waits.
  const record = neverSent(error, run) ? takeBackSend(run.record) : run.record;
  const trouble = readTrouble(error, record);
  if (!trouble.mayPass) return giveUp({ ...run, record }, trouble.sentence);
  const tries = countTries(record, trouble);
  if (tools.now() >= record.giveUpAt || tries >= trouble.mostTries) return giveUp({ ...run, record }, trouble.sentence);
  const waitMs = Math.max(trouble.waitMs, waitBefore(tries, tools.settings.retryMs));
  // A service may ask for a wait of years.
  const nextTryAt = Math.min(tools.now() + waitMs, record.giveUpAt);
  const since = record.trouble?.since ?? tools.now();
  const change = { trouble: { sentence: trouble.sentence, since, tries, nextTryAt } };
  return { state: record.state, change: { ...change, sends: record.sends }, dueAt: nextTryAt };
}

/** The trouble of one try that failed, while the call may still be repeated; null for what the step itself makes out. */
export function passingTrouble(
  error: AnyServiceError,
  record: UploadRecord,
  { now, settings }: Pick<UploadTools, 'now' | 'settings'>,
): UploadRecord['trouble'] {
  if (error.kind !== 'unavailable' && error.kind !== 'rate-limited') return null;
  const { since, tries } = record.trouble ?? { since: now(), tries: 1 };
  return { sentence: readTrouble(error, record).sentence, since, tries, nextTryAt: now() + settings.retryMs };
}

interface Trouble {
  sentence: string;
  mayPass: boolean;
  mostTries: number;
  waitMs: number;
}

/** Their messages are sentences for people. */
const PASSING = [FileUnavailableError, NoFolderError, SpoolFullError, StepTroubleError];

function readTrouble(error: unknown, record: UploadRecord): Trouble {
  const passing = { mayPass: true, mostTries: Number.POSITIVE_INFINITY, waitMs: 0 };
  if (isServiceError(error)) {
    const waitMs = 'retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0;
    // Once the old Ability is deleted, stopping early would leave people without either.
    const mayPass = isPassing(error) || record.kept !== null;
    // That it is not asked at this moment says less than why it was not there before.
    const isNotAsked = error.kind === 'unavailable' && error.reason === 'circuit-open';
    const sentence = (isNotAsked ? record.trouble?.sentence : null) ?? explainServiceError(error);
    return { ...passing, sentence, mayPass, waitMs };
  }
  if (PASSING.some((passing) => error instanceof passing) && error instanceof Error) {
    return { ...passing, sentence: error.message };
  }
  if (error instanceof AccountLostError) return { ...passing, sentence: error.message, mayPass: false };
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { ...passing, sentence: 'It took longer than it may.', mostTries: MAX_TRIES_OF_A_FAULT };
  }
  return { ...passing, sentence: 'Something went wrong on my side.', mostTries: MAX_TRIES_OF_A_FAULT };
}

/** Of an update, the look at what came of it can fail in the same way: the code has been sent by then. */
function neverSent(error: unknown, { record, resumed }: FailedTurn): boolean {
  if (record.state !== 'sending' || record.kept || resumed) return false;
  if (!isServiceError(error) || error.endpoint === ENDPOINTS.downloadPackage.name) return false;
  return error.kind === 'unavailable' && !error.mayHaveArrived;
}

const takeBackSend = (record: UploadRecord): UploadRecord => ({
  ...record,
  state: 'accepted',
  sends: record.sends - 1,
});

/** A fault is counted by itself: an upload that has waited long for the service has had no try of it yet. */
function countTries({ trouble: before }: UploadRecord, { mostTries, sentence }: Trouble): number {
  if (!before || (Number.isFinite(mostTries) && before.sentence !== sentence)) return 1;
  return before.tries + 1;
}

const isPassing = ({ kind }: AnyServiceError): boolean =>
  kind === 'unavailable' || kind === 'rate-limited' || kind === 'unreadable-answer' || kind === 'unclear';

const LONGEST_WAIT_MS = 120_000;

/** Doubles with every try, scattered by a quarter, so that many do not come back at once. */
const waitBefore = (tries: number, firstMs: number) =>
  Math.min(LONGEST_WAIT_MS, firstMs * 2 ** Math.min(tries - 1, 20)) * (0.875 + Math.random() / 4);

function giveUp(run: FailedTurn, sentence: string): Advance {
  const { record } = run;
  // The old one goes back where that can be done, rather than leaving people without either.
  if (record.kept && (record.state === 'sending' || record.state === 'confirming')) return refuse(run, sentence);
  return { state: 'failed', change: { end: { kind: 'given-up', sentence, effect: effectOf(record) } } };
}

function effectOf({ kept, plan, sends, state }: UploadRecord): Extract<UploadEnd, { kind: 'given-up' }>['effect'] {
  if (state === 'deleting' || state === 'confirming') return 'unknown';
  if (kept) return 'old-deleted';
  // A send is counted before it is made. Under one count an update may be sent more than once.
  const earlierSends = state === 'sending' && plan.kind !== 'update' ? sends - 1 : sends;
  return earlierSends > 0 ? 'unknown' : 'none';
}
