import type { types } from '@slack/bolt';
import type { Logger } from '../../logger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { MessageAnswer } from '../blocks/answer.ts';
import { measureSlackCall } from '../measure-slack-call.ts';
import type { SlackClient } from '../slack-client.ts';
import type { OutboundQueue } from './outbound-queue.ts';
import { postToResponseUrl } from './post-to-response-url.ts';
import type { Priority } from './priority.ts';
import { turnsOf } from './turn.ts';
import { withSimplerBlocks } from './with-simpler-blocks.ts';

/** What leaves through the door needs. */
export interface OutboundTools {
  client: SlackClient;
  /** The same for all workspaces. */
  queue: OutboundQueue;
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
    // Plainer blocks are part of the same turn: a later edit must not be overwritten by them.
    return queue.sendLatest(this.#turns.edit(channel, priority), ts, () =>
      this.#simplified(answer, (text, blocks) => client.web.chat.update({ channel, ts, text, blocks, ...AS_WRITTEN })),
    );
  }

  /** @throws what Slack throws; NotSentError */
  async postPrivately({ channel, threadTs, userId }: PrivatePlace, answer: MessageAnswer): Promise<void> {
    const { client, queue } = this.#tools;
    await queue.send(this.#turns.postPrivately(channel), () =>
      this.#simplified(answer, (text, blocks) =>
        client.web.chat.postEphemeral({
          ...{ channel, user: userId, text, blocks, ...AS_WRITTEN },
          ...(threadTs ? { thread_ts: threadTs } : {}),
        }),
      ),
    );
  }

  /** A response URL is limited by its own five uses, so that nothing waits for it. @throws ResponseUrlError and others. */
  async respond(
    url: string,
    answer: MessageAnswer,
    { isReplacing, threadTs }: { isReplacing: boolean; threadTs: string | null },
  ): Promise<void> {
    const options = { response_type: 'ephemeral', replace_original: isReplacing } as const;
    const thread = threadTs ? { thread_ts: threadTs } : {};
    await this.#simplified(answer, (text, blocks) =>
      measureSlackCall('response_url', this.#tools.metrics, () =>
        postToResponseUrl(url, { text, blocks, ...options, ...thread }, RESPONSE_TIMEOUT_MS),
      ),
    );
  }

  #simplified<T>(answer: MessageAnswer, send: (text: string, blocks: types.KnownBlock[]) => Promise<T>): Promise<T> {
    return withSimplerBlocks(answer, this.#tools, send);
  }
}
