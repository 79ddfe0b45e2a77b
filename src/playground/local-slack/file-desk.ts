import { z } from 'zod';
import type { EmulatedWorkspace, Person } from './emulated-workspace.ts';
import { type JsonObject, jsonObject, readObject, readText } from './json.ts';
import { SlackApiError } from './slack-api-error.ts';

/** A file that a person drops on a channel or puts into a file input. */
export interface FileDrop {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** By the name's ending unless given. */
  readonly mimetype?: string;
}

const ticket = z.object({ upload_url: z.string(), file_id: z.string() });
const completed = z.object({ files: z.array(jsonObject) });

/** Files, which the emulator keeps. */
export class FileDesk {
  readonly #emulated: EmulatedWorkspace;
  /** Owners' tokens of files that were handed to the app in a modal; the app may read those without any channel. */
  readonly #handedOver = new Map<string, string>();
  readonly #mimetypes = new Map<string, string>();

  constructor(emulated: EmulatedWorkspace) {
    this.#emulated = emulated;
  }

  /** Uploads files as `person`; with a channel they are shared there in one message, else handed to the app. */
  async upload(
    person: Person,
    drops: readonly FileDrop[],
    share?: { channelId: string; comment: string },
  ): Promise<JsonObject[]> {
    const token = this.#emulated.tokens[person.name];
    const files: { id: string; title: string }[] = [];
    for (const { name, bytes, mimetype } of drops) {
      const { upload_url, file_id } = ticket.parse(
        await this.#emulated.call('files.getUploadURLExternal', token, { filename: name, length: bytes.length }),
      );
      await this.receive(new URL(upload_url).pathname, Buffer.from(bytes), 'application/octet-stream');
      if (mimetype !== undefined) this.#mimetypes.set(file_id, mimetype);
      if (!share) this.#handedOver.set(file_id, token);
      files.push({ id: file_id, title: name });
    }
    const answer = await this.#emulated.call('files.completeUploadExternal', token, {
      files,
      ...(share && { channel_id: share.channelId, initial_comment: share.comment }),
    });
    return completed.parse(answer).files.map((file) => this.#describe(file));
  }

  /** Passes uploaded bytes on to the emulator; returns its status and text. */
  async receive(path: string, body: Buffer, contentType: string): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.#emulated.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: new Uint8Array(body),
    });
    return { status: response.status, text: await response.text() };
  }

  /** files.info for the bot. @throws SlackApiError file_not_found for a file that the bot may not see. */
  async info(token: string, args: JsonObject): Promise<JsonObject> {
    const owner = this.#handedOver.get(readText(args.file));
    // The scope is checked with the bot's own token first; only then is the owner's used.
    const answer = await this.#emulated.call('files.info', token, args).catch((error: unknown) => {
      if (owner === undefined || !(error instanceof SlackApiError) || error.code !== 'file_not_found') throw error;
      return this.#emulated.call('files.info', owner, args);
    });
    return { ...answer, file: this.#describe(readObject(answer.file)) };
  }

  /** The bytes behind a private URL; null when the bot may not read them. */
  async download(token: string, fileId: string, path: string): Promise<{ type: string; bytes: Buffer } | null> {
    const response = await fetch(`${this.#emulated.url}${path}`, {
      headers: { authorization: `Bearer ${this.#handedOver.get(fileId) ?? token}` },
    });
    const type = this.#mimetypes.get(fileId) ?? response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    return response.ok ? { type, bytes } : null;
  }

  #describe(file: JsonObject): JsonObject {
    const mimetype = this.#mimetypes.get(readText(file.id));
    return mimetype === undefined ? file : { ...file, mimetype };
  }
}
