import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../json.ts';
import type { Conversations } from '../state/conversations.ts';
import type { Person } from '../state/people.ts';
import type { Team } from '../state/team.ts';
import type { FileBytes } from './file-bytes.ts';
import { kindOf } from './file-kinds.ts';
import type { FileUploads, Receipt } from './file-uploads.ts';
import { type StoredFile, toFilePayload, toUncheckedPayload } from './stored-file.ts';

/** A file that a person shares in a channel or puts into a file input. */
export interface FileDrop {
  name: string;
  bytes: Uint8Array;
  /** Default: by the extension. */
  mimetype?: string;
}

/** How a file is used: shared in a message, shared from another organization, or put into a modal's input. */
type FileUse = 'share' | 'share from elsewhere' | 'hand over';

interface FileStoreOptions {
  team: Team;
  bytes: FileBytes;
  /** The bot's pending uploads, shared by the workspaces of an organization. */
  uploads: FileUploads;
  conversations: Conversations;
  /** The gateway's current address, used for file links. */
  origin: () => string;
  onChange: () => void;
}

/** The files of the workspace, with access checks. */
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

  /** Adds a person's files. Returns their IDs. */
  async take(person: Person, drops: readonly FileDrop[], use: FileUse): Promise<string[]> {
    const ids: string[] = [];
    for (const { name, bytes, mimetype } of drops) {
      const id = newFileId();
      await this.#options.bytes.write(id, Buffer.from(bytes));
      this.#put({
        id,
        name,
        title: name,
        mimetype: mimetype ?? kindOf(name).mimetype,
        size: bytes.length,
        userId: person.id,
        created: Math.floor(Date.now() / 1000),
        handedOver: use === 'hand over',
        share: null,
        slackConnect: use === 'share from elsewhere',
      });
      ids.push(id);
    }
    return ids;
  }

  share(ids: readonly string[], share: NonNullable<StoredFile['share']>): void {
    for (const id of ids) {
      const file = this.#files.get(id);
      if (file) this.#put({ ...file, share });
    }
  }

  /** Step one of an external upload by the bot: returns the ID of the future file. */
  reserve(name: string, length: number): string {
    const id = newFileId();
    this.#options.uploads.reserve(id, name, length);
    return id;
  }

  /** The name of an uploaded or pending file. */
  nameOf(id: string): string | undefined {
    return this.#files.get(id)?.name ?? this.#options.uploads.nameOf(id);
  }

  /** Step two: receives the bytes. */
  async receive(id: string, bytes: Buffer): Promise<Receipt> {
    const receipt = this.#options.uploads.receive(id, bytes.length);
    if (receipt === 'taken') await this.#options.bytes.write(id, bytes);
    return receipt;
  }

  /**
   * Step three: completes the upload.
   * @throws SlackApiError file_not_found, without completing anything, if one of the uploads has no bytes yet.
   */
  complete(wanted: readonly { id: string; title?: string | undefined }[]): void {
    for (const { id, name, size } of this.#options.uploads.complete(wanted.map((file) => file.id))) {
      const title = wanted.find((file) => file.id === id)?.title || name;
      this.#put({
        id,
        name,
        title,
        size,
        mimetype: kindOf(name).mimetype,
        userId: this.#options.team.botUserId,
        created: Math.floor(Date.now() / 1000),
        handedOver: false,
        slackConnect: false,
        share: null,
      });
    }
  }

  find(id: string): StoredFile | undefined {
    return this.#files.get(id);
  }

  /** The file if the bot may see it: its own, from an input, or shared where it is a member. */
  findForBot(id: string): StoredFile | undefined {
    const file = this.#files.get(id);
    const sees =
      file && (file.userId === this.#options.team.botUserId || file.handedOver || this.#channelOf(file)?.botIsMember);
    return sees ? file : undefined;
  }

  /** The files as they appear in messages and events. */
  describe(ids: readonly string[]): JsonObject[] {
    return ids
      .flatMap((id) => this.#files.get(id) ?? [])
      .map((file) => (file.slackConnect ? toUncheckedPayload(file) : this.#describeFully(file)));
  }

  /** The files with all details, as in files.info. */
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
