import * as z from 'zod';
import { type AnyServiceError, isServiceError } from '../service/errors.ts';
import type { UndoLog, UndoRecord } from '../store/undo-record.ts';
import type { UploadRecord, UploadState } from '../store/upload-record.ts';
import { type AccountChange, type AccountLists, AccountSnapshot, compareAccounts, takeSnapshot } from './compare.ts';
import { applyOwnChanges } from './own-changes.ts';

/** What is remembered of a look, as JSON. A new shape gets a new number; an old one is then a first look again. */
const KeptSnapshot = z.object({
  v: z.literal(1),
  /** Which account was looked at. */
  account: z.string(),
  /** The bot's own changes shortly before the look, by their IDs: the lists show them already. */
  included: z.array(z.string()),
  lists: AccountSnapshot,
});
export type KeptSnapshot = Omit<z.infer<typeof KeptSnapshot>, 'v'>;

export const writeKeptSnapshot = (kept: KeptSnapshot): string => JSON.stringify({ v: 1, ...kept });

/** Null for what this version cannot read. */
export function readKeptSnapshot(document: string): KeptSnapshot | null {
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

/** The bot's own changes that were recorded at `since` or later, oldest first. */
export async function readOwnChanges(undoLog: Pick<UndoLog, 'recent'>, since: Date): Promise<UndoRecord[]> {
  for (let most = MAX_FIRST; ; most *= 2) {
    const recent = await undoLog.recent(most);
    const wanted = recent.filter(({ at }) => at >= since);
    // Newest first: an older one among them, or fewer than asked for, says that there are no more.
    if (wanted.length < recent.length || recent.length < most) return wanted.reverse();
  }
}

/** Longer than anything but an upload takes. One that began before was killed, and never ends. */
const LONGEST_MS = 15 * 60_000;

/** In these, an upload has sent and deleted nothing yet. */
const UNTOUCHED = new Set<UploadState>(['accepted', 'fetching', 'inspecting', 'asking', 'keeping']);

export interface OwnWork {
  /** What the bot was asked for. An attempt begins before it changes anything, and ends after its change is recorded. */
  auditLog: { runningSince(since: Date): Promise<number> };
  /** The uploads whose end was not told: when it is, the change is recorded. */
  listUntoldUploads(): Promise<readonly Pick<UploadRecord, 'state'>[]>;
  now: () => Date;
}

/** Whether the bot may have changed something that is not recorded yet. */
export async function isAtWork({ auditLog, listUntoldUploads, now }: OwnWork): Promise<boolean> {
  if ((await auditLog.runningSince(new Date(now().getTime() - LONGEST_MS))) > 0) return true;
  return (await listUntoldUploads()).some(({ state }) => !UNTOUCHED.has(state));
}

/** What a look needs. What these throw, a look throws. */
export interface WatchPorts {
  /** Names the account and nothing secret: another one is looked at for the first time. */
  account: string;
  service: AccountLists;
  snapshots: {
    read(): Promise<{ takenAt: Date; document: string } | null>;
    save(document: string, takenAt: Date): Promise<void>;
  };
  /** What the bot itself changed since then, oldest first. */
  ownChanges(since: Date): Promise<readonly UndoRecord[]>;
  /** For how long own changes are kept. */
  historyKeepMs: number;
  /** Whether the bot may have changed something that is not among its own changes yet. */
  isAtWork(): Promise<boolean>;
  /** True for one process at a time, for longer than a look takes. */
  claimTurn(): Promise<boolean>;
  /** Lets the turn be claimed again at once. */
  giveTurnBack(): Promise<void>;
  tell(changes: readonly AccountChange[], seenAt: Date): Promise<void>;
  now: () => Date;
}

/** What came of a look. */
export type Look =
  | { kind: 'not-our-turn' }
  /** Something is being changed at this moment, so that nothing was compared: to be tried again soon. */
  | { kind: 'busy' }
  | { kind: 'trouble'; error: AnyServiceError }
  /** There was nothing to compare with: what is seen is kept, and nothing told. */
  | { kind: 'first' }
  | { kind: 'unchanged' }
  | { kind: 'told'; changes: AccountChange[] };

/** The clocks of several processes differ by less. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/** What is kept may not be older than the oldest own change that is known. */
const KEEP_ANEW_MS = 60 * 60_000;

/**
 * One look at the account: tells what others changed since the last one.
 *
 * Own changes are told apart by what is recorded of them, so that the lists have to show all that is recorded and
 * nothing else of the bot's. That holds when nothing of the bot's was under way after the lists were read, and no change
 * was recorded while they were: whatever the lists show of it was recorded before, and whatever is recorded later is not
 * in them. "Under way" is asked first and the records are read last, as a change is recorded before its work ends. The
 * records that are in the lists are remembered by their IDs, not by a time: clocks differ, and each record has to count
 * once.
 *
 * What is seen is kept only after it was told: killed in between, the bot tells it again.
 */
export async function watchAccount(ports: WatchPorts): Promise<Look> {
  if (!(await ports.claimTurn())) return { kind: 'not-our-turn' };
  const look = await lookAtAccount(ports);
  if (look.kind === 'busy') await ports.giveTurnBack();
  return look;
}

async function lookAtAccount(ports: WatchPorts): Promise<Look> {
  // Only to spare the service: what counts is asked after the lists are read.
  if (await ports.isAtWork()) return { kind: 'busy' };
  const seenAt = ports.now();
  const known = await readKnown(ports, seenAt);
  const since = minus(known?.takenAt ?? seenAt, CLOCKS_DIFFER_MS);
  const recordedBefore = await ports.ownChanges(since);
  let lists: AccountSnapshot | null;
  try {
    lists = await readTwice(ports.service, known?.lists ?? null);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { kind: 'trouble', error };
  }
  if (lists === null || (await ports.isAtWork())) return { kind: 'busy' };
  const recorded = await ports.ownChanges(since);
  if (!isSame(recorded.map(idOf), recordedBefore.map(idOf))) return { kind: 'busy' };
  return tellAndKeep(known, lists, recorded, seenAt, ports);
}

type Known = KeptSnapshot & { takenAt: Date };

/** Null where there is nothing to compare with. */
async function readKnown({ account, historyKeepMs, snapshots }: WatchPorts, seenAt: Date): Promise<Known | null> {
  const kept = await snapshots.read();
  if (!kept || kept.takenAt < minus(seenAt, historyKeepMs - CLOCKS_DIFFER_MS)) return null;
  const known = readKeptSnapshot(kept.document);
  return known?.account === account ? { ...known, takenAt: kept.takenAt } : null;
}

/**
 * What is new is read a second time: the lists are read side by side, and what is changed meanwhile, or a service that
 * is not well, gives a picture that never was. Null when the second one differs.
 */
async function readTwice(service: AccountLists, known: AccountSnapshot | null): Promise<AccountSnapshot | null> {
  const first = await takeSnapshot(service);
  if (known && isSame(first, known)) return first;
  const second = await takeSnapshot(service);
  return isSame(first, second) ? second : null;
}

async function tellAndKeep(
  known: Known | null,
  lists: AccountSnapshot,
  recorded: readonly UndoRecord[],
  seenAt: Date,
  { account, snapshots, tell }: WatchPorts,
): Promise<Look> {
  const recent = recorded.filter(({ at }) => at >= minus(seenAt, CLOCKS_DIFFER_MS));
  const keep = () => snapshots.save(writeKeptSnapshot({ account, included: recent.map(idOf), lists }), seenAt);
  if (!known) {
    await keep();
    return { kind: 'first' };
  }
  const included = new Set(known.included);
  const own = recorded.filter(({ id }) => !included.has(id));
  const expected = applyOwnChanges(known.lists, own.map(changeOf), lists);
  const changes = compareAccounts(expected, lists);
  if (changes.length > 0) await tell(changes, seenAt);
  const isKept = own.length === 0 && isSame(lists, known.lists) && known.takenAt > minus(seenAt, KEEP_ANEW_MS);
  if (!isKept) await keep();
  return changes.length > 0 ? { kind: 'told', changes } : { kind: 'unchanged' };
}

const minus = (at: Date, ms: number) => new Date(at.getTime() - ms);
const idOf = ({ id }: UndoRecord) => id;
const changeOf = ({ change }: UndoRecord) => change;
/** As JSON writes it. */
const isSame = (some: unknown, other: unknown) => JSON.stringify(some) === JSON.stringify(other);
