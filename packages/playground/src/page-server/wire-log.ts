import type { DirectionInfo, WireInfo } from '../page-api.ts';

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
  readonly #onChange: () => void;

  /** @param others with whom else the bot talks. */
  constructor(onChange: () => void, others: readonly DirectionInfo[] = []) {
    this.#onChange = onChange;
    this.directions = [...SLACK_DIRECTIONS, ...others];
  }

  add(entry: Omit<WireInfo, 'n'>): void {
    this.#last += 1;
    this.#entries.push({ n: this.#last, ...entry });
    if (this.#entries.length > KEEP) this.#entries = this.#entries.slice(-KEEP);
    this.#onChange();
  }

  after(n: number): WireInfo[] {
    return this.#entries.filter((entry) => entry.n > n);
  }
}
