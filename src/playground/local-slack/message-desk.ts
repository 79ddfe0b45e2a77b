import { z } from 'zod';
import type { Block } from '../block-kit/blocks.ts';
import { checkMessage, messageContent } from '../block-kit/check-message.ts';
import { assignIds } from './assign-ids.ts';
import type { EmulatedWorkspace } from './emulated-workspace.ts';
import { type JsonObject, readText } from './json.ts';
import { refuseProblems, SlackApiError } from './slack-api-error.ts';
import type { Message, Transcript } from './transcript.ts';
import { appId, botId, botUserId } from './workspace-seed.ts';

const posted = z.object({ channel: z.string(), ts: z.string() });

export interface Content {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/**
 * Reads and checks what a message is to show, and fills in the IDs that Slack would.
 * @throws SlackApiError with Slack's code and the paths of all problems.
 */
export function readContent(args: JsonObject): Content {
  refuseProblems(checkMessage(args));
  const { text = '', blocks = [] } = messageContent.parse(args);
  return { text, blocks: assignIds(blocks) };
}

/**
 * Where messages are posted, edited and deleted. The emulator keeps those that everybody sees; ephemerals stay here,
 * because the emulator can neither show nor change them once they are posted.
 */
export class MessageDesk {
  readonly #emulated: EmulatedWorkspace;
  readonly #transcript: Transcript;
  #ephemerals = 0;

  constructor(emulated: EmulatedWorkspace, transcript: Transcript) {
    this.#emulated = emulated;
    this.#transcript = transcript;
  }

  /** Posts as the bot, with the scopes of `token`; `args` as for chat.postMessage. */
  async post(token: string, args: JsonObject): Promise<JsonObject> {
    const content = readContent(args);
    const answer = await this.#emulated.call('chat.postMessage', token, {
      ...args,
      ...content,
      bot_id: botId,
      app_id: appId,
    });
    const { channel: channelId, ts } = posted.parse(answer);
    const threadTs = readText(args.thread_ts) || null;
    this.#transcript.addMessage({
      ts,
      channelId,
      threadTs,
      userId: botUserId,
      ...content,
      files: [],
      ephemeralFor: null,
    });
    return answer;
  }

  async update(token: string, args: JsonObject): Promise<JsonObject> {
    const content = readContent(args);
    const answer = await this.#emulated.call('chat.update', token, { ...args, ...content });
    const { channel: channelId, ts } = posted.parse(answer);
    this.#transcript.editMessage({ channelId, ts }, content);
    return answer;
  }

  async delete(token: string, args: JsonObject): Promise<JsonObject> {
    const answer = await this.#emulated.call('chat.delete', token, args);
    const { channel: channelId, ts } = posted.parse(answer);
    this.#transcript.deleteMessage({ channelId, ts });
    return answer;
  }

  /** Shows a message to one person only. */
  postEphemeral(to: { userId: string; channelId: string; threadTs: string | null }, content: Content): Message {
    this.#ephemerals += 1;
    // Beyond the emulator's counter, so that the two never share a timestamp.
    const ts = `${Math.floor(Date.now() / 1000)}.${String(500_000 + this.#ephemerals)}`;
    const { userId, ...place } = to;
    return this.#transcript.addMessage({
      ts,
      ...place,
      userId: botUserId,
      ...content,
      files: [],
      ephemeralFor: userId,
    });
  }

  /** Replaces a message of the bot, whoever sees it. @throws SlackApiError when it is gone. */
  async replace(place: Pick<Message, 'channelId' | 'ts'>, content: Content): Promise<void> {
    const message = this.#find(place);
    if (message.ephemeralFor !== null) this.#transcript.editMessage(place, content);
    else await this.update(this.#emulated.tokens.bot, { channel: place.channelId, ts: place.ts, ...content });
  }

  /** Deletes a message of the bot, whoever sees it. @throws SlackApiError when it is gone. */
  async remove(place: Pick<Message, 'channelId' | 'ts'>): Promise<void> {
    const message = this.#find(place);
    if (message.ephemeralFor !== null) this.#transcript.deleteMessage(place);
    else await this.delete(this.#emulated.tokens.bot, { channel: place.channelId, ts: place.ts });
  }

  #find(place: Pick<Message, 'channelId' | 'ts'>): Message {
    const message = this.#transcript.findMessage(place);
    if (!message || message.deleted) throw new SlackApiError('message_not_found');
    return message;
  }
}
