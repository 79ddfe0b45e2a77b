import type { WireInfo } from '../page-api.ts';

const KEEP = 2000;

/** All exchanges of Slack, bot and service in the order in which they ended, numbered; the latest two thousand. */
export class WireLog {
  #last = 0;
  #entries: WireInfo[] = [];
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
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
