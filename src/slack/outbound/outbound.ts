import type { types } from '@slack/bolt';
import type { Logger } from '../../base/logger.ts';
import { noteAnswered } from '../../base/request-context.ts';
import { findVerb } from '../../core/verbs.ts';
import { actions, button } from '../blocks/buttons.ts';
import { type Answer, type HomeTab, type MessageAnswer, type ModalAnswer, section } from '../blocks/kit.ts';
import { sentenceModal } from '../blocks/modals.ts';
import { formNotOpened, lateForm, sentenceMessage } from '../blocks/sentences.ts';
import { type ButtonValue, encodeButton, VALUE_MAX } from '../button-value.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import { Files, type NewFile } from './files.ts';
import { readsMentions, withMentionHints } from './hints.ts';
import { type MessagePlace, Messages, type OutboundTools } from './messages.ts';
import type { Drawn, Press, PressedElement } from './pressed-messages.ts';
import type { Priority } from './queue.ts';
import { describeSlackError } from './slack-errors.ts';
import { UnconfirmedError } from './unconfirmed.ts';
import { type OpenView, Views } from './views.ts';

/**
 * Shows an answer in a modal, if no message is possible. Its buttons work as in a message, and redraw the modal.
 * @param isOnTop true if it is on top of another modal, in which case it has no buttons.
 */
const answerModal = (
  { blocks, text, title = 'Abilities' }: MessageAnswer,
  origin: Origin,
  isOnTop: boolean,
): types.ModalView => ({
  ...sentenceModal(title, text),
  callback_id: 'answer',
  private_metadata: encodeMetadata({ form: 'answer', origin: { ...origin, view: null } }),
  blocks: isOnTop ? blocks.flatMap(withoutElements) : blocks,
});

/** Removes interactive elements. Images are kept. */
function withoutElements(block: types.KnownBlock): types.KnownBlock[] {
  if (block.type === 'actions') return [];
  if (block.type !== 'section' || !block.accessory || block.accessory.type === 'image') return [block];
  const { accessory: _element, ...rest } = block;
  return [rest];
}

/** For a request without a trigger ID, such as a mention. */
const formBehindButton = () => sentenceMessage('This command needs a form. Nothing changed yet.');

/**
 * Adds a button that opens the form. If `line`, the command line for it, is too long for a button, only its verb is
 * used, and the form opens empty.
 */
function withFormButton(answer: MessageAnswer, line: string, form: types.ModalView): MessageAnswer {
  // Other forms come from lines that always open one; the line for this form may change something instead.
  const value = { do: line, asks: form.callback_id === 'trigger-words' ? (true as const) : undefined };
  if (encodeButton(value).length <= VALUE_MAX) return withButton(answer, value);
  const verb = findVerb(/^\S*/.exec(line.trim())?.[0] ?? '');
  if (!verb) return answer;
  const longer = { ...answer, text: `${answer.text} ${TOO_LONG}`, blocks: [...answer.blocks, section(TOO_LONG)] };
  return withButton(longer, { do: verb.name });
}

const TOO_LONG = 'Your command is too long to prefill the form. Fill it in yourself, or use a shorter command.';

const withButton = (answer: MessageAnswer, value: Omit<ButtonValue, 'v'>): MessageAnswer => ({
  ...answer,
  blocks: [...answer.blocks, ...actions(button('Open the form', value))],
});

export type { MessagePlace } from './messages.ts';
export type { OpenView } from './views.ts';

export interface Destination {
  userId: string;
  origin: Origin;
  /** Valid for one modal, within 3 seconds of the click. */
  triggerId: string | null;
  /** A modal opened while the answer was being prepared. */
  openedViewId: OpenView | null;
  /** The command line that repeats the request. If no form can be opened now, a button with this line opens it. */
  line?: string | null;
  /** True to send a message if the modal for the answer has been closed. */
  mustArrive?: boolean;
  /** True if the final answer is yet to come. */
  isInterim?: boolean;
}

/** The only way to send anything to Slack: messages, modals, edits and files, with fallbacks if Slack rejects them. */
export class Outbound {
  readonly #messages: Messages;
  readonly #views: Views;
  readonly #files: Files;
  readonly #log: Logger;

  constructor(tools: OutboundTools) {
    this.#messages = new Messages(tools);
    this.#views = new Views(tools);
    this.#files = new Files(tools);
    this.#log = tools.log;
  }

  /**
   * Delivers an answer where the user made the request. Never throws; failures are logged.
   * @returns false if the answer wasn't delivered. An unconfirmed one counts as delivered.
   */
  async deliver(answer: Answer, destination: Destination): Promise<boolean> {
    try {
      if (answer.surface === 'modal') await this.#deliverModal(answer, destination);
      else await this.#deliverAnswer(answer, destination);
      if (!destination.isInterim) noteAnswered();
      return true;
    } catch (error) {
      const isUnconfirmed = error instanceof UnconfirmedError;
      const line = { err: describeSlackError(error), user: destination.userId };
      this.#log.error(line, isUnconfirmed ? 'answer not confirmed by Slack' : 'answer not delivered');
      if (isUnconfirmed && !destination.isInterim) noteAnswered();
      return isUnconfirmed;
    }
  }

  openModal(triggerId: string, view: types.ModalView, origin: Origin): Promise<string | null> {
    return this.#views.open(triggerId, view, origin);
  }

  updateModal(open: OpenView, view: types.ModalView, isOver?: () => boolean): Promise<boolean> {
    return this.#views.update(open, view, isOver);
  }

  redrawModal(viewId: string, hash: string, view: types.ModalView, isOver: () => boolean): Promise<string | null> {
    return this.#views.redraw(viewId, hash, view, isOver);
  }

  publishHome(userId: string, view: HomeTab, priority: Priority): Promise<void> {
    return this.#views.publishHome(userId, view, priority);
  }

  post(
    channel: string,
    threadTs: string | null,
    answer: MessageAnswer,
    priority: Priority = 'answer',
  ): Promise<MessagePlace> {
    const hinted = readsMentions(channel, threadTs) ? withMentionHints(answer) : answer;
    return this.#messages.post(channel, threadTs, hinted, priority);
  }

  edit(place: MessagePlace, answer: MessageAnswer, priority: Priority = 'answer'): Promise<boolean> {
    const hinted = readsMentions(place.channel, null) ? withMentionHints(answer) : answer;
    return this.#messages.edit(place, hinted, priority);
  }

  /**
   * Labels the clicked element while the click is being processed.
   * @param drawn the message as Slack sent it with the click; null for an ephemeral one.
   * @returns null if the message's content is unknown, so that it can't be edited.
   */
  press({ channelId, message, responseUrl }: Origin, drawn: Drawn | null, element: PressedElement): Press | null {
    if (!message) return null;
    if (message.ephemeral) {
      return responseUrl && message.id ? this.#messages.pressPrivate(responseUrl, message.id, element) : null;
    }
    return channelId && drawn
      ? this.#messages.pressShared({ channel: channelId, ts: message.ts }, drawn, element)
      : null;
  }

  readFile(id: string): Promise<unknown> {
    return this.#files.read(id);
  }

  sendFile(channel: string, file: NewFile): Promise<void> {
    return this.#files.send(channel, file);
  }

  async #deliverModal(
    { instead, view }: ModalAnswer,
    { openedViewId, triggerId, ...rest }: Destination,
  ): Promise<void> {
    const elsewhere = { ...rest, triggerId: null, openedViewId: null };
    const { line = null, mustArrive, origin } = rest;
    try {
      if (openedViewId) {
        const isThere = await this.updateModal(openedViewId, view);
        if (isThere || !mustArrive) return undefined;
      } else if (triggerId && (await this.openModal(triggerId, view, origin))) return undefined;
    } catch (error) {
      this.#log.error({ err: describeSlackError(error) }, 'modal not opened or updated, answering in a message');
      return this.#deliverAnswer(instead ?? formNotOpened(), elsewhere);
    }
    if (instead) return this.#deliverAnswer(instead, elsewhere);
    const late = triggerId === null && line !== null ? formBehindButton() : lateForm();
    return this.#deliverAnswer(line === null ? late : withFormButton(late, line, view), elsewhere);
  }

  /** Updates the modal that is loading or was clicked; otherwise, sends a message. */
  async #deliverAnswer(answer: MessageAnswer, destination: Destination): Promise<void> {
    const { mustArrive = false, openedViewId, origin } = destination;
    const clickedId = origin.view?.type === 'modal' ? origin.view.id : null;
    const view = openedViewId ?? clickedId;
    if (!view) return this.#deliverMessage(answer, destination);
    // A modal on top of another has no buttons, because they would open even more. The user closes it to return.
    const isOnTop = clickedId !== null && clickedId !== view;
    try {
      const modal = answer.inDialog?.(origin) ?? answerModal(answer, origin, isOnTop);
      if ((await this.updateModal(view, modal)) || !mustArrive) return undefined;
      this.#log.info({ user: destination.userId }, 'modal closed before the answer was ready, answering in a message');
    } catch (error) {
      this.#log.warn({ err: describeSlackError(error) }, 'modal not updated, answering in a message');
    }
    return this.#deliverMessage(answer, destination);
  }

  /**
   * Sends an ephemeral message through the response URL; else as a new one in the channel; else as a direct message.
   * Falls back if Slack rejects the message or it would wait too long, and at most once if Slack doesn't confirm it.
   */
  async #deliverMessage(drawn: MessageAnswer, { origin, userId }: Destination): Promise<void> {
    const { channelId, message, responseUrl } = origin;
    const answer = readsMentions(channelId ?? userId, origin.threadTs) ? withMentionHints(drawn) : drawn;
    const messageId = message?.id ?? null;
    const isReplacing = answer.replaces && isPrivate(origin);
    const threadTs = isReplacing ? null : origin.threadTs;
    let isUnconfirmed = false;
    const fallBack = (error: unknown, line: string) => {
      if (error instanceof UnconfirmedError) {
        // One duplicate is harmless; one per fallback is not.
        if (isUnconfirmed) throw error;
        isUnconfirmed = true;
      }
      this.#log.warn({ err: describeSlackError(error) }, line);
    };
    if (responseUrl) {
      try {
        return await this.#messages.respond(responseUrl, answer, { isReplacing, messageId, threadTs });
      } catch (error) {
        fallBack(error, 'response URL failed, trying another way');
      }
    }
    if (channelId) {
      try {
        return await this.#messages.postPrivately({ channel: channelId, threadTs, userId }, answer);
      } catch (error) {
        fallBack(error, 'ephemeral message failed, sending a direct message');
      }
    }
    await this.post(userId, null, answer);
  }
}

const isPrivate = ({ message }: Origin) => message?.ephemeral === true;
