import type { Store } from '../../src/store/store.ts';
import type { UploadQueue } from '../../src/store/upload-queue.ts';
import type { NewUpload, TenantUploads } from '../../src/store/uploads.ts';

/** The uploads of the workspace T1 and the queue of all as one object. A new upload may name another workspace. */
export function allUploads(store: Store) {
  const { uploads } = store.of('T1');
  const { uploadQueue: queue } = store;
  return {
    add: ({ tenantId = 'T1', ...upload }: NewUpload & { tenantId?: string }) => store.of(tenantId).uploads.add(upload),
    isSubmitted: (key: string) => uploads.isSubmitted(key),
    countUnfinished: (userId: string) => uploads.countUnfinished(userId),
    find: (id: string) => uploads.find(id),
    decide: (...given: Parameters<TenantUploads['decide']>) => uploads.decide(...given),
    setPlace: (...given: Parameters<TenantUploads['setPlace']>) => uploads.setPlace(...given),
    isPlaceTaken: (...given: Parameters<TenantUploads['isPlaceTaken']>) => uploads.isPlaceTaken(...given),
    listOpen: (limit: number) => uploads.listOpen(limit),
    listUntold: (limit: number) => uploads.listUntold(limit),
    listReceipts: (limit: number) => uploads.listReceipts(limit),
    claimNext: (...given: Parameters<UploadQueue['claimNext']>) => queue.claimNext(...given),
    renew: (...given: Parameters<UploadQueue['renew']>) => queue.renew(...given),
    save: (...given: Parameters<UploadQueue['save']>) => queue.save(...given),
    release: (...given: Parameters<UploadQueue['release']>) => queue.release(...given),
    markTold: (...given: Parameters<UploadQueue['markAnnounced']>) => queue.markAnnounced(...given),
    listWaiting: (...given: Parameters<UploadQueue['listWaiting']>) => queue.listWaiting(...given),
    countOpen: (...given: Parameters<UploadQueue['countOpen']>) => queue.countOpen(...given),
    nextDueAt: (...given: Parameters<UploadQueue['nextDueAt']>) => queue.nextDueAt(...given),
    sweep: async (before: number) => (await store.expire({ history: 0, uploads: before })).uploads,
  };
}
