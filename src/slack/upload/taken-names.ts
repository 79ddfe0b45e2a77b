import { isServiceError } from '../../service-client/errors/index.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';

/**
 * The names on the account as last read, for telling at the field of a form that a name is taken: the answer to a
 * submitted form is due within 3 seconds, too short to ask the service. The upload itself asks again.
 */
export class TakenNames {
  readonly #service: ServiceClient;
  #names: ReadonlySet<string> = new Set();

  constructor(service: ServiceClient) {
    this.#service = service;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Reads the names anew; while the service does not answer, no name counts as taken. */
  async refresh(): Promise<void> {
    try {
      this.#names = new Set((await this.#service.listAbilities()).map(({ name }) => name));
    } catch (error) {
      if (!isServiceError(error)) throw error;
      this.#names = new Set();
    }
  }
}
