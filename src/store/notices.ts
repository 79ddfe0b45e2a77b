import * as z from 'zod';

const Id = z.string().min(1).max(255);

/**
 * A message from one process to the others on the same store. Contains IDs only, never content or secrets: the receiver reads
 * the store or the service again.
 */
export const Notice = z.discriminatedUnion('kind', [
  /** The account of a workspace was changed, so its cached lists are old. */
  z.object({ kind: z.literal('account-changed'), tenantId: Id }),
  z.object({ kind: z.literal('settings-changed'), tenantId: Id }),
  /** What is planned or quiet, or the undo log of a workspace, has changed. */
  z.object({ kind: z.literal('records-changed'), tenantId: Id }),
  /** The installation or the connected account of a workspace was saved or removed. */
  z.object({ kind: z.literal('installation-changed'), tenantId: Id }),
  /** A user has decided about an upload, for example cancelled it. */
  z.object({ kind: z.literal('upload-decided'), uploadId: Id }),
  /** Slack rate-limits calls of this kind for so many milliseconds from now. */
  z.object({ kind: z.literal('limit-held'), limit: Id, ms: z.number().int().positive() }),
]);
export type Notice = z.infer<typeof Notice>;

/** `missed`: notices may have been lost, so all cached data that a notice would have invalidated is outdated. */
export type ReceivedNotice = Notice | { kind: 'missed' };

export interface Notices {
  /**
   * True while notices of other processes arrive. Otherwise, data that another process may change must not be cached
   * longer than one request.
   */
  readonly isListening: boolean;
  /**
   * Notifies the other processes, and the listeners of this one. Equal pending notices are sent as one. Never throws: a
   * lost notice only delays updates elsewhere.
   */
  send(notice: Notice): void;
  /** @param isOwn whether this process sent it. @returns a function that stops it. */
  listen(listener: (notice: ReceivedNotice, isOwn: boolean) => void): () => void;
}

/**
 * Announces a change after making it, even after an error, because it may have been made.
 * @throws the errors of `change`.
 */
export async function notifyAfter<T>(notices: Notices, notice: Notice, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } finally {
    notices.send(notice);
  }
}

/** Passes notices on within this process. */
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
