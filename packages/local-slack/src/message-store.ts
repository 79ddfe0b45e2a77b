import { assignIds } from './assign-ids.ts';
import type { Block } from './block-kit/blocks.ts';
import { checkMessage, messageContent } from './block-kit/check-message.ts';
import type { JsonObject } from './json.ts';
import { refuseProblems, SlackApiError } from './slack-api-error.ts';
import type { Timestamps } from './timestamps.ts';
import type { Message, Transcript } from './transcript.ts';

/** Slack cuts longer texts. */
const textLimit = 40_000;

export interface Content {
  readonly text: string;
  readonly blocks: readonly Block[];
}

type Place = Pick<Message, 'channelId' | 'ts'>;

export interface NewPost extends Partial<Content> {
  readonly channelId: string;
  readonly userId: string;
  readonly threadTs?: string | null;
  readonly files?: readonly JsonObject[];
  readonly ephemeralFor?: string | null;
  /** Where it is known already. */
  readonly ts?: string;
}

/**
 * Reads and checks what a message is to show, and fills in the IDs that Slack would.
 * @throws SlackApiError with Slack's code and the paths of all problems.
 */
export function readContent(args: JsonObject): Content {
  refuseProblems(checkMessage(args));
  const { text = '', blocks = [] } = messageContent.parse(args);
  return { text: text.slice(0, textLimit), blocks: assignIds(blocks) };
}

/** Where messages are posted, edited and deleted. */
export class MessageStore {
  readonly #transcript: Transcript;
  readonly #timestamps: Timestamps;
  readonly #botUserId: string;

  constructor(transcript: Transcript, timestamps: Timestamps, botUserId: string) {
    this.#botUserId = botUserId;
    this.#transcript = transcript;
    this.#timestamps = timestamps;
  }

  /** Posts as `userId`; with `ephemeralFor` only that person sees it. */
  post({ text = '', blocks = [], files = [], threadTs = null, ephemeralFor = null, ...post }: NewPost): Message {
    const ts = post.ts ?? this.nextTs();
    return this.#transcript.addMessage({ ...post, ts, threadTs, text, blocks, files, ephemeralFor });
  }

  /** New messages come after `ts`. */
  continueAfter(ts: string): void {
    this.#timestamps.continueAfter(ts);
  }

  /** The timestamp of a message to come. */
  nextTs(): string {
    return this.#timestamps.next();
  }

  /**
   * A message that the bot may change by the Web API: its own, and no ephemeral, which can only be changed by the
   * response_url of a click on it.
   * @throws SlackApiError message_not_found, or `notYours` for somebody else's.
   */
  requireOwn(place: Place, notYours: 'cant_update_message' | 'cant_delete_message'): Message {
    const message = this.#find(place);
    if (message.ephemeralFor !== null) throw new SlackApiError('message_not_found');
    if (message.userId !== this.#botUserId) throw new SlackApiError(notYours);
    return message;
  }

  /** Replaces a message, whoever sees it. @throws SlackApiError when it is gone. */
  replace(place: Place, content: Content): Message {
    return this.#transcript.editMessage(place, content) ?? this.#find(place);
  }

  /** Deletes a message, whoever sees it. @throws SlackApiError when it is gone. */
  remove(place: Place): void {
    this.#find(place);
    this.#transcript.deleteMessage(place);
  }

  #find(place: Place): Message {
    const message = this.#transcript.findMessage(place);
    if (!message || message.deleted) throw new SlackApiError('message_not_found');
    return message;
  }
}
