import type { types } from '@slack/bolt';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { TurnsByKey } from '../../base/turns.ts';
import type { Deadlines } from '../../core/deadlines.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { MessageAnswer } from '../blocks/kit.ts';
import { measureSlackCall, type SlackClient } from './client.ts';
import { newMessageId, withSimplerBlocks } from './fallback.ts';
import {
  type Drawn,
  type DrawnMessages,
  type Press,
  type PressedElement,
  type PressedMessage,
  PressedMessages,
} from './pressed-messages.ts';
import { type OutboundQueue, type Priority, turnsOf } from './queue.ts';
import { describeSlackError, postToResponseUrl } from './slack-errors.ts';
import { confirmedWithin } from './unconfirmed.ts';

export interface OutboundTools {
  client: SlackClient;
  /** Shared by all workspaces. */
  queue: OutboundQueue;
  /** Shared by all workspaces. */
  drawn: DrawnMessages;
  tenantId: string;
  /** The version of the account that messages are about; 0 if none is connected. */
  account: number;
  log: Logger;
  metrics: Metrics;
  clock: Pick<Clock, 'after' | 'deadline'>;
  deadlines: Pick<Deadlines, 'post' | 'file'>;
}

export interface MessagePlace {
  channel: string;
  ts: string;
}

interface PrivatePlace {
  channel: string;
  userId: string;
  threadTs: string | null;
}

/** Keeps Slack from linking names and URLs in the text. Response URLs don't support these fields. */
const AS_WRITTEN = { parse: 'none', link_names: false } as const;

/**
 * Posts and edits messages. The queue sends those of one channel one at a time. A direct message uses the user ID as
 * its channel.
 */
export class Messages {
  readonly #tools: OutboundTools;
  readonly #turns: ReturnType<typeof turnsOf>;
  readonly #pressed = new PressedMessages();
  /** Response URLs aren't queued, so this keeps the replacements of an ephemeral message in order. */
  readonly #replacing = new TurnsByKey();

  constructor(tools: OutboundTools) {
    this.#tools = tools;
    this.#turns = turnsOf(tools.tenantId);
  }

  /**
   * @returns the location of the message, for editing it.
   * @throws Slack's errors; NotSentError; UnconfirmedError if it may have been posted, so that a retry could post it
   * twice.
   */
  post(channel: string, threadTs: string | null, answer: MessageAnswer, priority: Priority): Promise<MessagePlace> {
    const { client, clock, deadlines, queue } = this.#tools;
    const post = async () => {
      const sent = await this.#simplified(answer, (text, blocks) =>
        client.web.chat.postMessage({
          channel,
          text,
          blocks,
          unfurl_links: false,
          unfurl_media: false,
          ...AS_WRITTEN,
          thread_ts: threadTs ?? undefined,
        }),
      );
      return { channel: sent.channel ?? channel, ts: sent.ts ?? '' };
    };
    return queue.send(this.#turns.post(channel, priority), () =>
      confirmedWithin(post(), deadlines.post, clock, (place) => place),
    );
  }

  /**
   * Sends only the latest of the pending edits of a message.
   * @returns false if a later edit was sent instead.
   * @throws Slack's errors; NotSentError; UnconfirmedError
   */
  edit({ channel, ts }: MessagePlace, answer: MessageAnswer, priority: Priority): Promise<boolean> {
    const { client, queue } = this.#tools;
    this.#pressed.redrawn(sharedKey({ channel, ts }));
    // The retries with simpler blocks run in the same turn, so that they can't overwrite a later edit.
    return queue.sendLatest(this.#turns.edit(channel, priority), ts, () =>
      this.#confirmed(
        this.#simplified(answer, (text, blocks) =>
          client.web.chat.update({ channel, ts, text, blocks, ...AS_WRITTEN }),
        ),
      ),
    );
  }

  /** @throws Slack's errors; NotSentError; UnconfirmedError */
  async postPrivately({ channel, threadTs, userId }: PrivatePlace, answer: MessageAnswer): Promise<void> {
    const { client, queue } = this.#tools;
    const post = () =>
      this.#drawPrivately(answer, newMessageId(), async (text, blocks) => {
        await client.web.chat.postEphemeral({
          channel,
          user: userId,
          text,
          blocks,
          ...AS_WRITTEN,
          thread_ts: threadTs ?? undefined,
        });
        return Buffer.from(JSON.stringify({ text, blocks }));
      });
    await queue.send(this.#turns.postPrivately(channel), () => this.#confirmed(post()));
  }

  /**
   * Not queued, because each response URL has its own limit of five uses.
   * @param messageId the ID of the ephemeral message to replace, if known.
   * @throws ResponseUrlError, UnconfirmedError and others.
   */
  async respond(
    url: string,
    answer: MessageAnswer,
    { isReplacing, messageId, threadTs }: { isReplacing: boolean; messageId: string | null; threadTs: string | null },
  ): Promise<void> {
    const post = (id: string) =>
      this.#drawPrivately(answer, id, (text, blocks) =>
        this.#postToResponseUrl(url, { text, blocks }, isReplacing, threadTs),
      );
    if (!isReplacing || messageId === null) return post(newMessageId());
    await this.#replacing.run(messageId, async () => {
      await post(messageId);
      this.#pressed.redrawn(privateKey(messageId));
    });
  }

  /** Labels the clicked element in a shared message. `drawn` is the content that Slack sent with the click. */
  pressShared(place: MessagePlace, drawn: Drawn, element: PressedElement): Press {
    const { client, queue } = this.#tools;
    const send = (drawing: Drawn) =>
      queue.sendLatest(this.#turns.edit(place.channel, 'progress'), place.ts, () =>
        this.#confirmed(client.web.chat.update({ ...place, ...drawing, ...AS_WRITTEN })),
      );
    return this.#press(
      {
        key: sharedKey(place),
        base: () => drawn,
        draw: async (make) => {
          const drawing = make();
          if (drawing) await send(drawing);
        },
      },
      element,
    );
  }

  /** Labels the clicked element in an ephemeral message that this process drew. */
  pressPrivate(url: string, messageId: string, element: PressedElement): Press {
    const { drawn, tenantId } = this.#tools;
    return this.#press(
      {
        key: privateKey(messageId),
        base: () => drawn.find(tenantId, messageId),
        draw: (make) =>
          this.#replacing.run(messageId, async () => {
            const drawing = make();
            if (drawing) await this.#postToResponseUrl(url, drawing, true, null);
          }),
      },
      element,
    );
  }

  #press(message: Omit<PressedMessage, 'failed'>, element: PressedElement): Press {
    const failed = (error: unknown) =>
      this.#tools.log.warn({ err: describeSlackError(error) }, 'clicked message not edited');
    return this.#pressed.press({ ...message, failed }, element);
  }

  #postToResponseUrl(url: string, drawing: Drawn, isReplacing: boolean, threadTs: string | null): Promise<Buffer> {
    const { clock, deadlines, metrics } = this.#tools;
    const options = { response_type: 'ephemeral', replace_original: isReplacing } as const;
    const thread = threadTs ? { thread_ts: threadTs } : {};
    return measureSlackCall('response_url', metrics, () =>
      postToResponseUrl(url, { ...drawing, ...options, ...thread }, deadlines.post, clock),
    );
  }

  /**
   * Sends an ephemeral message and caches its content under an ID that a click refers to.
   * @param send returns the message as JSON.
   */
  #drawPrivately(
    answer: MessageAnswer,
    messageId: string,
    send: (text: string, blocks: types.KnownBlock[]) => Promise<Buffer>,
  ): Promise<void> {
    const { drawn, tenantId } = this.#tools;
    const sendAndKeep = async (text: string, blocks: types.KnownBlock[]) =>
      drawn.keep(tenantId, messageId, await send(text, blocks));
    return withSimplerBlocks(answer, this.#tools, sendAndKeep, messageId);
  }

  #confirmed<T>(call: Promise<T>): Promise<T> {
    const { clock, deadlines } = this.#tools;
    return confirmedWithin(call, deadlines.post, clock);
  }

  #simplified<T>(answer: MessageAnswer, send: (text: string, blocks: types.KnownBlock[]) => Promise<T>): Promise<T> {
    return withSimplerBlocks(answer, this.#tools, send);
  }
}

const sharedKey = ({ channel, ts }: MessagePlace) => `shared ${channel} ${ts}`;
const privateKey = (messageId: string) => `private ${messageId}`;
