import { readObject } from './json.ts';

/** One exchange between Slack and the bot, with secrets masked. */
export interface WireEntry {
  readonly direction: 'bot to Slack' | 'Slack to bot';
  /** A Web API method, `response_url`, `file`, `upload`, or the kind of payload that Slack sent. */
  readonly name: string;
  readonly request: unknown;
  /** HTTP status; 200 for what a socket acknowledged; null when there was no answer. */
  readonly status: number | null;
  readonly response: unknown;
  readonly milliseconds: number;
}

/** Everything that went over the network between the local Slack and the bot, in order of completion. */
export class Wire {
  readonly #entries: WireEntry[] = [];
  readonly #listeners = new Set<(entry: WireEntry) => void>();

  get entries(): readonly WireEntry[] {
    return this.#entries;
  }

  record(entry: WireEntry): void {
    const masked = { ...entry, request: maskSecrets(entry.request), response: maskSecrets(entry.response) };
    this.#entries.push(masked);
    for (const listener of this.#listeners) listener(masked);
  }

  /** Calls `listener` for each entry to come; the returned function ends that. */
  listen(listener: (entry: WireEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Masks tokens, and the secret parts of response URLs and socket addresses, wherever they stand in a payload. */
export function maskSecrets(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replace(/\b(xox[a-z]|xapp)-[\w-]+/g, '$1-…')
      .replace(/(\/(?:commands|actions)\/T\w+\/\d+\/)\w+/g, '$1…')
      .replace(/(\bticket=)[\w-]+/g, '$1…');
  }
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(readObject(value)).map(([name, field]) => [name, name === 'token' ? '…' : maskSecrets(field)]),
  );
}
