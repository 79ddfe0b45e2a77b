import type { LocalSlack, WireEntry } from '../local-slack.ts';
import type { DirectionInfo, WireInfo } from './page-api.ts';

const KEEP = 2000;

/** What goes between Slack and the bot. */
const SLACK_DIRECTIONS: readonly DirectionInfo[] = [
  {
    ...{ name: 'Slack to bot', from: 'Slack', arrow: '→', to: 'bot', colour: 'in' },
    says: 'What people do; the bot must react within 3 s.',
  },
  {
    ...{ name: 'bot to Slack', from: 'Slack', arrow: '←', to: 'bot', colour: 'out' },
    says: 'What the bot posts, edits and opens.',
  },
];

/** All exchanges of Slack, bot and others in the order in which they ended, numbered; the latest two thousand. */
export class WireLog {
  readonly directions: readonly DirectionInfo[];
  #last = 0;
  #entries: WireInfo[] = [];
  readonly #listeners = new Set<() => void>();

  /** @param others what goes elsewhere than between Slack and the bot. */
  constructor(others: readonly DirectionInfo[] = []) {
    this.directions = [...SLACK_DIRECTIONS, ...others];
  }

  add(entry: Omit<WireInfo, 'n'>): void {
    this.#last += 1;
    this.#entries.push({ n: this.#last, ...entry });
    if (this.#entries.length > KEEP) this.#entries = this.#entries.slice(-KEEP);
    for (const listener of this.#listeners) listener();
  }

  /** Adds what went between this Slack and the bot, and what will; the returned function ends that. */
  follow(slack: Pick<LocalSlack, 'wire' | 'onWire'>): () => void {
    const addEntry = ({ direction, ms, request, response, status, title }: WireEntry) =>
      this.add({ direction, title, status, ms, request, response });
    for (const entry of slack.wire) addEntry(entry);
    return slack.onWire(addEntry);
  }

  /** Calls `listener` after each exchange; the returned function ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  after(n: number): WireInfo[] {
    return this.#entries.filter((entry) => entry.n > n);
  }
}
