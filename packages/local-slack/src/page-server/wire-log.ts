import type { LocalSlack, WireEntry } from '../local-slack.ts';
import type { DirectionInfo, WireInfo } from './page-api.ts';

const KEEP = 2000;

/** The requests of the page itself. */
const FROM_PAGE: DirectionInfo = {
  name: 'page to Slack',
  from: 'page',
  arrow: '→',
  to: 'Slack',
  color: 'page',
  apart: true,
  says: 'What this page sends for you. A real client sends something else.',
};

/** The traffic between Slack and the bot. */
const SLACK_DIRECTIONS: readonly DirectionInfo[] = [
  {
    name: 'Slack to bot',
    from: 'Slack',
    arrow: '→',
    to: 'bot',
    color: 'in',
    says: 'What people do. The bot must ack within 3 s.',
  },
  {
    name: 'bot to Slack',
    from: 'Slack',
    arrow: '←',
    to: 'bot',
    color: 'out',
    says: 'What the bot posts, edits and opens.',
  },
];

/** The latest two thousand exchanges of Slack, the bot and others, numbered in the order of their ends. */
export class WireLog {
  readonly directions: readonly DirectionInfo[];
  #last = 0;
  #entries: WireInfo[] = [];
  readonly #listeners = new Set<() => void>();

  /** @param others directions besides those between Slack and the bot. */
  constructor(others: readonly DirectionInfo[] = []) {
    this.directions = [...SLACK_DIRECTIONS, ...others, FROM_PAGE];
  }

  /** Records a request of the page after `answer` has settled, and returns its result. */
  async recordPage<T>(title: string, request: unknown, answer: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const record = (status: number, response: unknown) =>
      this.add({ direction: FROM_PAGE.name, title, status, ms: performance.now() - startedAt, request, response });
    try {
      const response = await answer();
      record(200, response);
      return response;
    } catch (error) {
      record(500, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  add(entry: Omit<WireInfo, 'n'>): void {
    this.#last += 1;
    this.#entries.push({ n: this.#last, ...entry });
    if (this.#entries.length > KEEP) this.#entries = this.#entries.slice(-KEEP);
    for (const listener of this.#listeners) listener();
  }

  /** Adds the past and future exchanges of this Slack with the bot; the returned function stops that. */
  follow(slack: Pick<LocalSlack, 'wire' | 'onWire'>): () => void {
    const addEntry = ({ direction, ms, request, response, status, title }: WireEntry) =>
      this.add({ direction, title, status, ms, request, response });
    for (const entry of slack.wire) addEntry(entry);
    return slack.onWire(addEntry);
  }

  /** Calls `listener` after each exchange; the returned function removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  after(n: number): WireInfo[] {
    return this.#entries.filter((entry) => entry.n > n);
  }
}
