import type { UploadRecord } from '../../src/store/upload-record.ts';
import { HandClock } from '../hand-clock.ts';
import { allUploads } from './all-uploads.ts';
import { newUpload } from './new-upload.ts';
import { openTestStore, type storeKinds } from './stores.ts';

export const LEASE = 30_000;
export const END = { kind: 'cancelled', by: 'U1' } as const;

/** An empty store with its own clock, and the two calls that most tests begin with. */
export async function setUpUploads(kind: (typeof storeKinds)[number]) {
  const clock = new HandClock();
  const { reopen, store } = await openTestStore(kind, { now: clock.now });
  const uploads = allUploads(store);
  /** Accepts them one after the other, a millisecond apart. */
  const add = async (...ids: string[]) => {
    for (const id of ids) {
      await uploads.add(newUpload(id));
      clock.move(1);
    }
  };
  const claim = async (owner = 'a'): Promise<UploadRecord> => {
    const record = await uploads.claimNext(owner, LEASE);
    if (!record) throw new Error('There is nothing to claim.');
    return record;
  };
  return { add, claim, clock, reopen, store, uploads };
}
