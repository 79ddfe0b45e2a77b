import type { Config } from '../../config.ts';
import type { UploadSettings } from '../../uploads/upload-tools.ts';
import type { WorkerOptions } from '../../uploads/upload-worker.ts';
import { DROP_LEASE_MS } from '../upload/answer-drops.ts';

/** Times of uploads other than the usual. */
export type UploadTimes = Partial<Omit<UploadSettings, 'limits'> & WorkerOptions>;

/** In milliseconds; what each is for stands in UploadSettings and WorkerOptions. */
const UPLOAD_TIMES = {
  settleMs: 30_000,
  retryMs: 2000,
  askMs: 24 * 60 * 60_000,
  fetchMs: 5 * 60_000,
  inspectMs: 60_000,
  gatherMs: 1000,
};
const WORKER = { leaseMs: 20_000, pollMs: 5000 };

export const uploadSettings = ({ uploads }: Pick<Config, 'uploads'>, times: UploadTimes): UploadSettings => ({
  ...UPLOAD_TIMES,
  limits: uploads,
  giveUpMs: uploads.giveUpMs,
  ...times,
});

export const workerOptions = ({ uploads }: Pick<Config, 'uploads'>, times: UploadTimes): WorkerOptions => ({
  ...WORKER,
  atOnce: uploads.atOnce,
  ...times,
});

/** For dropped files. A share that is still being collected is not due. */
export const dropTimes = (times: UploadTimes) => {
  const leaseMs = times.leaseMs ?? DROP_LEASE_MS;
  const { gatherMs } = { ...UPLOAD_TIMES, ...times };
  return { leaseMs, pollMs: times.pollMs ?? WORKER.pollMs, dueMs: gatherMs + leaseMs };
};
