import type { types } from '@slack/bolt';
import { sleep } from '../../base/clock.ts';
import type { HomeTab } from '../blocks/kit.ts';
import type { Origin } from '../modal-metadata.ts';
import { stampView, withoutImages } from './fallback.ts';
import type { OutboundTools } from './messages.ts';
import { type Priority, turnsOf } from './queue.ts';
import { describeSlackError, readSlackError } from './slack-errors.ts';

/** An open modal's ID; or its external ID, while the ack that shows the modal may still be in transit. */
export type OpenView = string | { externalId: string };

/** In milliseconds. After the last retry, a modal shown by an ack must exist. */
const ACK_WAITS = [50, 200, 800, 2000];

export class Views {
  readonly #tools: OutboundTools;
  readonly #turns: ReturnType<typeof turnsOf>;

  constructor(tools: OutboundTools) {
    this.#tools = tools;
    this.#turns = turnsOf(tools.tenantId);
  }

  /**
   * Opens a modal, on top of a clicked modal. Not queued.
   * @returns null if the trigger has expired.
   * @throws Slack's errors, including rate limits.
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

  /**
   * Updates an open modal.
   * @param isOver called when it is this update's turn; if it returns true, the update isn't sent.
   * @returns false if the user has closed it.
   * @throws Slack's errors; NotSentError
   */
  async update(open: OpenView, view: types.ModalView, isOver = () => false): Promise<boolean> {
    const { client, clock, queue } = this.#tools;
    const isKnown = typeof open === 'string';
    const key = isKnown ? { view_id: open } : { external_id: open.externalId };
    const turn = this.#turns.fillForm(isKnown ? open : open.externalId);
    for (const ms of [...(isKnown ? [] : ACK_WAITS), null]) {
      try {
        await queue.send(turn, async () => {
          if (!isOver()) await client.web.views.update({ ...key, view: this.#stamp(view) });
        });
        return true;
      } catch (error) {
        if (readSlackError(error) !== 'not_found') throw error;
        if (ms !== null) await sleep(clock, ms);
      }
    }
    return false;
  }

  /**
   * Updates a modal if it still has this hash, so that the answer to a submitted form isn't overwritten.
   * @param isOver called when it is this update's turn; if it returns true, the update isn't sent.
   * @returns the new hash; null if the modal has changed or the user has closed it.
   * @throws Slack's errors; NotSentError
   */
  async redraw(viewId: string, hash: string, view: types.ModalView, isOver: () => boolean): Promise<string | null> {
    const { client, queue } = this.#tools;
    const update = async () =>
      isOver() ? null : await client.web.views.update({ view_id: viewId, hash, view: this.#stamp(view) });
    try {
      const drawn = await queue.send(this.#turns.fillForm(viewId), update);
      return drawn?.view?.hash ?? null;
    } catch (error) {
      const reason = readSlackError(error);
      if (reason !== 'not_found' && reason !== 'hash_conflict') throw error;
      return null;
    }
  }

  /**
   * Publishes a user's Home tab; without images, if Slack rejects the blocks. Only the latest of a user's pending
   * updates is sent.
   * @throws Slack's errors; NotSentError
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
        log.error({ err: describeSlackError(error) }, 'Slack rejected the blocks of a Home tab, removing images');
        await publish(withoutImages(view.blocks));
      }
    });
  }

  #stamp<T extends types.View>(view: T): T {
    return stampView(view, this.#tools);
  }
}
