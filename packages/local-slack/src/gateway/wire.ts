import { maskSecrets } from './mask-secrets.ts';

/** One exchange between Slack and the bot, with secrets replaced by their kind. */
export interface WireEntry {
  /** Counts from 1, including entries that are no longer kept. */
  readonly n: number;
  readonly direction: 'bot to Slack' | 'Slack to bot';
  /** The name used by faults: a Web API method, `response_url`, `file`, `upload`, or the kind of payload from Slack. */
  readonly name: string;
  /** For people: `/abilities list`, `block_actions: Disable`, `view_submission: upload`, `chat.update`. */
  readonly title: string;
  /** The parsed body; for a file its name and its bytes. */
  readonly request: unknown;
  /** HTTP status; 200 for an ack over a socket; null without an answer. */
  readonly status: number | null;
  readonly response: unknown;
  readonly ms: number;
}

/** Maximum number of entries. */
const kept = 2000;

/** The latest exchanges between the local Slack and the bot, in order of completion. */
export class Wire {
  readonly #entries: WireEntry[] = [];
  readonly #listeners = new Set<(entry: WireEntry) => void>();
  #count = 0;

  get entries(): readonly WireEntry[] {
    return this.#entries;
  }

  record(entry: Omit<WireEntry, 'n'>): void {
    this.#count += 1;
    const { request, response } = entry;
    const masked = { ...entry, n: this.#count, request: maskSecrets(request), response: maskSecrets(response) };
    this.#entries.push(masked);
    if (this.#entries.length > kept) this.#entries.shift();
    for (const listener of this.#listeners) listener(masked);
  }

  /** Calls `listener` for each later entry; returns a function that removes it. */
  listen(listener: (entry: WireEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
