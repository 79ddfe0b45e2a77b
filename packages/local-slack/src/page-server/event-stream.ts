import type { ServerResponse } from 'node:http';

/** Notifies every open page of changes. Changes in the same tick cause one event. */
export class EventStream {
  readonly #pages = new Set<ServerResponse>();
  #revision = 0;
  #scheduled = false;

  get revision(): number {
    return this.#revision;
  }

  changed(): void {
    this.#revision += 1;
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      for (const page of this.#pages) page.write(`data: ${this.#revision}\n\n`);
    });
  }

  open(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`data: ${this.#revision}\n\n`);
    this.#pages.add(response);
    response.once('close', () => this.#pages.delete(response));
  }

  close(): void {
    for (const page of this.#pages) page.end();
  }
}
