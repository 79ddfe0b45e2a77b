import * as z from 'zod';
import { type AnyServiceError, isServiceError } from '../service/errors.ts';
import type { TenantUndoLog, UndoRecord } from '../store/undo-record.ts';
import type { UploadRecord, UploadState } from '../store/upload-record.ts';
import {
  type AccountChange,
  type AccountLists,
  AccountSnapshot,
  compareAccounts,
  type ReadLists,
  readLists,
  snapshotOf,
} from './compare.ts';
import { compareProblems, KeptProblems, type ProblemNews, type ProblemPorts } from './compare-problems.ts';
import { applyOwnChanges } from './own-changes.ts';

/**
 * A stored snapshot, as JSON. A new format gets a new version number; with an older one, the next check counts as a
 * first run.
 */
const KeptSnapshot = z.object({
  v: z.literal(1),
  account: z.string(),
  /** IDs of the bot's own changes shortly before the snapshot, which the lists already include. */
  included: z.array(z.string()),
  lists: AccountSnapshot,
  /** Absent if the check did not search for problems, so that none are known yet. */
  problems: KeptProblems.optional().catch(undefined),
});
type KeptSnapshot = Omit<z.infer<typeof KeptSnapshot>, 'v'>;

const writeKeptSnapshot = (kept: KeptSnapshot): string => JSON.stringify({ v: 1, ...kept });

/** Null if this version can't read it. */
function readKeptSnapshot(document: string): KeptSnapshot | null {
  const kept = KeptSnapshot.safeParse(parseJson(document));
  return kept.success ? kept.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const MAX_FIRST = 100;

/** The bot's own changes recorded at `since` or later, oldest first. */
export async function readOwnChanges(undoLog: Pick<TenantUndoLog, 'recent'>, since: Date): Promise<UndoRecord[]> {
  for (let max = MAX_FIRST; ; max *= 2) {
    const recent = await undoLog.recent(max);
    const wanted = recent.filter(({ at }) => at >= since);
    // Sorted newest first, so an older change or an incomplete page means that there are no more.
    if (wanted.length < recent.length || recent.length < max) return wanted.reverse();
  }
}

/** Longer than any operation except an upload. An attempt that started earlier was killed and will never end. */
const LONGEST_MS = 15 * 60_000;

/** States in which an upload has not sent or deleted anything yet. */
const UNTOUCHED = new Set<UploadState>(['accepted', 'fetching', 'inspecting', 'asking', 'keeping']);

export interface OwnWork {
  /** An attempt starts before its change, and ends after the change is recorded. */
  auditLog: { runningSince(since: Date): Promise<number> };
  /** True if a recorded change was not on the account yet. The later check is scheduled before the attempt ends. */
  isRecheckPlanned(): Promise<boolean>;
  /** Uploads whose result has not been posted. Their changes are recorded before that. */
  listUntoldUploads(): Promise<readonly Pick<UploadRecord, 'state'>[]>;
  now: () => Date;
}

/** True if the bot may have made a change that is not recorded yet, or not on the account yet. */
export async function isAtWork({ auditLog, isRecheckPlanned, listUntoldUploads, now }: OwnWork): Promise<boolean> {
  if ((await auditLog.runningSince(new Date(now().getTime() - LONGEST_MS))) > 0) return true;
  // Checked after the attempts, because one that has just ended may have scheduled a check.
  if (await isRecheckPlanned()) return true;
  return (await listUntoldUploads()).some(({ state }) => !UNTOUCHED.has(state));
}

/** Dependencies. Their errors are passed on. */
export interface WatchPorts {
  /** Identifies the account without secrets. A new account starts with a first run. */
  account: string;
  service: AccountLists;
  snapshots: {
    read(): Promise<{ takenAt: Date; document: string } | null>;
    save(document: string, takenAt: Date): Promise<void>;
  };
  /** The bot's own changes since that time, oldest first. */
  ownChanges(since: Date): Promise<readonly UndoRecord[]>;
  /** How long own changes are kept. */
  historyKeepMs: number;
  /** True if the bot may have made a change that is not yet among its own changes, or not yet in the lists. */
  isAtWork(): Promise<boolean>;
  problems: ProblemPorts;
  notify(changes: readonly AccountChange[], seenAt: Date, problems: ProblemNews): Promise<void>;
  now: () => Date;
}

export type AccountCheck =
  /** The bot is changing something, so nothing was compared. Try again soon. */
  | { kind: 'busy' }
  | { kind: 'trouble'; error: AnyServiceError }
  /** There is no earlier snapshot, so the current one is stored and nothing is reported. */
  | { kind: 'first' }
  | { kind: 'unchanged' }
  /** `problems`: how many have appeared or were resolved; absent for none. */
  | { kind: 'changed'; changes: AccountChange[]; problems?: number };

/** Upper bound for the clock skew between processes. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/**
 * The snapshot is stored again after this time even if nothing changed, so that it doesn't get older than the oldest
 * known own change.
 */
const KEEP_ANEW_MS = 60 * 60_000;

/**
 * Runs one check, in only one process at a time. Reports changes by others since the last snapshot, and new and
 * resolved problems of the account, no matter who caused them.
 *
 * The bot's own changes are recognized by their records, so the lists must show exactly the recorded changes. That
 * holds if no work was in progress after the lists were read, and no change was recorded while they were read: then
 * every change in the lists was recorded before, and no later record is in the lists. Work in progress is checked first
 * and the records are read last, because a change is recorded before its work ends. Changes already in the lists are
 * remembered by ID instead of time, because clocks differ and each record must count once.
 *
 * The snapshot is stored only after the report, so if the bot is killed in between, it reports again.
 */
export async function watchAccount(ports: WatchPorts): Promise<AccountCheck> {
  // Only saves calls to the service; the decisive check follows after the lists are read.
  if (await ports.isAtWork()) return { kind: 'busy' };
  const seenAt = ports.now();
  const known = await readKnown(ports, seenAt);
  const since = minus(known?.takenAt ?? seenAt, CLOCKS_DIFFER_MS);
  const recordedBefore = await ports.ownChanges(since);
  let lists: SeenAccount | null;
  try {
    lists = await readTwice(ports.service, known?.lists ?? null);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { kind: 'trouble', error };
  }
  if (lists === null || (await ports.isAtWork())) return { kind: 'busy' };
  const recorded = await ports.ownChanges(since);
  if (!isSame(recorded.map(idOf), recordedBefore.map(idOf))) return { kind: 'busy' };
  return notifyAndSave(known, lists, recorded, seenAt, ports);
}

type Known = KeptSnapshot & { takenAt: Date };

/** Null if there is no usable snapshot. */
async function readKnown({ account, historyKeepMs, snapshots }: WatchPorts, seenAt: Date): Promise<Known | null> {
  const kept = await snapshots.read();
  if (!kept || kept.takenAt < minus(seenAt, historyKeepMs - CLOCKS_DIFFER_MS)) return null;
  const known = readKeptSnapshot(kept.document);
  return known?.account === account ? { ...known, takenAt: kept.takenAt } : null;
}

/**
 * Confirms new differences by a second read, because the lists are read in parallel: a concurrent change or a faulty
 * service can produce a state that never existed. Null if the second read differs.
 */
async function readTwice(service: AccountLists, known: AccountSnapshot | null): Promise<SeenAccount | null> {
  const first = await readAccount(service);
  if (known && isSame(first.snapshot, known)) return first;
  const second = await readAccount(service);
  return isSame(first.snapshot, second.snapshot) ? second : null;
}

interface SeenAccount {
  read: ReadLists;
  snapshot: AccountSnapshot;
}

async function readAccount(service: AccountLists): Promise<SeenAccount> {
  const read = await readLists(service);
  return { read, snapshot: snapshotOf(read) };
}

async function notifyAndSave(
  known: Known | null,
  { read, snapshot: lists }: SeenAccount,
  recorded: readonly UndoRecord[],
  seenAt: Date,
  { account, problems: ports, snapshots, notify }: WatchPorts,
): Promise<AccountCheck> {
  const recent = recorded.filter(({ at }) => at >= minus(seenAt, CLOCKS_DIFFER_MS));
  const { kept: problems, news } = await compareProblems(known?.problems ?? null, read, ports);
  const keep = () =>
    snapshots.save(writeKeptSnapshot({ account, included: recent.map(idOf), lists, problems }), seenAt);
  if (!known) {
    await keep();
    return { kind: 'first' };
  }
  const included = new Set(known.included);
  const own = recorded.filter(({ id }) => !included.has(id));
  const expected = applyOwnChanges(known.lists, own.map(changeOf), lists);
  const changes = compareAccounts(expected, lists);
  const count = news.appeared.length + news.gone.length;
  if (changes.length + count > 0) await notify(changes, seenAt, news);
  const isAsKept = isSame(lists, known.lists) && isSame(problems, known.problems);
  const isKept = own.length === 0 && isAsKept && known.takenAt > minus(seenAt, KEEP_ANEW_MS);
  if (!isKept) await keep();
  if (changes.length + count === 0) return { kind: 'unchanged' };
  return { kind: 'changed', changes, problems: count > 0 ? count : undefined };
}

const minus = (at: Date, ms: number) => new Date(at.getTime() - ms);
const idOf = ({ id }: UndoRecord) => id;
const changeOf = ({ change }: UndoRecord) => change;
const isSame = (some: unknown, other: unknown) => JSON.stringify(some) === JSON.stringify(other);
