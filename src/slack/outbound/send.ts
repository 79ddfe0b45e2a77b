import { setTimeout as wait } from 'node:timers/promises';
import type { types } from '@slack/bolt';
import type { Logger } from '../../base/logger.ts';
import { Locks } from '../../core/operations/context.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { HomeTab } from '../blocks/home.ts';
import type { MessageAnswer } from '../blocks/kit.ts';
import type { Origin } from '../modal-metadata.ts';
import { measureSlackCall, type SlackClient } from './client.ts';
import { newMessageId, stampView, withoutImages, withSimplerBlocks } from './fallback.ts';
import {
  type Drawn,
  type DrawnMessages,
  type Press,
  type PressedElement,
  type PressedMessage,
  PressedMessages,
} from './pressed-messages.ts';
import { type OutboundQueue, type Priority, turnsOf } from './queue.ts';
import { describeSlackError, postToResponseUrl, readSlackError } from './slack-errors.ts';

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

/** A file as it is sent to Slack. */
export interface NewFile {
  bytes: Buffer;
  fileName: string;
  title: string;
}

/** What Slack tells of files, and files that are sent to it. */
export class Files {
  readonly #tools: OutboundTools;
  readonly #turns: ReturnType<typeof turnsOf>;

  constructor(tools: OutboundTools) {
    this.#tools = tools;
    this.#turns = turnsOf(tools.tenantId);
  }

  /** What `files.info` says, not checked yet. @throws what Slack throws; NotSentError */
  read(id: string): Promise<unknown> {
    const { client, queue } = this.#tools;
    return queue.send(this.#turns.readFile(id), () => client.web.files.info({ file: id }));
  }

  /**
   * Into a channel, by its ID. Three calls: where Slack asks to wait at the second, the bytes are sent again, and the first
   * ones are seen by nobody. @throws what Slack throws; NotSentError
   */
  async send(channel: string, { bytes, fileName, title }: NewFile): Promise<void> {
    const { client, queue } = this.#tools;
    const file = { channel_id: channel, file: bytes, filename: fileName, title };
    await queue.send(this.#turns.sendFile(channel), () => client.web.filesUploadV2(file));
  }
}

/** An open modal by its ID; by the ID that its app gave it, while an ack that shows it may still be on its way. */
export type OpenView = string | { externalId: string };

/** In milliseconds: until a modal that an ack shows is surely there. */
const ACK_WAITS = [50, 200, 800, 2000];

/** Modals and Home tabs. */
export class Views {
  readonly #tools: OutboundTools;
  readonly #turns: ReturnType<typeof turnsOf>;

  constructor(tools: OutboundTools) {
    this.#tools = tools;
    this.#turns = turnsOf(tools.tenantId);
  }

  /**
   * Opens a modal, on top of the one in which somebody clicked; null when the 3 seconds are over. It waits for no turn.
   * @throws what Slack throws, at once also where it asks to wait.
   */
  async open(triggerId: string, view: types.ModalView, { view: clicked }: Origin): Promise<string | null> {
    const { views } = this.#tools.client.web;
    const toOpen = { trigger_id: triggerId, view: this.#stamp(view) };
    try {
      const { view: opened } = await (clicked?.type === 'modal' ? views.push(toOpen) : views.open(toOpen));
      return opened?.id ?? null;
    } catch (error) {
      const reason = readSlackError(error);
      if (reason !== 'expired_trigger_id' && reason !== 'exchanged_trigger_id') throw error;
      return null;
    }
  }

  /** Changes an open modal. @returns false when the person has closed it meanwhile. @throws what Slack throws; NotSentError */
  async update(open: OpenView, view: types.ModalView): Promise<boolean> {
    const { client, queue } = this.#tools;
    const isKnown = typeof open === 'string';
    const key = isKnown ? { view_id: open } : { external_id: open.externalId };
    const turn = this.#turns.fillForm(isKnown ? open : open.externalId);
    for (const ms of [...(isKnown ? [] : ACK_WAITS), null]) {
      try {
        await queue.send(turn, () => client.web.views.update({ ...key, view: this.#stamp(view) }));
        return true;
      } catch (error) {
        if (readSlackError(error) !== 'not_found') throw error;
        if (ms !== null) await wait(ms);
      }
    }
    return false;
  }

  /**
   * Draws the Home tab of one person, without images where Slack cannot fetch one. Of those that wait for a person only the
   * latest is drawn. @throws what Slack throws; NotSentError
   */
  async publishHome(userId: string, view: HomeTab, priority: Priority): Promise<void> {
    const { client, log, queue } = this.#tools;
    const publish = (blocks: HomeTab['blocks']) =>
      client.web.views.publish({ user_id: userId, view: this.#stamp({ ...view, blocks }) });
    await queue.sendLatest(this.#turns.drawHome(userId, priority), 'home', async () => {
      try {
        await publish(view.blocks);
      } catch (error) {
        if (!/^invalid_(?:blocks|arguments)$/.test(readSlackError(error) ?? '')) throw error;
        log.error({ err: describeSlackError(error) }, 'Slack refused the blocks of a Home tab');
        await publish(withoutImages(view.blocks));
      }
    });
  }

  #stamp<T extends types.View>(view: T): T {
    return stampView(view, this.#tools.tenantId);
  }
}
