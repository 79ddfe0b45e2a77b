import { SlackApiError } from './slack-api-error.ts';

/** An upload of the bot whose bytes may still have to come. */
interface PendingUpload {
  readonly name: string;
  /** In bytes, as announced. */
  readonly length: number;
  received: boolean;
}

/** What became of bytes that were sent to the address of an upload. */
export type Receipt = 'taken' | 'unknown' | 'sent_already' | 'wrong_length';

/** The bot's uploads between their three steps, by the ID that each file will have. */
export class FileUploads {
  readonly #pending = new Map<string, PendingUpload>();

  reserve(id: string, name: string, length: number): void {
    this.#pending.set(id, { name, length, received: false });
  }

  nameOf(id: string): string | undefined {
    return this.#pending.get(id)?.name;
  }

  /** Whether these bytes may be kept: announced, of the announced length, and for the first time. */
  receive(id: string, length: number): Receipt {
    const upload = this.#pending.get(id);
    if (!upload) return 'unknown';
    if (upload.received) return 'sent_already';
    if (upload.length !== length) return 'wrong_length';
    upload.received = true;
    return 'taken';
  }

  /**
   * Ends uploads, all or none.
   * @throws SlackApiError file_not_found when one of them is unknown, ended already, or without its bytes.
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
