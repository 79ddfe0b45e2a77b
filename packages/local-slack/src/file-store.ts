import { randomBytes } from 'node:crypto';
import type { Conversations } from './conversations.ts';
import type { FileBytes } from './file-bytes.ts';
import { kindOf } from './file-kinds.ts';
import type { FileUploads, Receipt } from './file-uploads.ts';
import type { JsonObject } from './json.ts';
import type { Person } from './people.ts';
import { type StoredFile, toFilePayload, toUncheckedPayload } from './stored-file.ts';
import type { Team } from './team.ts';

/** A file that a person drops on a channel or puts into a file input. */
export interface FileDrop {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** By the name's ending unless given. */
  readonly mimetype?: string;
}

/** What a person gives a file for: a message of theirs, one of somebody of another organisation, or an input of a modal. */
export type FileUse = 'share' | 'share from elsewhere' | 'hand over';

export interface FileStoreOptions {
  readonly team: Team;
  readonly bytes: FileBytes;
  /** The bot's uploads on their way; the workspaces of an organisation have them together. */
  readonly uploads: FileUploads;
  readonly conversations: Conversations;
  /** Where the gateway is reached now: links to files lead there. */
  readonly origin: () => string;
  /** Called after a file was added or shared. */
  readonly onChange: () => void;
}

/** The files of the workspace, and who may read them. */
export class FileStore {
  readonly #options: FileStoreOptions;
  readonly #files = new Map<string, StoredFile>();

  constructor(options: FileStoreOptions) {
    this.#options = options;
  }

  get all(): readonly StoredFile[] {
    return [...this.#files.values()];
  }

  restore(files: readonly StoredFile[]): void {
    for (const file of files) this.#files.set(file.id, file);
  }

  /** Takes files from a person. Returns their IDs. */
  async take(person: Person, drops: readonly FileDrop[], use: FileUse): Promise<string[]> {
    const ids: string[] = [];
    for (const { name, bytes, mimetype } of drops) {
      const id = newFileId();
      await this.#options.bytes.write(id, Buffer.from(bytes));
      this.#put({
        ...{
          id,
          name,
          title: name,
          mimetype: mimetype ?? kindOf(name).mimetype,
          size: bytes.length,
          userId: person.id,
        },
        ...{ created: Math.floor(Date.now() / 1000), handedOver: use === 'hand over', share: null },
        slackConnect: use === 'share from elsewhere',
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
  reserve(name: string, length: number): string {
    const id = newFileId();
    this.#options.uploads.reserve(id, name, length);
    return id;
  }

  /** The name under which a file was uploaded, or is being uploaded. */
  nameOf(id: string): string | undefined {
    return this.#files.get(id)?.name ?? this.#options.uploads.nameOf(id);
  }

  /** The second step: the bytes. */
  async receive(id: string, bytes: Buffer): Promise<Receipt> {
    const receipt = this.#options.uploads.receive(id, bytes.length);
    if (receipt === 'taken') await this.#options.bytes.write(id, bytes);
    return receipt;
  }

  /**
   * The third step: the file is there.
   * @throws SlackApiError file_not_found, before anything is completed, when one of the uploads is not that far.
   */
  complete(wanted: readonly { readonly id: string; readonly title?: string | undefined }[]): void {
    for (const { id, name, size } of this.#options.uploads.complete(wanted.map((file) => file.id))) {
      const title = wanted.find((file) => file.id === id)?.title || name;
      this.#put({
        ...{ id, name, title, size, mimetype: kindOf(name).mimetype, userId: this.#options.team.botUserId },
        ...{ created: Math.floor(Date.now() / 1000), handedOver: false, slackConnect: false, share: null },
      });
    }
  }

  find(id: string): StoredFile | undefined {
    return this.#files.get(id);
  }

  /** The file when the bot may see it: its own, handed over, or shared where it is a member. */
  findForBot(id: string): StoredFile | undefined {
    const file = this.#files.get(id);
    const sees =
      file && (file.userId === this.#options.team.botUserId || file.handedOver || this.#channelOf(file)?.botIsMember);
    return sees ? file : undefined;
  }

  /** The files as they stand in messages and events. */
  describe(ids: readonly string[]): JsonObject[] {
    return ids
      .flatMap((id) => this.#files.get(id) ?? [])
      .map((file) => (file.slackConnect ? toUncheckedPayload(file) : this.#describeFully(file)));
  }

  /** The files with all that is known about them, as files.info tells it. */
  describeFully(ids: readonly string[]): JsonObject[] {
    return ids.flatMap((id) => this.#files.get(id) ?? []).map((file) => this.#describeFully(file));
  }

  read(id: string): Promise<Buffer | null> {
    return this.#options.bytes.read(id);
  }

  #describeFully(file: StoredFile): JsonObject {
    const { team, origin } = this.#options;
    return toFilePayload(file, { team, origin: origin(), channel: this.#channelOf(file) });
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
