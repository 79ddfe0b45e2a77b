import { readObject } from '../json.ts';
import { credentials } from '../state/workspace-seed.ts';

/** One exchange between Slack and the bot, with secrets replaced by their kind. */
export interface WireEntry {
  /** Counts from 1, including entries that are no longer kept. */
  n: number;
  direction: 'bot to Slack' | 'Slack to bot';
  /** The name used by faults: a Web API method, `response_url`, `file`, `upload`, or the kind of payload from Slack. */
  name: string;
  /** For people: `/abilities list`, `block_actions: Disable`, `view_submission: upload`, `chat.update`. */
  title: string;
  /** The parsed body; for a file its name and its bytes. */
  request: unknown;
  /** HTTP status; 200 for an ack over a socket; null without an answer. */
  status: number | null;
  response: unknown;
  ms: number;
}

/** Maximum number of entries. */
const MAX_ENTRIES = 2000;

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
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    for (const listener of this.#listeners) listener(masked);
  }

  /** Calls `listener` for each later entry; returns a function that removes it. */
  listen(listener: (entry: WireEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Fields in which Slack sends secrets. */
const SECRET_FIELDS: Readonly<Record<string, string>> = {
  response_url: '[response_url]',
  trigger_id: '[trigger_id]',
  upload_url: '[upload_url]',
  client_secret: '[client secret]',
};

/** Secrets anywhere in a text, for example the response URL that the bot stores in private_metadata. */
const SECRET_TEXTS: readonly (readonly [RegExp | string, string])[] = [
  [credentials.verificationToken, '[verification token]'],
  [credentials.signingSecret, '[signing secret]'],
  [/\bxapp-[\w-]+/g, '[app token]'],
  [/\b(?:xoxe\.)?xox[a-z]-[\w-]+/g, '[bot token]'],
  [/\bmade-up-code-\w+/g, '[authorization code]'],
  [/\bv0=[0-9a-f]{64}\b/g, '[signature]'],
  [/https?:\/\/[^\s"\\<>]+?\/(?:commands|actions)\/T\w+\/\d+\/\w+/g, '[response_url]'],
  [/wss?:\/\/[^\s"\\<>]*\bticket=[\w-]+/g, '[socket address]'],
  [/\b\d+\.[0-9a-f]{16}\b/g, '[trigger_id]'],
];

/** A copy of `value` with every secret replaced by its kind. */
function maskSecrets(value: unknown): unknown {
  if (typeof value === 'string') {
    return SECRET_TEXTS.reduce((text, [secret, kind]) => text.replaceAll(secret, kind), value);
  }
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(readObject(value));
  return Object.fromEntries(fields.map(([name, field]) => [name, SECRET_FIELDS[name] ?? maskSecrets(field)]));
}
