import type { types } from '@slack/bolt';

/** A message as Slack has it. */
export interface Drawn {
  text: string;
  blocks: types.KnownBlock[];
}

const MAX_MESSAGES = 500;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The private messages with buttons that this process drew last: Slack doesn't send their blocks with a click. Bounded by
 * count and by bytes; the message that was drawn or clicked longest ago is dropped first.
 */
export class DrawnMessages {
  readonly #kept = new Map<string, Buffer>();
  #bytes = 0;

  keep(tenantId: string, messageId: string, { blocks, text }: Drawn): void {
    const written = Buffer.from(JSON.stringify({ text, blocks }));
    this.#put(keyOf(tenantId, messageId), written);
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= MAX_MESSAGES && this.#bytes <= MAX_BYTES) break;
      this.#remove(key);
    }
  }

  find(tenantId: string, messageId: string): Drawn | null {
    const key = keyOf(tenantId, messageId);
    const written = this.#kept.get(key);
    if (!written) return null;
    this.#put(key, written);
    return JSON.parse(written.toString()) as Drawn;
  }

  #put(key: string, written: Buffer): void {
    this.#remove(key);
    this.#kept.set(key, written);
    this.#bytes += written.length;
  }

  #remove(key: string): void {
    this.#bytes -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }
}

const keyOf = (tenantId: string, messageId: string) => `${tenantId} ${messageId}`;
