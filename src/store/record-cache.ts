import type { Clock } from '../base/clock.ts';
import type { CachedRecords } from './cached-record.ts';
import type { Notices } from './notices.ts';
import type { TenantQuiets } from './quiet-record.ts';
import type { TenantSchedules } from './schedule-record.ts';
import type { TenantUndoLog } from './undo-record.ts';

/** Enough for a list to find the change that its *Undo* offers. */
const MAX_CHANGES = 5;

interface Reads {
  quiets: Pick<TenantQuiets, 'list'>;
  schedules: Pick<TenantSchedules, 'list'>;
  undoLog: Pick<TenantUndoLog, 'recent'>;
}

interface Keeping {
  /** In milliseconds. Limited, because a process may be killed between its write and the notice. */
  keepMs: number;
  clock: Pick<Clock, 'monotonic'>;
  /** While no notices arrive, nothing is cached. */
  notices: Pick<Notices, 'isListening'>;
}

export function cacheRecords({ quiets, schedules, undoLog }: Reads, keeping: Keeping): CachedRecords {
  const reads = {
    schedules: new CachedRead(() => schedules.list(), keeping),
    quiets: new CachedRead(() => quiets.list(), keeping),
    changes: new CachedRead(() => undoLog.recent(MAX_CHANGES), keeping),
  };
  const forget = () => {
    for (const read of Object.values(reads)) read.forget();
  };
  return { ...reads, forget };
}

/** Concurrent callers share one query. */
class CachedRead<T> {
  readonly #query: () => Promise<T>;
  readonly #keeping: Keeping;
  #kept: { value: Promise<T>; readAt: number } | null = null;

  constructor(query: () => Promise<T>, keeping: Keeping) {
    this.#query = query;
    this.#keeping = keeping;
  }

  /** @throws store errors, which aren't cached. */
  async read(): Promise<T> {
    const { clock, keepMs, notices } = this.#keeping;
    const at = clock.monotonic();
    if (this.#kept && notices.isListening && at - this.#kept.readAt < keepMs) return this.#kept.value;
    const reading = { value: this.#query(), readAt: at };
    this.#kept = reading;
    try {
      return await reading.value;
    } catch (error) {
      if (this.#kept === reading) this.#kept = null;
      throw error;
    }
  }

  /** Call after a write. A query in progress may have missed it: only its current callers get that result. */
  forget(): void {
    this.#kept = null;
  }
}
