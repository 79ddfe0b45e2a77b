import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceClient } from '../../service-client/service-client.ts';

/** Of the 3 seconds that Slack waits for the answer to a form. */
const WAIT_MS = 1500;

/**
 * The names on the account as last read, for telling at the field of a form that a name is taken. They are read when
 * the form opens; the upload itself asks again.
 */
export class TakenNames {
  readonly #service: ServiceClient;
  #names: ReadonlySet<string> = new Set();
  #reading: Promise<void> = Promise.resolve();

  constructor(service: ServiceClient) {
    this.#service = service;
  }

  /** Reads the names anew, in the background. While the service does not answer, no name counts as taken. */
  refresh(): void {
    this.#reading = this.#read();
  }

  /** Whether the name is known to be taken; waits a moment for a reading under way. */
  async has(name: string): Promise<boolean> {
    await Promise.race([this.#reading, wait(WAIT_MS, undefined, { ref: false })]);
    return this.#names.has(name);
  }

  async #read(): Promise<void> {
    try {
      this.#names = new Set((await this.#service.listAbilities()).map(({ name }) => name));
    } catch {
      // Whatever it was, the upload will meet it again and tell it.
      this.#names = new Set();
    }
  }
}
