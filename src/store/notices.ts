import * as z from 'zod';

const Id = z.string().min(1).max(255);

/**
 * A message from one process to the others on the same store. It only contains IDs, never content or secrets: the
 * receiver reads the store or the service again.
 */
export const Notice = z.discriminatedUnion('kind', [
  /** The account of a workspace was changed, so cached lists are outdated. */
  z.object({ kind: z.literal('account-changed'), tenantId: Id }),
  z.object({ kind: z.literal('settings-changed'), tenantId: Id }),
  /** A table of a workspace that `record-cache.ts` caches was changed. */
  z.object({ kind: z.literal('records-changed'), tenantId: Id }),
  /** The installation or the connected account of a workspace was saved or removed. */
  z.object({ kind: z.literal('installation-changed'), tenantId: Id }),
  /** A person has decided about an upload, for example canceled it. */
  z.object({ kind: z.literal('upload-decided'), uploadId: Id }),
  /** Slack limits calls under this key for `ms` milliseconds from now. */
  z.object({ kind: z.literal('limit-held'), limit: Id, ms: z.number().int().positive() }),
]);
export type Notice = z.infer<typeof Notice>;

/** `missed`: notices may have been lost, so everything cached that depends on them is outdated. */
export type ReceivedNotice = Notice | { kind: 'missed' };

export interface Notices {
  /**
   * True while notices of other processes arrive. Otherwise, data that another process may change must not be cached
   * for longer than one request.
   */
  readonly isListening: boolean;
  /**
   * Notifies the other processes, and this process's listeners. Equal pending notices are sent once. Never throws,
   * because a lost notice only delays updates elsewhere.
   */
  send(notice: Notice): void;
  /** @param listener `isOwn`: true if this process sent the notice. @returns a function that stops listening. */
  listen(listener: (notice: ReceivedNotice, isOwn: boolean) => void): () => void;
}

/**
 * Sends a notice after a change, even if the change failed, because it may have been made nevertheless.
 * @throws the errors of `change`.
 */
export async function notifyAfter<T>(notices: Notices, notice: Notice, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } finally {
    notices.send(notice);
  }
}

/** Passes notices within this process only. */
export class LocalNotices implements Notices {
  readonly #listeners = new Set<(notice: ReceivedNotice, isOwn: boolean) => void>();

  get isListening(): boolean {
    return true;
  }

  send(notice: Notice): void {
    this.pass(notice, true);
  }

  listen(listener: (notice: ReceivedNotice, isOwn: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  protected pass(notice: ReceivedNotice, isOwn: boolean): void {
    for (const listener of this.#listeners) listener(notice, isOwn);
  }
}
