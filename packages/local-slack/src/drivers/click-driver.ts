import type { ConfirmDialog } from '../block-kit/composition.ts';
import type { InteractiveElement } from '../block-kit/elements.ts';
import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { interactionPayload, surroundings } from '../delivery/payloads.ts';
import type { JsonObject } from '../json.ts';
import { enterState, readState } from '../state/element-state.ts';
import type { Person } from '../state/people.ts';
import type { ElementState, StateValues } from '../state/state-values.ts';
import type { Message } from '../state/transcript.ts';
import { isView, type View } from '../state/view.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { chooseOptions } from './choose-options.ts';
import { pickDateTime } from './pick-date-time.ts';
import { describeElements, type ElementPick, type PickedElement, pickElement } from './pick-element.ts';
import { listOffered } from './suggest-options.ts';
import { requireVisible } from './visibility.ts';

/** A person's use of an element. */
export interface Choice {
  /** For menus, checkboxes and radio buttons: values or labels. For a text input: its text. */
  option?: string | readonly string[];
  /** False to decline the confirm dialog; nothing is sent then. */
  confirm?: boolean;
}

/** The delivery of a click. `error` is `cancelled` if the person declined the dialog and nothing was sent. */
export interface Click extends Delivery {
  /** The dialog that the client showed first. */
  confirm: ConfirmDialog | null;
}

const NOT_SENT: Delivery = {
  kind: 'interaction',
  payload: {},
  acked: false,
  status: null,
  body: '',
  error: 'cancelled',
  reasons: [],
};

/** Uses elements on behalf of one person and remembers their selections in messages, like the client. */
export class ClickDriver {
  readonly #slack: LocalWorkspace;
  readonly #person: Person;
  readonly #messageStates = new Map<string, StateValues>();

  constructor(slack: LocalWorkspace, person: Person) {
    this.#slack = slack;
    this.#person = person;
  }

  /**
   * Clicks a button, chooses from a menu, or types into an input that dispatches. Looks for the element in the current
   * message or view, then in the state when `where` was read, so that stale clicks are possible.
   * @throws ClientRefusalError if the client does not offer this.
   */
  async click(where: Message | View, pick: ElementPick, choice: Choice = {}): Promise<Click> {
    const now = this.#present(where);
    const picked = pickElement(now.blocks, pick) ?? pickElement(where.blocks, pick);
    if (!picked) {
      throw new ClientRefusalError(
        `No element ${JSON.stringify(pick)} here. Elements: ${describeElements(now.blocks)}.`,
      );
    }
    const confirm = confirmOf(picked.element);
    if (confirm && choice.confirm === false) return { ...NOT_SENT, confirm };
    const { action, entered } = await this.#work(now, picked, choice);
    const [after, state] = this.#enter(now, picked, entered);
    const payload = {
      ...interactionPayload(this.#slack, this.#person, 'block_actions'),
      ...surroundings(this.#slack, after, state),
      trigger_id: this.#slack.triggers.issue({ userId: this.#person.id, ...placeOf(now) }),
      ...this.#responseUrl(now),
      actions: [{ ...action, block_id: picked.block.block_id, action_ts: actionTime() }],
    };
    return { ...(await this.#slack.dispatcher.deliver('interaction', payload)), confirm };
  }

  #present(where: Message | View): Message | View {
    if (isView(where)) {
      const view = this.#slack.transcript.findView(where.id);
      if (!view?.open || view.userId !== this.#person.id) {
        throw new ClientRefusalError('That view is not open for this person.');
      }
      if (view.type === 'home' || this.#slack.views.top(this.#person.id)?.id === view.id) return view;
      throw new ClientRefusalError(`“${view.title}” is behind another modal. Close the one in front first.`);
    }
    return requireVisible(this.#slack, this.#person, where);
  }

  async #work(where: Message | View, picked: PickedElement, choice: Choice) {
    const { element, option, block } = picked;
    const { type, action_id } = element;
    // An empty text or list clears it.
    const wanted = [choice.option ?? []].flat().filter((item) => item !== '');
    if (element.type === 'button') {
      const { text, value, style } = element;
      return {
        action: { type, action_id, text, ...(value !== undefined && { value }), ...(style && { style }) },
        entered: null,
      };
    }
    if (element.type === 'overflow') return { action: { type, action_id, selected_option: option }, entered: null };
    if (block.type === 'input' && !block.dispatch_action) {
      throw new ClientRefusalError(
        `${action_id} is an input that sends nothing until the form is submitted. Use fill or submit.`,
      );
    }
    if (element.type === 'file_input') throw new ClientRefusalError('A file input is filled, not clicked.');
    if (element.type === 'datetimepicker') {
      const entered = pickDateTime(wanted[0]);
      return { action: { ...entered, action_id }, entered };
    }
    if (element.type === 'plain_text_input') {
      const entered: ElementState = { type: element.type, value: wanted[0] ?? null };
      return { action: { ...entered, action_id }, entered };
    }
    const offered = await listOffered(this.#slack, this.#person, where, { ...picked, element }, wanted);
    const entered = chooseOptions(element, offered, wanted);
    return { action: { ...entered, action_id }, entered };
  }

  /** Stores the input; returns the message or view, and its state, for the payload. */
  #enter(where: Message | View, picked: PickedElement, entered: ElementState | null): [Message | View, StateValues] {
    if (isView(where)) {
      const view = entered ? this.#slack.views.enter(where.id, picked, entered) : where;
      return [view, view.state];
    }
    const before = readState(where.blocks, this.#messageStates.get(where.ts));
    const state = entered ? enterState(before, picked, entered) : before;
    this.#messageStates.set(where.ts, state);
    return [where, state];
  }

  /** Only clicks in messages have a response_url. */
  #responseUrl(where: Message | View): JsonObject {
    if (isView(where)) return {};
    const { origin, responseUrls } = this.#slack;
    const clicked = { userId: this.#person.id, channelId: where.channelId, messageTs: where.ts };
    return { response_url: origin() + responseUrls.issue(clicked, 'actions') };
  }
}

function confirmOf(element: InteractiveElement): ConfirmDialog | null {
  return 'confirm' in element ? (element.confirm ?? null) : null;
}

/** The place of the click, for views opened from it. */
function placeOf(where: Message | View): { viewId: string | null; channelId: string | null } {
  if (isView(where)) return { viewId: where.id, channelId: where.here?.id ?? null };
  return { viewId: null, channelId: where.channelId };
}

let clicks = 0;
function actionTime(): string {
  clicks += 1;
  return `${Math.floor(Date.now() / 1000)}.${String(clicks).padStart(6, '0')}`;
}
