import type { Block } from '../block-kit/blocks.ts';
import { checkMessage, messageContent } from '../block-kit/check-message.ts';
import type { JsonObject } from '../json.ts';
import { refuseProblems, SlackApiError } from '../slack-api-error.ts';
import { assignIds } from './assign-ids.ts';
import type { Message, Transcript } from './transcript.ts';

/** Slack truncates longer texts. */
const MAX_TEXT = 40_000;

interface Content {
  text: string;
  blocks: readonly Block[];
}

type Place = Pick<Message, 'channelId' | 'ts'>;

interface NewPost extends Partial<Content> {
  channelId: string;
  userId: string;
  threadTs?: string | null;
  files?: readonly JsonObject[];
  ephemeralFor?: string | null;
  /** Set if it was assigned beforehand. */
  ts?: string;
}

/**
 * Parses and validates the content of a message, and fills in IDs like Slack.
 * @throws SlackApiError with Slack's code and the paths of all problems.
 */
export function readContent(args: JsonObject): Content {
  refuseProblems(checkMessage(args));
  const { text = '', blocks = [] } = messageContent.parse(args);
  return { text: text.slice(0, MAX_TEXT), blocks: assignIds(blocks) };
}

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

  /** Later messages get timestamps after `ts`. */
  continueAfter(ts: string): void {
    this.#timestamps.continueAfter(ts);
  }

  /** Assigns a timestamp for a later message. */
  nextTs(): string {
    return this.#timestamps.next();
  }

  /**
   * A message that the bot may edit through the Web API: its own, and not ephemeral, since that needs the response_url
   * of a click.
   * @throws SlackApiError message_not_found, or `notYours` for someone else's.
   */
  requireOwn(place: Place, notYours: 'cant_update_message' | 'cant_delete_message'): Message {
    const message = this.#find(place);
    if (message.ephemeralFor !== null) throw new SlackApiError('message_not_found');
    if (message.userId !== this.#botUserId) throw new SlackApiError(notYours);
    return message;
  }

  /** Replaces any message. @throws SlackApiError if it does not exist. */
  replace(place: Place, content: Content): Message {
    return this.#transcript.editMessage(place, content) ?? this.#find(place);
  }

  /** Deletes any message. @throws SlackApiError if it does not exist. */
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

/**
 * Message timestamps in Slack's format, seconds and microseconds. Strictly increasing, even across restarts, so that
 * each identifies its message.
 */
export class Timestamps {
  #last = 0;

  next(): string {
    this.#last = Math.max(this.#last + 1, Date.now() * 1000);
    return `${Math.floor(this.#last / 1_000_000)}.${String(this.#last % 1_000_000).padStart(6, '0')}`;
  }

  /** Continues after `ts`, even if the clock has been set back. */
  continueAfter(ts: string): void {
    this.#last = Math.max(this.#last, Number(ts.replace('.', '')));
  }
}
