import { setTimeout as wait } from 'node:timers/promises';
import type { types } from '@slack/bolt';
import type { Logger } from '../../logger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Answer, MessageAnswer } from '../blocks/answer.ts';
import type { HomeTab } from '../blocks/home/home-view.ts';
import { formNotOpened, lateForm } from '../blocks/sentence-message.ts';
import { unformatted } from '../blocks/text.ts';
import type { SlackClients } from '../clients.ts';
import { measureSlackCall } from '../measure-slack-call.ts';
import type { Origin } from '../modal-metadata.ts';
import { answerModal } from './answer-modal.ts';
import { formBehindButton, withFormButton } from './form-button.ts';
import { postToResponseUrl, ResponseUrlError } from './post-to-response-url.ts';
import { readSlackError } from './read-slack-error.ts';
import { stampBlocks, stampView } from './stamp.ts';
import { withoutImages } from './without-images.ts';

const TIMEOUT_MS = 10_000;

/** Slack links no names and addresses by itself. Response URLs know no such fields. */
const AS_WRITTEN = { parse: 'none', link_names: false } as const;

/** An open modal by its ID; by the ID that its app gave it, while an ack that shows it may still be on its way. */
export type OpenView = string | { externalId: string };

/** Where an answer goes. */
export interface Destination {
  userId: string;
  origin: Origin;
  /** Good for one modal within 3 seconds of the click. */
  triggerId: string | null;
  /** A modal that was opened while the answer was being made. */
  openedViewId: OpenView | null;
  /** The command line that would ask for the same again: behind a button it opens a form that cannot be opened now. */
  line?: string | null;
  /** Whether it is told in a message when the modal for it was closed meanwhile. */
  mustArrive?: boolean;
}

/** In milliseconds: until a modal that an ack shows is surely there. */
const ACK_WAITS = [50, 200, 800, 2000];

export interface MessagePlace {
  channel: string;
  ts: string;
}

/** The one door to Slack: every message, modal and edit leaves here, with what to do when Slack refuses it. */
export class Outbound {
  readonly #clients: SlackClients;
  readonly #tenantId: string;
  readonly #log: Logger;
  readonly #metrics: Metrics;

  /** @param tenantId whose messages these are. */
  constructor(clients: SlackClients, tenantId: string, log: Logger, metrics: Metrics) {
    this.#clients = clients;
    this.#tenantId = tenantId;
    this.#log = log;
    this.#metrics = metrics;
  }

  /** Brings an answer to the person who asked, where they asked. Never throws: what cannot be told is logged. */
  async deliver(answer: Answer, destination: Destination): Promise<void> {
    try {
      if (answer.surface === 'modal') await this.#deliverModal(answer.view, destination);
      else await this.#deliverAnswer(answer, destination);
    } catch (error) {
      this.#log.error({ err: describe(error), user: destination.userId }, 'an answer could not be delivered');
    }
  }

  /** Opens a modal, on top of the one in which somebody clicked; null when the 3 seconds are over. */
  async openModal(triggerId: string, view: types.ModalView, { view: clicked }: Origin): Promise<string | null> {
    const { views } = this.#clients.forms;
    const toOpen = { trigger_id: triggerId, view: this.#stampView(view) };
    try {
      const { view: opened } = await (clicked?.type === 'modal' ? views.push(toOpen) : views.open(toOpen));
      return opened?.id ?? null;
    } catch (error) {
      const reason = readSlackError(error);
      if (reason !== 'expired_trigger_id' && reason !== 'exchanged_trigger_id') throw error;
      return null;
    }
  }

  /** Changes an open modal. @returns false when the person has closed it meanwhile. */
  async updateModal(open: OpenView, view: types.ModalView): Promise<boolean> {
    const key = typeof open === 'string' ? { view_id: open } : { external_id: open.externalId };
    const waits = typeof open === 'string' ? [] : ACK_WAITS;
    for (const ms of [...waits, null]) {
      try {
        await this.#clients.forms.views.update({ ...key, view: this.#stampView(view) });
        return true;
      } catch (error) {
        if (readSlackError(error) !== 'not_found') throw error;
        if (ms !== null) await wait(ms);
      }
    }
    return false;
  }

  /** Draws the Home tab of one person, without images where Slack cannot fetch one. @throws what Slack throws. */
  async publishHome(userId: string, view: HomeTab): Promise<void> {
    const publish = (blocks: HomeTab['blocks']) =>
      this.#clients.background.views.publish({ user_id: userId, view: this.#stampView({ ...view, blocks }) });
    try {
      await publish(view.blocks);
    } catch (error) {
      if (!/^invalid_(?:blocks|arguments)$/.test(readSlackError(error) ?? '')) throw error;
      this.#log.error({ err: describe(error) }, 'Slack refused the blocks of a Home tab');
      await publish(withoutImages(view.blocks));
    }
  }

  /** @returns where the message stands, so that it can be edited. */
  async post(channel: string, threadTs: string | null, answer: MessageAnswer): Promise<MessagePlace> {
    const sent = await this.#withSimplerBlocks(answer, (text, blocks) =>
      this.#clients.messages.chat.postMessage({
        channel,
        text,
        blocks,
        unfurl_links: false,
        unfurl_media: false,
        ...AS_WRITTEN,
        ...(threadTs ? { thread_ts: threadTs } : {}),
      }),
    );
    return { channel: sent.channel ?? channel, ts: sent.ts ?? '' };
  }

  async edit({ channel, ts }: MessagePlace, answer: MessageAnswer): Promise<void> {
    await this.#withSimplerBlocks(answer, (text, blocks) =>
      this.#clients.messages.chat.update({ channel, ts, text, blocks, ...AS_WRITTEN }),
    );
  }

  #stampView<T extends types.View>(view: T): T {
    return stampView(view, this.#tenantId);
  }

  async #deliverModal(view: types.ModalView, { openedViewId, triggerId, ...rest }: Destination): Promise<void> {
    const instead = { ...rest, triggerId: null, openedViewId: null };
    const { line = null, mustArrive, origin } = rest;
    try {
      if (openedViewId) {
        const isThere = await this.updateModal(openedViewId, view);
        if (isThere || !mustArrive) return undefined;
      } else if (triggerId && (await this.openModal(triggerId, view, origin))) return undefined;
    } catch (error) {
      this.#log.error({ err: describe(error) }, 'a form could not be opened; saying so in a message');
      return this.#deliverAnswer(formNotOpened(), instead);
    }
    const late = triggerId === null && line !== null ? formBehindButton() : lateForm();
    return this.#deliverAnswer(line === null ? late : withFormButton(late, line, view), instead);
  }

  /** Into the modal that waits for it or that was clicked, else as a message. */
  async #deliverAnswer(answer: MessageAnswer, destination: Destination): Promise<void> {
    const { mustArrive = false, openedViewId, origin } = destination;
    const clickedId = origin.view?.type === 'modal' ? origin.view.id : null;
    const view = openedViewId ?? clickedId;
    if (!view) return this.#deliverMessage(answer, destination);
    // A modal on top of another is left by closing it: buttons in it would pile up more.
    const isOnTop = clickedId !== null && clickedId !== view;
    try {
      if ((await this.updateModal(view, answerModal(answer, origin, isOnTop))) || !mustArrive) return undefined;
      this.#log.info({ user: destination.userId }, 'a modal was closed before its answer; answering in a message');
    } catch (error) {
      this.#log.warn({ err: describe(error) }, 'a modal could not be changed; answering in a message');
    }
    return this.#deliverMessage(answer, destination);
  }

  /** A private message: through the response URL, else as a new one in the channel, else directly to the person. */
  async #deliverMessage(answer: MessageAnswer, { origin, userId }: Destination): Promise<void> {
    const { channelId, responseUrl, threadTs } = origin;
    const replacing = answer.replaces && isPrivate(origin);
    const thread = threadTs && !replacing ? { thread_ts: threadTs } : {};
    if (responseUrl) {
      try {
        await this.#withSimplerBlocks(answer, (text, blocks) =>
          measureSlackCall('response_url', this.#metrics, () =>
            postToResponseUrl(
              responseUrl,
              { text, blocks, response_type: 'ephemeral', replace_original: replacing, ...thread },
              TIMEOUT_MS,
            ),
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
          this.#clients.forms.chat.postEphemeral({
            channel: channelId,
            user: userId,
            text,
            blocks,
            ...thread,
            ...AS_WRITTEN,
          }),
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
   * answer is better than none: first without images, then as text, in which Slack would read marks.
   */
  async #withSimplerBlocks<T>(
    { text, blocks }: MessageAnswer,
    send: (text: string, blocks: types.KnownBlock[]) => Promise<T>,
  ): Promise<T> {
    const stamped = stampBlocks(blocks, this.#tenantId);
    try {
      return await send(text, stamped);
    } catch (error) {
      if (!isAboutBlocks(error)) throw error;
      this.#log.error({ err: describe(error) }, 'Slack refused the blocks of a message');
    }
    try {
      return await send(text, withoutImages(stamped));
    } catch (error) {
      if (!isAboutBlocks(error)) throw error;
      return send(unformatted(text), []);
    }
  }
}

const isPrivate = ({ message }: Origin) => message?.ephemeral === true;

function isAboutBlocks(error: unknown): boolean {
  const reason = error instanceof ResponseUrlError ? error.reason : (readSlackError(error) ?? '');
  return /invalid_blocks|msg_blocks_too_long|invalid_attachments/.test(reason);
}

const describe = (error: unknown) => readSlackError(error) ?? (error instanceof Error ? error.message : String(error));
