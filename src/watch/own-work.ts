import type { UploadRecord, UploadState } from '../store/upload-record.ts';

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
