import type { TenantQuiets } from './quiet-record.ts';
import type { TenantSchedules } from './schedule-record.ts';
import type { TenantUndoLog } from './undo-record.ts';

interface CachedRecord<T> {
  /** @throws store errors, which aren't cached. */
  read(): Promise<T>;
}

/** What lists show from the store, for one account. Cached, so only for display: decisions read the store itself. */
export interface CachedRecords {
  schedules: CachedRecord<Awaited<ReturnType<TenantSchedules['list']>>>;
  quiets: CachedRecord<Awaited<ReturnType<TenantQuiets['list']>>>;
  /** The latest changes, newest first. */
  changes: CachedRecord<Awaited<ReturnType<TenantUndoLog['recent']>>>;
  /** Call after a write in any process. */
  forget(): void;
}
