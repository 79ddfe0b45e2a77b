import type { AnyServiceError } from '../service-client/errors/index.ts';
import { hearFailedTries } from '../service-client/failed-tries.ts';
import { furtherOf, hasEnded, type UploadRecord, type UploadState } from '../store/upload-record.ts';
import { lostAccount } from './lost-account.ts';
import { confirm } from './steps/confirm.ts';
import { deleteOld } from './steps/delete-old.ts';
import { fetchFiles } from './steps/fetch-files.ts';
import { inspect } from './steps/inspect.ts';
import { keepOld } from './steps/keep-old.ts';
import { putBack } from './steps/put-back.ts';
import { restore } from './steps/restore.ts';
import { send } from './steps/send.ts';
import { passingTrouble, turnErrorIntoAdvance } from './turn-error-into-advance.ts';
import type { Advance, Step, UploadRun } from './upload-run.ts';
import type { UploadAccount } from './upload-tools.ts';

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
