import type { MessagePlace } from '../outbound/outbound.ts';

/** The replies to drops that tell of an upload under way or done. A failed one is free for the next try. */
export class UploadPlaces {
  readonly #taken = new Set<string>();

  /** True for the first upload that wants to be told there. */
  claim({ channel, ts }: MessagePlace): boolean {
    const key = `${channel}/${ts}`;
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }

  release({ channel, ts }: MessagePlace): void {
    this.#taken.delete(`${channel}/${ts}`);
  }
}
