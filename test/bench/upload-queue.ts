import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { LocalSlack } from '@abilities-bot/local-slack';
import { openStore, type Store, type StoreOptions } from '../../src/store/store.ts';
import { zipOf } from '../e2e/zips.ts';
import { document } from '../store/new-upload.ts';

/** A worker polls the store every five seconds; after a poll it knows when each upload is due. */
const NOTICED_MS = 5500;
/** Nothing listens there, so the drop event is lost. */
const NOBODY = 'http://127.0.0.1:9/';
const LOOK_MS = 50;
const PATIENCE_MS = 60_000;

/** Accepted uploads that all become due at the same time, so that all processes start together. */
export class UploadQueue {
  readonly #slack: LocalSlack;
  readonly #store: Store;
  readonly #zip: { id: string; sha256: string };
  readonly #clock: { dueAt: number };
  #count = 0;

  private constructor(slack: LocalSlack, store: Store, zip: { id: string; sha256: string }, clock: { dueAt: number }) {
    this.#slack = slack;
    this.#store = store;
    this.#zip = zip;
    this.#clock = clock;
  }

  /** Shares the zip that all uploads send. Must run before any bot starts, or it would offer to upload it. */
  static async open(slack: LocalSlack, options: StoreOptions): Promise<UploadQueue> {
    const clock = { dueAt: 0 };
    // Accepted uploads are due immediately by the store's clock.
    const store = await openStore({ ...options, now: () => clock.dueAt });
    const bytes = await zipOf({ 'job/main.py': '# A job.\n', 'job/__init__.py': '' });
    slack.useHttp(NOBODY);
    const { fileIds } = await slack.as(slack.people.ana).drop(slack.channels.ops, [{ name: 'job.zip', bytes }]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return new UploadQueue(slack, store, { id: fileIds[0] ?? '', sha256 }, clock);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** Resolves when they become due. */
  async fill(uploads: number): Promise<void> {
    const dueAt = Date.now() + NOTICED_MS;
    this.#clock.dueAt = dueAt;
    const userId = this.#slack.people.ana.id;
    const zip = { id: this.#zip.id, name: 'job.zip' };
    for (let number = 0; number < uploads; number += 1) {
      this.#count += 1;
      const id = this.#count.toString(16).padStart(16, '0');
      const given = { zip, ref: id.slice(-6), seenSha256: this.#zip.sha256, giveUpAt: dueAt + PATIENCE_MS };
      const form = { ...document.form, name: `Job ${this.#count}` };
      const upload = { id, userId, submissionKey: id, state: 'accepted' } as const;
      await this.#store.of(this.#slack.teamId).uploads.add({ ...upload, document: { ...document, ...given, form } });
    }
    await wait(dueAt - Date.now());
  }

  /** @returns milliseconds since they became due. @throws if one of them does not finish. */
  async untilTold(): Promise<number> {
    for (;;) {
      const { byState } = await this.#store.uploadQueue.countOpen();
      if ([...byState.values()].every((count) => count === 0)) return Date.now() - this.#clock.dueAt;
      if (Date.now() > this.#clock.dueAt + PATIENCE_MS)
        throw new Error(`Uploads do not end: ${JSON.stringify([...byState])}`);
      await wait(LOOK_MS);
    }
  }
}
