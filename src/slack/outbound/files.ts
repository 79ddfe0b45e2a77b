import type { OutboundTools } from './messages.ts';
import { turnsOf } from './queue.ts';
import { confirmedWithin } from './unconfirmed.ts';

export interface NewFile {
  bytes: Buffer;
  fileName: string;
  title: string;
}

export class Files {
  readonly #tools: OutboundTools;
  readonly #turns: ReturnType<typeof turnsOf>;

  constructor(tools: OutboundTools) {
    this.#tools = tools;
    this.#turns = turnsOf(tools.tenantId);
  }

  /** Returns the raw response of `files.info`. @throws Slack's errors; NotSentError */
  read(id: string): Promise<unknown> {
    const { client, queue } = this.#tools;
    return queue.send(this.#turns.readFile(id), () => client.web.files.info({ file: id }));
  }

  /**
   * Takes a channel ID, not a user ID. This makes three calls; if the second is rate-limited, the bytes are sent again,
   * and the first copy stays invisible.
   * @throws Slack's errors; NotSentError; UnconfirmedError if the file may have been sent.
   */
  async send(channel: string, { bytes, fileName, title }: NewFile): Promise<void> {
    const { client, clock, deadlines, queue } = this.#tools;
    const file = { channel_id: channel, file: bytes, filename: fileName, title };
    await queue.send(this.#turns.sendFile(channel), () =>
      confirmedWithin(client.web.filesUploadV2(file), deadlines.file, clock),
    );
  }
}
