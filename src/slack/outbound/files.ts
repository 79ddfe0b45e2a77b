import type { OutboundTools } from './messages.ts';
import { turnsOf } from './turn.ts';

/** A file as it is sent to Slack. */
export interface NewFile {
  bytes: Buffer;
  fileName: string;
  title: string;
}

/** What Slack tells of files, and files that are sent to it. */
export class Files {
  readonly #tools: OutboundTools;
  readonly #turns: ReturnType<typeof turnsOf>;

  constructor(tools: OutboundTools) {
    this.#tools = tools;
    this.#turns = turnsOf(tools.tenantId);
  }

  /** What `files.info` says, not checked yet. @throws what Slack throws; NotSentError */
  read(id: string): Promise<unknown> {
    const { client, queue } = this.#tools;
    return queue.send(this.#turns.readFile(id), () => client.web.files.info({ file: id }));
  }

  /**
   * Into a channel, by its ID. Three calls: where Slack asks to wait at the second, the bytes are sent again, and the first
   * ones are seen by nobody. @throws what Slack throws; NotSentError
   */
  async send(channel: string, { bytes, fileName, title }: NewFile): Promise<void> {
    const { client, queue } = this.#tools;
    const file = { channel_id: channel, file: bytes, filename: fileName, title };
    await queue.send(this.#turns.sendFile(channel), () => client.web.filesUploadV2(file));
  }
}
