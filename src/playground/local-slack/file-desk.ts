import { randomBytes } from 'node:crypto';
import type { Conversations } from './conversations.ts';
import type { FileBytes } from './file-bytes.ts';
import type { JsonObject } from './json.ts';
import type { Person } from './people.ts';
import { SlackApiError } from './slack-api-error.ts';
import { guessMimetype, type StoredFile, toFilePayload } from './stored-file.ts';
import { botUserId } from './workspace-seed.ts';

/** A file that a person drops on a channel or puts into a file input. */
export interface FileDrop {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** By the name's ending unless given. */
  readonly mimetype?: string;
}

export interface FileDeskOptions {
  readonly bytes: FileBytes;
  readonly conversations: Conversations;
  /** Where the gateway is reached now: links to files lead there. */
  readonly origin: () => string;
  /** Called after a file was added or shared. */
  readonly onChange: () => void;
}

/** The files of the workspace, and who may read them. */
export class FileDesk {
  readonly #options: FileDeskOptions;
  readonly #files = new Map<string, StoredFile>();
  /** Uploads of the bot that are not completed, by the ID that their file will have. */
  readonly #uploads = new Map<string, { readonly name: string; size: number | null }>();

  constructor(options: FileDeskOptions) {
    this.#options = options;
  }

  get all(): readonly StoredFile[] {
    return [...this.#files.values()];
  }

  restore(files: readonly StoredFile[]): void {
    for (const file of files) this.#files.set(file.id, file);
  }

  /** Takes files from a person: to be shared in a message, or handed to the app in a modal. Returns their IDs. */
  async take(person: Person, drops: readonly FileDrop[], use: 'share' | 'hand over'): Promise<string[]> {
    const ids: string[] = [];
    for (const { name, bytes, mimetype } of drops) {
      const id = newFileId();
      await this.#options.bytes.write(id, Buffer.from(bytes));
      this.#put({
        ...{ id, name, title: name, mimetype: mimetype ?? guessMimetype(name), size: bytes.length, userId: person.id },
        ...{ created: Math.floor(Date.now() / 1000), handedOver: use === 'hand over', share: null },
      });
      ids.push(id);
    }
    return ids;
  }

  /** Notes in which message the files stand. */
  share(ids: readonly string[], share: NonNullable<StoredFile['share']>): void {
    for (const id of ids) {
      const file = this.#files.get(id);
      if (file) this.#put({ ...file, share });
    }
  }

  /** The first step of an external upload by the bot: the ID of the file to come. */
  reserve(name: string): string {
    const id = newFileId();
    this.#uploads.set(id, { name, size: null });
    return id;
  }

  /** The name under which a file was uploaded, or is being uploaded. */
  nameOf(id: string): string | undefined {
    return this.#files.get(id)?.name ?? this.#uploads.get(id)?.name;
  }

  /** The second step: the bytes. False when nobody has asked for this upload. */
  async receive(id: string, bytes: Buffer): Promise<boolean> {
    const upload = this.#uploads.get(id);
    if (!upload) return false;
    await this.#options.bytes.write(id, bytes);
    upload.size = bytes.length;
    return true;
  }

  /**
   * The third step: the file is there.
   * @throws SlackApiError file_not_found, before anything is completed, when one of the uploads is not that far.
   */
  complete(wanted: readonly { readonly id: string; readonly title?: string | undefined }[]): void {
    const ready = wanted.map(({ id, title }) => {
      const upload = this.#uploads.get(id);
      if (!upload || upload.size === null) throw new SlackApiError('file_not_found');
      const { name, size } = upload;
      return { id, name, title: title ?? name, mimetype: guessMimetype(name), size, userId: botUserId };
    });
    for (const file of ready) {
      this.#uploads.delete(file.id);
      this.#put({ ...file, created: Math.floor(Date.now() / 1000), handedOver: false, share: null });
    }
  }

  /** The file when the bot may see it: its own, handed over, or shared where it is a member. */
  findForBot(id: string): StoredFile | undefined {
    const file = this.#files.get(id);
    const sees = file && (file.userId === botUserId || file.handedOver || this.#channelOf(file)?.botIsMember);
    return sees ? file : undefined;
  }

  /** The files as they stand in messages and payloads. */
  describe(ids: readonly string[]): JsonObject[] {
    return ids
      .flatMap((id) => this.#files.get(id) ?? [])
      .map((file) => toFilePayload(file, this.#options.origin(), this.#channelOf(file)));
  }

  read(id: string): Promise<Buffer | null> {
    return this.#options.bytes.read(id);
  }

  #channelOf({ share }: StoredFile) {
    return share ? this.#options.conversations.find(share.channelId) : undefined;
  }

  #put(file: StoredFile): void {
    this.#files.set(file.id, file);
    this.#options.onChange();
  }
}

function newFileId(): string {
  return `F${randomBytes(5).toString('hex').toUpperCase().slice(0, 9)}`;
}
