import { isPackageProblem } from '@abilities-bot/ability-zip';
import { LRUCache } from 'lru-cache';
import { withDeadline } from '../base/timeout.ts';
import type { Deadlines } from '../core/deadlines.ts';
import type { AccountVersions, Examined, RunningCode } from '../core/features/versions/account-versions.ts';
import { isServiceError } from '../service/errors.ts';
import { KeyScan } from './keep-versions.ts';
import { fetchGivenPackage } from './packages.ts';
import type { UploadTools } from './ports.ts';
import { NoFolderError, SpoolFullError } from './spool.ts';

/** Downloads per call: packages whose code must be current, and packages whose code is still unknown. */
const MAX_FRESH = 5;
const MAX_UNKNOWN = 10;
const AT_ONCE = 5;

/** Each takes about 300 bytes. */
const MAX_REMEMBERED = 10_000;
/** Limited because the service may change the code without showing a new time. */
const REMEMBER_MS = 60 * 60_000;
/** For uncertain results: just long enough for the next check to continue with other packages. */
const REMEMBER_BRIEFLY_MS = 60_000;

/** `code`: null if the service doesn't return the code, or it can't be read. */
type Remembered = Pick<Examined, 'stamp'> & { code: RunningCode | null };

/** The known code of all accounts of a process, so that repeated checks cover more and more of each account. */
export class CodeMemory {
  readonly #remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });

  /** Undefined if the code is unknown, or its stamp differs. */
  recall(account: string, { id, stamp }: Examined): RunningCode | null | undefined {
    const known = this.#remembered.get(`${account} ${id}`);
    return known?.stamp === stamp ? known.code : undefined;
  }

  remember(account: string, { id, stamp }: Examined, code: RunningCode | null): void {
    this.#set(account, id, { stamp, code }, stamp === null ? REMEMBER_BRIEFLY_MS : REMEMBER_MS);
  }

  /** Call after a failed download. Keeps what is known. */
  doubt(account: string, one: Examined): void {
    if (this.recall(account, one) !== undefined) return;
    this.#set(account, one.id, { stamp: one.stamp, code: null }, REMEMBER_BRIEFLY_MS);
  }

  /** All known code. Omits Abilities without readable code. */
  recallAll(account: string, all: readonly Examined[]): ReadonlyMap<Examined['id'], RunningCode> {
    return new Map(
      all.flatMap((one) => {
        const code = this.recall(account, one);
        return code ? [[one.id, code] as const] : [];
      }),
    );
  }

  forget(account: string, ids: readonly Examined['id'][]): void {
    for (const id of ids) this.#remembered.delete(`${account} ${id}`);
  }

  #set(account: string, id: Examined['id'], remembered: Remembered, ttl: number): void {
    this.#remembered.set(`${account} ${id}`, remembered, { ttl });
  }
}

type Tools = Pick<UploadTools, 'clock' | 'log' | 'service' | 'settings' | 'spool'> & {
  codes: CodeMemory;
  deadlines: Pick<Deadlines, 'examineCode'>;
};

/** @param account identifies the account among all accounts of the process. */
export function makeExamine(account: string, tools: Tools): AccountVersions['examine'] {
  const { clock, codes, deadlines, log } = tools;
  const learn = async (one: Examined, signal: AbortSignal) => {
    try {
      codes.remember(account, one, await download(one.id, signal, tools));
    } catch (error) {
      codes.doubt(account, one);
      if (!isPassing(error)) log.warn({ err: error, ability: one.id }, 'package not examined');
    }
  };
  return async (abilities) => {
    const unknown = abilities.filter((one) => !one.isFresh && codes.recall(account, one) === undefined);
    const queue = [...abilities.filter(({ isFresh }) => isFresh).slice(0, MAX_FRESH), ...unknown.slice(0, MAX_UNKNOWN)];
    const work = async (signal: AbortSignal) => {
      for (let one = queue.shift(); one && !signal.aborted; one = queue.shift()) await learn(one, signal);
    };
    await withDeadline(clock, deadlines.examineCode, (signal) =>
      Promise.all(Array.from({ length: AT_ONCE }, () => work(signal))),
    );
    return codes.recallAll(account, abilities);
  };
}

async function download(id: Examined['id'], signal: AbortSignal, tools: Tools): Promise<RunningCode | null> {
  return tools.spool.lend(async (folder) => {
    const scan = new KeyScan();
    const given = await fetchGivenPackage({ folder, signal, tools, visit: scan.visit }, id);
    // All empty packages are equal, so their digest identifies nothing.
    if (!given?.contentDigest || given.files.size === 0) return null;
    return { digest: given.contentDigest, keys: scan.keys() };
  });
}

/** True if an unreadable package is not the bot's fault, so that it isn't logged. */
export const isPassing = (error: unknown): boolean =>
  isServiceError(error) ||
  isPackageProblem(error) ||
  error instanceof SpoolFullError ||
  error instanceof NoFolderError ||
  (error instanceof Error && error.name === 'TimeoutError');
