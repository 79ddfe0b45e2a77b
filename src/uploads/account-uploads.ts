import { type Clock, sleep } from '../base/clock.ts';
import type { Deadlines } from '../core/deadlines.ts';
import type { AccountUploads } from '../core/features/upload/account-uploads.ts';
import { hasEnded, type UploadRecord } from '../store/upload-record.ts';
import { digestUpload } from './approve.ts';
import { acceptAgain, acceptUpload, decideUpload } from './decide.ts';
import type { UploadTools } from './ports.ts';
import type { UploadWorker } from './worker.ts';

/** Another process may be working on the upload, so its progress is only visible in the store. */
const POLL_MS = 200;

interface Around {
  clock: Pick<Clock, 'after' | 'monotonic'>;
  deadlines: Pick<Deadlines, 'offeredUpdate'>;
  worker: Pick<UploadWorker, 'interrupt' | 'isStopping' | 'wake'>;
  /** Writes the start of the upload's audit entry. */
  begin: (record: UploadRecord) => Promise<void>;
  /** Called when an upload was added. */
  changed: () => void;
  adopt: AccountUploads['adopt'];
  compare: AccountUploads['compare'];
}

/** The operations on the uploads of a workspace. */
export function makeAccountUploads(
  tools: Pick<UploadTools, 'account' | 'log' | 'now' | 'settings' | 'store' | 'tenantId'>,
  { adopt, begin, changed, clock, compare, deadlines, worker }: Around,
): AccountUploads {
  const { log, store, tenantId } = tools;
  return {
    find: (id) => store.uploads.find(id),
    decide: async (of, decision, by) => {
      if (!(await decideUpload(of, decision, tools, by))) return false;
      if (decision.kind === 'cancel') worker.interrupt(of.id);
      worker.wake();
      return true;
    },
    waitForQuestion: async (id) => {
      const end = clock.monotonic() + deadlines.offeredUpdate;
      try {
        for (;;) {
          const record = await store.uploads.find(id);
          if (!record || record.state === 'asking' || record.trouble !== null || hasEnded(record)) return record;
          if (worker.isStopping || clock.monotonic() >= end) return record;
          await sleep(clock, POLL_MS);
        }
      } catch (error) {
        // The upload is stored, so it goes on without this request.
        log.warn({ err: error, upload: id }, 'upload not read');
        return null;
      }
    },
    accept: async ({ mayRepeat, ...request }) => {
      const submissionKey = `${tenantId}:${request.submissionKey}`;
      const accepted = await (mayRepeat ? acceptAgain : acceptUpload)({ ...request, submissionKey }, tools);
      if ('why' in accepted) return accepted;
      const { record } = accepted;
      // Before a worker takes the upload, because the worker writes the result under the same ID.
      await begin(record).catch((error: unknown) =>
        log.error(
          { err: error, upload: record.id },
          'upload audit entry not written, will be written when the upload ends',
        ),
      );
      worker.wake();
      changed();
      return record;
    },
    adopt,
    compare,
    digest: digestUpload,
    isPlaceTaken: (place) => store.uploads.isPlaceTaken(place),
  };
}
