import type { types } from '@slack/bolt';
import { Locks } from '../../core/locks.ts';
import type { Logger } from '../../logger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { MessageAnswer } from '../blocks/answer.ts';
import { measureSlackCall } from '../measure-slack-call.ts';
import type { SlackClient } from '../slack-client.ts';
import type { Drawn, DrawnMessages } from './drawn-messages.ts';
import type { OutboundQueue } from './outbound-queue.ts';
import { postToResponseUrl } from './post-to-response-url.ts';
import type { PressedElement } from './pressed-label.ts';
import { type Press, type PressedMessage, PressedMessages } from './pressed-messages.ts';
import type { Priority } from './priority.ts';
import { describeSlackError } from './read-slack-error.ts';
import { newMessageId } from './stamp.ts';
import { turnsOf } from './turn.ts';
import { withSimplerBlocks } from './with-simpler-blocks.ts';

/** What leaves through the door needs. */
export interface OutboundTools {
  client: SlackClient;
  /** The same for all workspaces. */
  queue: OutboundQueue;
  /** The same for all workspaces. */
  drawn: DrawnMessages;
  /** Whose messages these are. */
  tenantId: string;
  log: Logger;
  metrics: Metrics;
}

export interface MessagePlace {
  channel: string;
  ts: string;
}

/** Where only one person sees it. */
export interface PrivatePlace {
  channel: string;
  userId: string;
  threadTs: string | null;
}

const RESPONSE_TIMEOUT_MS = 10_000;

/** Slack links no names and addresses by itself. Response URLs know no such fields. */
const AS_WRITTEN = { parse: 'none', link_names: false } as const;

/** Messages and their edits, each in the lane of its channel. A message to a person goes by the person's ID, with a lane of its own. */
export class Messages {
  readonly #tools: OutboundTools;
  readonly #turns: ReturnType<typeof turnsOf>;
  readonly #pressed = new PressedMessages();
  /** What replaces a private message, in order: response URLs have no lane. */
  readonly #replacing = new Locks();

  constructor(tools: OutboundTools) {
    this.#tools = tools;
    this.#turns = turnsOf(tools.tenantId);
  }

  /** @returns where the message stands, so that it can be edited. @throws what Slack throws; NotSentError */
  post(channel: string, threadTs: string | null, answer: MessageAnswer, priority: Priority): Promise<MessagePlace> {
    const { client, queue } = this.#tools;
    return queue.send(this.#turns.post(channel, priority), async () => {
      const sent = await this.#simplified(answer, (text, blocks) =>
        client.web.chat.postMessage({
          ...{ channel, text, blocks, unfurl_links: false, unfurl_media: false, ...AS_WRITTEN },
          ...(threadTs ? { thread_ts: threadTs } : {}),
        }),
      );
      return { channel: sent.channel ?? channel, ts: sent.ts ?? '' };
    });
  }

  /**
   * Of the edits of a message that wait, only the latest is sent.
   * @returns false when that was a later one. @throws what Slack throws; NotSentError
   */
  edit({ channel, ts }: MessagePlace, answer: MessageAnswer, priority: Priority): Promise<boolean> {
    const { client, queue } = this.#tools;
    this.#pressed.redrawn(sharedKey({ channel, ts }));
    // Plainer blocks are part of the same turn: a later edit must not be overwritten by them.
    return queue.sendLatest(this.#turns.edit(channel, priority), ts, () =>
      this.#simplified(answer, (text, blocks) => client.web.chat.update({ channel, ts, text, blocks, ...AS_WRITTEN })),
    );
  }

  /** @throws what Slack throws; NotSentError */
  async postPrivately({ channel, threadTs, userId }: PrivatePlace, answer: MessageAnswer): Promise<void> {
    const { client, queue } = this.#tools;
    await queue.send(this.#turns.postPrivately(channel), () =>
      this.#drawPrivately(answer, newMessageId(), async (text, blocks) => {
        await client.web.chat.postEphemeral({
          ...{ channel, user: userId, text, blocks, ...AS_WRITTEN },
          ...(threadTs ? { thread_ts: threadTs } : {}),
        });
      }),
    );
  }

  /**
   * A response URL is limited by its own five uses, so that nothing waits for it.
   * @param messageId of the private message that is replaced, when it's known. @throws ResponseUrlError and others.
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

  /** Labels what was pressed in a message that everybody sees; `drawn` is what Slack sent with the click. */
  pressShared(place: MessagePlace, drawn: Drawn, element: PressedElement): Press {
    const { client, queue } = this.#tools;
    const send = (drawing: Drawn) =>
      queue.sendLatest(this.#turns.edit(place.channel, 'progress'), place.ts, () =>
        client.web.chat.update({ ...place, ...drawing, ...AS_WRITTEN }),
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

  /** The same in a private message, when this process drew it. */
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
      this.#tools.log.warn({ err: describeSlackError(error) }, 'a pressed message could not be edited');
    return this.#pressed.press({ ...message, failed }, element);
  }

  #postToResponseUrl(url: string, drawing: Drawn, isReplacing: boolean, threadTs: string | null): Promise<void> {
    const options = { response_type: 'ephemeral', replace_original: isReplacing } as const;
    const thread = threadTs ? { thread_ts: threadTs } : {};
    return measureSlackCall('response_url', this.#tools.metrics, () =>
      postToResponseUrl(url, { ...drawing, ...options, ...thread }, RESPONSE_TIMEOUT_MS),
    );
  }

  /** With an ID by which a click finds it again. */
  #drawPrivately(
    answer: MessageAnswer,
    messageId: string,
    send: (text: string, blocks: types.KnownBlock[]) => Promise<void>,
  ): Promise<void> {
    const { drawn, tenantId } = this.#tools;
    const sendAndKeep = async (text: string, blocks: types.KnownBlock[]) => {
      await send(text, blocks);
      drawn.keep(tenantId, messageId, { text, blocks });
    };
    return withSimplerBlocks(answer, this.#tools, sendAndKeep, messageId);
  }

  #simplified<T>(answer: MessageAnswer, send: (text: string, blocks: types.KnownBlock[]) => Promise<T>): Promise<T> {
    return withSimplerBlocks(answer, this.#tools, send);
  }
}

const sharedKey = ({ channel, ts }: MessagePlace) => `shared ${channel} ${ts}`;
const privateKey = (messageId: string) => `private ${messageId}`;
