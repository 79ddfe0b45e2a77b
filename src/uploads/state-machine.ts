import { isPackageProblem } from '@abilities-bot/ability-zip';
import { explainServiceError } from '../core/explain-service-error.ts';
import { NotLockedError } from '../core/locks.ts';
import { withRetryListener } from '../service/connection.ts';
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
import { verificationOf, verify, verifyLater } from './steps/verify.ts';

/**
 * Checks that the workspace is still connected to the account that the upload was submitted for; null if it is. Some
 * errors are temporary, because a removed bot may be installed again and an unreadable key fixed.
 */
export function lostAccount(
  { account: version = 0 }: Pick<UploadRecord, 'account'>,
  { account }: Pick<UploadTools, 'account'>,
): Error | null {
  switch (account.kind) {
    case 'connected':
      return account.version === version
        ? null
        : new AccountLostError('This workspace was reconnected to an account in the meantime.');
    case 'none':
      return new AccountLostError('This workspace is no longer connected to an account.');
    case 'unreadable':
      return new StepTroubleError("I can't read the account's key right now.");
    case 'gone':
      return new StepTroubleError('The bot is no longer installed in this workspace.');
  }
}

/** Maximum number of attempts after a bug, which may depend on one response, or affect this upload forever. */
const MAX_TRIES_OF_A_FAULT = 5;

/** A run without its folder, which may not have been created. */
type FailedTurn = Pick<UploadRun, 'record' | 'resumed' | 'tools'>;

/**
 * Turns a step's error into the next state: temporary problems are retried until the upload's deadline; any other error
 * ends the upload. Never throws, so that every accepted upload ends.
 */
export function turnErrorIntoAdvance(error: unknown, run: FailedTurn): Advance {
  const { tools } = run;
  // The upload was sent, so problems now only delay the verdict.
  if (run.record.state === 'verifying') return verifyLater(run, [{ kind: 'unreadable', what: 'lists' }]);
  if (isPackageProblem(error)) return refuse(run, error.sentence);
  // The request never left this machine, so the upload can be canceled while it waits.
  const record = neverSent(error, run) ? takeBackSend(run.record) : run.record;
  const trouble = readTrouble(error, record);
  if (!trouble.mayPass) return giveUp({ ...run, record }, trouble.sentence);
  const tries = countTries(record, trouble);
  if (tools.now() >= record.giveUpAt || tries >= trouble.maxTries) return giveUp({ ...run, record }, trouble.sentence);
  const waitMs = Math.max(trouble.waitMs, waitBefore(tries, tools.settings.retryMs));
  // Limits Retry-After, which may be years.
  const nextTryAt = Math.min(tools.now() + waitMs, record.giveUpAt);
  const since = record.trouble?.since ?? tools.now();
  const change = { trouble: { sentence: trouble.sentence, since, tries, nextTryAt } };
  return { state: record.state, change: { ...change, sends: record.sends }, dueAt: nextTryAt };
}

/** The problem to show while the service client is still retrying; null if only the step can judge the error. */
function passingTrouble(
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
  maxTries: number;
  waitMs: number;
}

/** Errors whose messages can be shown to people. */
const PASSING = [FileUnavailableError, NoFolderError, NotLockedError, SpoolFullError, StepTroubleError];

function readTrouble(error: unknown, record: UploadRecord): Trouble {
  const passing = { mayPass: true, maxTries: Number.POSITIVE_INFINITY, waitMs: 0 };
  if (isServiceError(error)) {
    const waitMs = 'retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0;
    // Giving up early after the old Ability was deleted would leave the user with neither.
    const mayPass = isPassing(error) || record.kept !== null;
    // The original failure says more than an open circuit.
    const isNotAsked = error.kind === 'unavailable' && error.reason === 'circuit-open';
    const sentence = (isNotAsked ? record.trouble?.sentence : null) ?? explainServiceError(error);
    return { ...passing, sentence, mayPass, waitMs };
  }
  if (PASSING.some((passing) => error instanceof passing) && error instanceof Error) {
    return { ...passing, sentence: error.message };
  }
  if (error instanceof AccountLostError) return { ...passing, sentence: error.message, mayPass: false };
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { ...passing, sentence: 'The last attempt took too long.', maxTries: MAX_TRIES_OF_A_FAULT };
  }
  return { ...passing, sentence: 'Something went wrong.', maxTries: MAX_TRIES_OF_A_FAULT };
}

function neverSent(error: unknown, { record, resumed }: FailedTurn): boolean {
  if (record.state !== 'sending' || record.kept || resumed) return false;
  if (error instanceof NotLockedError) return true;
  return isServiceError(error) && error.kind === 'unavailable' && !error.mayHaveArrived;
}

const takeBackSend = (record: UploadRecord): UploadRecord => ({
  ...record,
  state: 'accepted',
  sends: record.sends - 1,
});

/** Counts bugs separately, because long waits for the service must not use up the attempts after a bug. */
function countTries({ trouble: before }: UploadRecord, { maxTries, sentence }: Trouble): number {
  if (!before || (Number.isFinite(maxTries) && before.sentence !== sentence)) return 1;
  return before.tries + 1;
}

const isPassing = ({ kind }: AnyServiceError): boolean =>
  kind === 'unavailable' ||
  kind === 'busy' ||
  kind === 'rate-limited' ||
  kind === 'unreadable-answer' ||
  kind === 'unclear';

const LONGEST_WAIT_MS = 120_000;

/** Exponential backoff with jitter. */
const waitBefore = (tries: number, firstMs: number) =>
  Math.min(LONGEST_WAIT_MS, firstMs * 2 ** Math.min(tries - 1, 20)) * (0.875 + Math.random() / 4);

function giveUp(run: FailedTurn, sentence: string): Advance {
  const { record } = run;
  // If possible, restore the old Ability instead of leaving the user with neither.
  if (record.kept && (record.state === 'sending' || record.state === 'confirming')) return refuse(run, sentence);
  const { abilityId, addTo, form, kept, state } = record;
  if (state === 'restoring' && addTo && !kept && abilityId !== null) {
    // The Ability was uploaded, but is not on its Agent.
    const expected = { triggerWords: form.triggerWords, enabled: null, installed: false, installedId: null };
    const verification = verificationOf(expected, [`${addTo.name} doesn't have it: ${sentence}`]);
    return { state: 'verifying', change: { trouble: null, verification } };
  }
  return { state: 'failed', change: { end: { kind: 'given-up', sentence, effect: effectOf(record) } } };
}

function effectOf({ kept, plan, sends, state }: UploadRecord): Extract<UploadEnd, { kind: 'given-up' }>['effect'] {
  if (state === 'deleting' || state === 'confirming') return 'unknown';
  if (kept) return 'old-deleted';
  // `sends` is incremented before sending. An update may be sent more than once without incrementing it.
  const earlierSends = state === 'sending' && plan.kind !== 'update' ? sends - 1 : sends;
  return earlierSends > 0 ? 'unknown' : 'none';
}

/** The step of each state. `asking` is claimed when its deadline has passed. */
const STEPS: Partial<Record<UploadState, Step>> = {
  accepted: async () => ({ state: 'fetching' }),
  fetching: fetchFiles,
  inspecting: inspect,
  asking: async () => ({ state: 'cancelled', change: { end: { kind: 'cancelled', by: null } } }),
  keeping: keepOld,
  deleting: deleteOld,
  sending: send,
  confirming: confirm,
  restoring: restore,
  'putting-back': putBack,
  verifying: verify,
};

/**
 * True for an upload that was claimed before its deadline, because posting the question failed. It isn't written,
 * because its form may be open and accepts only this version.
 */
const isStillAsking = ({ askUntil, state }: UploadRecord, { now }: Pick<UploadTools, 'now'>): boolean =>
  state === 'asking' && now() < (askUntil ?? 0);

/** Maximum number of steps in one run. No path needs this many, so it only stops an endless loop. */
const MAX_STEPS = 40;

/**
 * Advances a claimed upload as far as possible: to its end, to a user's decision, or to a wait before a retry. Each
 * state is written before its action; if the write fails, another process has taken over and this run ends.
 * @param accountNow called before each further step, so that a disconnected account's key is no longer used.
 * @returns the record as last written.
 */
export async function runUpload(run: UploadRun, accountNow: () => Promise<UploadAccount>): Promise<UploadRecord> {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const { record, tools } = run;
    if (hasEnded(record) || isStillAsking(record, tools)) return record;
    tools.ports.showProgress(record, { percent: null, waitingBefore: null });
    const lost = steps === 0 ? null : lostAccount(record, { account: await accountNow() });
    const advance = lost ? turnErrorIntoAdvance(lost, run) : await takeStep(run);
    // The result of an aborted step is unreliable. The next lease holder starts from the written state.
    if (run.signal.aborted) return record;
    const written = await writeAdvance(run, advance);
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
    return await withRetryListener(
      (error) => showFailedTry(error, run),
      () => step(run),
    );
  } catch (error) {
    if (!run.signal.aborted) run.tools.log.warn({ err: error, ...idOf(run.record) }, 'upload step failed');
    return turnErrorIntoAdvance(error, run);
  }
}

/** Shows the error immediately, because the call may be retried for a while. */
function showFailedTry(error: AnyServiceError, { record, signal, tools }: UploadRun): void {
  const trouble = signal.aborted ? null : passingTrouble(error, record, tools);
  if (trouble) tools.ports.showProgress({ ...record, trouble }, { percent: null, waitingBefore: null });
}

/** Null, without a write, if the lease is lost or a user has decided in the meantime. */
export async function writeAdvance(
  { record, save, tools }: Pick<UploadRun, 'record' | 'save' | 'tools'>,
  advance: Advance,
): Promise<UploadRecord | null> {
  const written = await save({
    ...record,
    ...(isPastTrouble(record, advance) ? { trouble: null } : {}),
    ...advance.change,
    state: advance.state,
    furthest: furtherOf(record, advance.state),
    dueAt: advance.dueAt ?? tools.now(),
  });
  const line = { ...idOf(record), from: record.state, to: advance.state };
  if (written) tools.log.info(line, 'upload state changed');
  else tools.log.info(line, 'upload state not written: lease lost, or a user has decided');
  return written;
}

/**
 * True once a step makes progress. Reading the file again is no progress: what fails may be reading the lists at the
 * end of each attempt, and the delays must keep growing.
 */
const isPastTrouble = (record: UploadRecord, { state }: Advance) =>
  state !== record.state && state !== 'accepted' && state !== 'fetching' && state !== 'inspecting';

const idOf = ({ id, ref }: UploadRecord) => ({ upload: id, ref });
