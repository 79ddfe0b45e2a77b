import { setTimeout as wait } from 'node:timers/promises';
import type { types } from '@slack/bolt';
import type { HomeTab } from '../blocks/home/home-view.ts';
import type { Origin } from '../modal-metadata.ts';
import type { OutboundTools } from './messages.ts';
import type { Priority } from './priority.ts';
import { describeSlackError, readSlackError } from './read-slack-error.ts';
import { stampView } from './stamp.ts';
import { turnsOf } from './turn.ts';
import { withoutImages } from './without-images.ts';

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
