import { isPackageProblem } from '@abilities-bot/ability-zip';
import { explainServiceError } from '../core/explain-service-error.ts';
import { hearFailedTries } from '../service/connection.ts';
import { ENDPOINTS } from '../service/endpoints.ts';
import { type AnyServiceError, isServiceError } from '../service/errors.ts';
import { furtherOf, hasEnded, type UploadEnd, type UploadRecord, type UploadState } from '../store/upload-record.ts';
import {
  AccountLostError,
  type Advance,
  FileUnavailableError,
  type Step,
  StepTroubleError,
  type UploadAccount,
  type UploadRun,
  type UploadTools,
} from './ports.ts';
import { NoFolderError, SpoolFullError } from './spool.ts';
import { fetchFiles, inspect } from './steps/fetch.ts';
import { deleteOld, keepOld } from './steps/replace.ts';
import { putBack, restore } from './steps/restore.ts';
import { confirm, refuse, send } from './steps/send.ts';

/**
 * Why an upload cannot go on, which is for the account that was connected when it was sent in, and for no other. Null when
 * that is still so. A workspace that removed the bot may install it again, and a lost key may be given to the bot.
 */
export function lostAccount(
  { account: version = 0 }: Pick<UploadRecord, 'account'>,
  { account }: Pick<UploadTools, 'account'>,
): Error | null {
  switch (account.kind) {
    case 'connected':
      return account.version === version
        ? null
        : new AccountLostError('This workspace was connected anew meanwhile, maybe to another account.');
    case 'none':
      return new AccountLostError('This workspace is not connected to an account any more.');
    case 'unreadable':
      return new StepTroubleError('I cannot read the key of the account now.');
    case 'gone':
      return new StepTroubleError('The bot is not installed in this workspace any more.');
  }
}

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

/** What each state does. A question that is due was not answered in time. */
const STEPS: Partial<Record<UploadState, Step>> = {
  accepted: async () => ({ state: 'fetching' }),
  fetching: fetchFiles,
  inspecting: inspect,
  asking: expireQuestion,
  keeping: keepOld,
  deleting: deleteOld,
  sending: send,
  confirming: confirm,
  restoring: restore,
  'putting-back': putBack,
};

/** Claimed before its time when the question itself could not be told. */
async function expireQuestion({ record, tools }: UploadRun): Promise<Advance> {
  if (tools.now() < (record.askUntil ?? 0)) return { state: 'asking' };
  return { state: 'cancelled', change: { end: { kind: 'cancelled', by: null } } };
}

/** Steps that may follow each other in one turn: more than any way from accepted to an end, so that no circle is endless. */
const MAX_STEPS = 40;

/**
 * Takes a claimed upload as far as it goes now: to its end, to a question, or to trouble that is waited out. Every state
 * is written before its work begins; when it cannot be written, somebody else decides by now, and this turn is over.
 * @param accountNow asked before each further step: a key that was forgotten meanwhile is not used any more.
 * @returns the record as it was written last.
 */
export async function runUpload(
  run: UploadRun,
  owner: string,
  accountNow: () => Promise<UploadAccount>,
): Promise<UploadRecord> {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const { record, tools } = run;
    if (hasEnded(record)) return record;
    tools.ports.showProgress(record, { percent: null, waitingBefore: null });
    const lost = steps === 0 ? null : lostAccount(record, { account: await accountNow() });
    const advance = lost ? turnErrorIntoAdvance(lost, run) : await takeStep(run);
    // Cut short: whatever the step says may come of that. The next to hold the lease begins in the written state.
    if (run.signal.aborted) return record;
    const written = await writeAdvance(run, advance, owner);
    if (!written) return record;
    run.resumed = run.record.state === written.state;
    run.record = written;
    if (advance.dueAt !== undefined || written.state === 'asking') return written;
  }
  return run.record;
}

async function takeStep(run: UploadRun): Promise<Advance> {
  const step = STEPS[run.record.state];
  try {
    if (!step) throw new Error(`No step for the state ${run.record.state}.`);
    return await hearFailedTries(
      (error) => showFailedTry(error, run),
      () => step(run),
    );
  } catch (error) {
    if (!run.signal.aborted) run.tools.log.warn({ err: error, ...idOf(run.record) }, 'a step of an upload failed');
    return turnErrorIntoAdvance(error, run);
  }
}

/** Reported now, since the call may be retried for a while. */
function showFailedTry(error: AnyServiceError, { record, signal, tools }: UploadRun): void {
  const trouble = signal.aborted ? null : passingTrouble(error, record, tools);
  if (trouble) tools.ports.showProgress({ ...record, trouble }, { percent: null, waitingBefore: null });
}

/** Null, and nothing is written: the lease is lost, or a person decided meanwhile. */
export async function writeAdvance(
  { record, tools }: Pick<UploadRun, 'record' | 'tools'>,
  advance: Advance,
  owner: string,
): Promise<UploadRecord | null> {
  const written = await tools.store.uploads.save(
    {
      ...record,
      ...(isPastTrouble(record, advance) ? { trouble: null } : {}),
      ...advance.change,
      state: advance.state,
      furthest: furtherOf(record, advance.state),
      dueAt: advance.dueAt ?? tools.now(),
    },
    owner,
  );
  const line = { ...idOf(record), from: record.state, to: advance.state };
  if (written) tools.log.info(line, 'an upload goes on');
  else tools.log.info(line, 'an upload is decided by somebody else by now');
  return written;
}

/**
 * What was wrong is over once a step leads on. Reading the file again is no progress: the lists that a try ends with may
 * be what does not answer, and the waits between the tries have to grow.
 */
const isPastTrouble = (record: UploadRecord, { state }: Advance) =>
  state !== record.state && state !== 'accepted' && state !== 'fetching' && state !== 'inspecting';

const idOf = ({ id, ref }: UploadRecord) => ({ upload: id, ref });
