import { SlackApiError } from '../slack-api-error.ts';

/** A pending upload of the bot. */
interface PendingUpload {
  name: string;
  /** In bytes, as announced. */
  length: number;
  received: boolean;
}

/** Result of sending bytes to an upload URL. */
export type Receipt = 'taken' | 'unknown' | 'sent_already' | 'wrong_length';

/** The bot's pending uploads between their three steps, by the future file ID. */
export class FileUploads {
  readonly #pending = new Map<string, PendingUpload>();

  reserve(id: string, name: string, length: number): void {
    this.#pending.set(id, { name, length, received: false });
  }

  nameOf(id: string): string | undefined {
    return this.#pending.get(id)?.name;
  }

  /** Whether these bytes are accepted: announced, of the announced length, and for the first time. */
  receive(id: string, length: number): Receipt {
    const upload = this.#pending.get(id);
    if (!upload) return 'unknown';
    if (upload.received) return 'sent_already';
    if (upload.length !== length) return 'wrong_length';
    upload.received = true;
    return 'taken';
  }

  /**
   * Completes uploads, all or none.
   * @throws SlackApiError file_not_found if one of them is unknown, already completed, or has no bytes.
   */
  complete(ids: readonly string[]): { id: string; name: string; size: number }[] {
    const ready = ids.map((id) => {
      const upload = this.#pending.get(id);
      if (!upload?.received) throw new SlackApiError('file_not_found');
      return { id, name: upload.name, size: upload.length };
    });
    for (const id of ids) this.#pending.delete(id);
    return ready;
  }
}
