import type { types, webApi } from '@slack/bolt';
import type { Logger } from '../../logger.ts';
import type { Answer, MessageAnswer } from '../blocks/answer.ts';
import { sentenceModal } from '../blocks/modal-frame.ts';
import { formNotOpened, lateForm } from '../blocks/sentence-message.ts';
import type { Origin } from '../modal-metadata.ts';
import { postToResponseUrl, ResponseUrlError } from './post-to-response-url.ts';
import { readSlackError } from './read-slack-error.ts';
import { withoutImages } from './without-images.ts';

const TIMEOUT_MS = 10_000;

/** Where an answer goes. */
export interface Destination {
  userId: string;
  origin: Origin;
  /** Good for one modal within 3 seconds of the click. */
  triggerId: string | null;
  /** A modal that was opened while the answer was being made. */
  openedViewId: string | null;
}

export interface MessagePlace {
  channel: string;
  ts: string;
}

/** The one door to Slack: every message, modal and edit leaves here, with what to do when Slack refuses it. */
export class Outbound {
  readonly #client: webApi.WebClient;
  readonly #messages: webApi.WebClient;
  readonly #log: Logger;

  /**
   * @param client for what a person waits for within 3 seconds.
   * @param messages for messages and their edits. A client waits as a whole when Slack asks it to slow down, and a
   * form must not wait for somebody else's progress.
   */
  constructor(client: webApi.WebClient, messages: webApi.WebClient, log: Logger) {
    this.#client = client;
    this.#messages = messages;
    this.#log = log;
  }

  /** Brings an answer to the person who asked, where they asked. Never throws: what cannot be told is logged. */
  async deliver(answer: Answer, destination: Destination): Promise<void> {
    try {
      if (answer.surface === 'modal') await this.#deliverModal(answer.view, destination);
      else if (destination.openedViewId) await this.#deliverIntoModal(answer, destination.openedViewId, destination);
      else await this.#deliverMessage(answer, destination);
    } catch (error) {
      this.#log.error({ err: describe(error), user: destination.userId }, 'an answer could not be delivered');
    }
  }

  /** Opens a modal; null when the 3 seconds are over. */
  async openModal(triggerId: string, view: types.ModalView): Promise<string | null> {
    try {
      const { view: opened } = await this.#client.views.open({ trigger_id: triggerId, view });
      return opened?.id ?? null;
    } catch (error) {
      const reason = readSlackError(error);
      if (reason !== 'expired_trigger_id' && reason !== 'exchanged_trigger_id') throw error;
      return null;
    }
  }

  /** Changes an open modal; one that the person has closed meanwhile is nobody's loss. */
  async updateModal(viewId: string, view: types.ModalView): Promise<void> {
    try {
      await this.#client.views.update({ view_id: viewId, view });
    } catch (error) {
      if (readSlackError(error) !== 'not_found') throw error;
    }
  }

  /** Draws the Home tab of one person. @throws what Slack throws. */
  async publishHome(userId: string, view: types.HomeView): Promise<void> {
    await this.#client.views.publish({ user_id: userId, view });
  }

  /** @returns where the message stands, so that it can be edited. */
  async post(channel: string, threadTs: string | null, answer: MessageAnswer): Promise<MessagePlace> {
    const sent = await this.#withSimplerBlocks(answer, (text, blocks) =>
      this.#messages.chat.postMessage({
        channel,
        text,
        blocks,
        unfurl_links: false,
        unfurl_media: false,
        ...(threadTs ? { thread_ts: threadTs } : {}),
      }),
    );
    return { channel: sent.channel ?? channel, ts: sent.ts ?? '' };
  }

  async edit({ channel, ts }: MessagePlace, answer: MessageAnswer): Promise<void> {
    await this.#withSimplerBlocks(answer, (text, blocks) => this.#messages.chat.update({ channel, ts, text, blocks }));
  }

  async #deliverModal(view: types.ModalView, { openedViewId, triggerId, ...rest }: Destination): Promise<void> {
    const instead = { ...rest, triggerId: null, openedViewId: null };
    try {
      if (openedViewId) return await this.updateModal(openedViewId, view);
      if (triggerId && (await this.openModal(triggerId, view))) return undefined;
    } catch (error) {
      this.#log.error({ err: describe(error) }, 'a form could not be opened; saying so in a message');
      return this.#deliverMessage(formNotOpened(), instead);
    }
    return this.#deliverMessage(lateForm(), instead);
  }

  /** Into a form that waits for it; as a message when Slack does not change the form. */
  async #deliverIntoModal(answer: MessageAnswer, viewId: string, destination: Destination): Promise<void> {
    try {
      await this.updateModal(viewId, asModal(answer));
    } catch (error) {
      this.#log.warn({ err: describe(error) }, 'a form could not be changed; answering in a message');
      await this.#deliverMessage(answer, destination);
    }
  }

  /** A private message: through the response URL, else as a new one in the channel, else directly to the person. */
  async #deliverMessage(answer: MessageAnswer, { origin, userId }: Destination): Promise<void> {
    const { channelId, responseUrl, threadTs } = origin;
    const replacing = answer.replaces && isPrivate(origin);
    const thread = threadTs && !replacing ? { thread_ts: threadTs } : {};
    if (responseUrl) {
      try {
        await this.#withSimplerBlocks(answer, (text, blocks) =>
          postToResponseUrl(
            responseUrl,
            { text, blocks, response_type: 'ephemeral', replace_original: replacing, ...thread },
            TIMEOUT_MS,
          ),
        );
        return;
      } catch (error) {
        this.#log.warn({ err: describe(error) }, 'a response URL was refused; answering in the channel');
      }
    }
    if (channelId) {
      try {
        await this.#withSimplerBlocks(answer, (text, blocks) =>
          this.#client.chat.postEphemeral({ channel: channelId, user: userId, text, blocks, ...thread }),
        );
        return;
      } catch (error) {
        this.#log.warn({ err: describe(error) }, 'no private answer in the channel; answering directly');
      }
    }
    await this.post(userId, null, answer);
  }

  /**
   * Slack refuses a whole message for one image that it cannot fetch, or one block that it does not like. A plainer
   * answer is better than none: first without images, then as text.
   */
  async #withSimplerBlocks<T>(
    { text, blocks }: MessageAnswer,
    send: (text: string, blocks: types.KnownBlock[]) => Promise<T>,
  ): Promise<T> {
    try {
      return await send(text, blocks);
    } catch (error) {
      if (!isAboutBlocks(error)) throw error;
      this.#log.error({ err: describe(error) }, 'Slack refused the blocks of a message');
    }
    try {
      return await send(text, withoutImages(blocks));
    } catch (error) {
      if (!isAboutBlocks(error)) throw error;
      return send(text, []);
    }
  }
}

const isPrivate = ({ message }: Origin) => message?.ephemeral === true;

const asModal = ({ blocks, text }: MessageAnswer): types.ModalView => ({
  ...sentenceModal('Abilities', text),
  blocks: blocks.filter(({ type }) => type !== 'actions'),
});

function isAboutBlocks(error: unknown): boolean {
  const reason = error instanceof ResponseUrlError ? error.reason : (readSlackError(error) ?? '');
  return /invalid_blocks|msg_blocks_too_long|invalid_attachments/.test(reason);
}

const describe = (error: unknown) => readSlackError(error) ?? (error instanceof Error ? error.message : String(error));
