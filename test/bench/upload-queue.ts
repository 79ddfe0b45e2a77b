import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { LocalSlack } from '@abilities-bot/local-slack';
import { openStore, type Store, type StoreOptions } from '../../src/store/store.ts';
import { zipOf } from '../e2e/zips.ts';
import { document, newUpload } from '../store/new-upload.ts';

/** A worker looks into the store every five seconds; once it has, it knows the moment at which something is due. */
const NOTICED_MS = 5500;
/** Nobody listens there, and the event of the drop is let go. */
const NOBODY = 'http://127.0.0.1:9/';
const LOOK_MS = 50;
const PATIENCE_MS = 60_000;

/** Accepted uploads that become due at one moment, so that all processes begin at once. */
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

  /** Shares the zip that all of them send. Before any bot runs, which would offer to upload it. */
  static async open(slack: LocalSlack, options: StoreOptions): Promise<UploadQueue> {
    const clock = { dueAt: 0 };
    // What is accepted is due at once, by the clock of the store that accepts it.
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

  /** Resolves at the moment at which they become due. */
  async fill(uploads: number): Promise<void> {
    const dueAt = Date.now() + NOTICED_MS;
    this.#clock.dueAt = dueAt;
    const who = { teamId: this.#slack.teamId, userId: this.#slack.people.ana.id };
    const zip = { id: this.#zip.id, name: 'job.zip' };
    for (let number = 0; number < uploads; number += 1) {
      this.#count += 1;
      const id = this.#count.toString(16).padStart(16, '0');
      const given = { zip, ref: id.slice(-6), seenSha256: this.#zip.sha256, giveUpAt: dueAt + PATIENCE_MS };
      const form = { ...document.form, name: `Job ${this.#count}` };
      await this.#store.uploads.add(newUpload(id, { ...who, document: { ...document, ...given, form } }));
    }
    await wait(dueAt - Date.now());
  }

  /** @returns milliseconds since they were due. @throws when one of them does not end. */
  async untilTold(): Promise<number> {
    for (;;) {
      const { byState } = await this.#store.uploads.countOpen();
      if ([...byState.values()].every((count) => count === 0)) return Date.now() - this.#clock.dueAt;
      if (Date.now() > this.#clock.dueAt + PATIENCE_MS)
        throw new Error(`Uploads do not end: ${JSON.stringify([...byState])}`);
      await wait(LOOK_MS);
    }
  }
}
