import type { InputBlock } from '../block-kit/blocks.ts';
import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { interactionPayload, toViewPayload } from '../delivery/payloads.ts';
import type { FileDrop } from '../files/file-store.ts';
import { readObject } from '../json.ts';
import type { Person } from '../state/people.ts';
import type { ElementState } from '../state/state-values.ts';
import type { View } from '../state/view.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { checkForm } from './check-form.ts';
import { chooseOptions } from './choose-options.ts';
import { pickDateTime } from './pick-date-time.ts';
import { listOffered } from './suggest-options.ts';

/** Values by the block ID or the label of an input. An empty text or list clears it. */
export type FormValues = Readonly<Record<string, string | readonly string[] | FileDrop | readonly FileDrop[]>>;

/** Fills in, submits and closes the modals of one person. */
export class FormDriver {
  readonly #slack: LocalWorkspace;
  readonly #person: Person;

  constructor(slack: LocalWorkspace, person: Person) {
    this.#slack = slack;
    this.#person = person;
  }

  /** Enters values. Sends nothing to the bot, except queries of external selects. Files are uploaded. */
  async fill(view: View, values: FormValues): Promise<View> {
    let present = this.#top(view);
    for (const [name, value] of Object.entries(values)) {
      const block = findInput(present, name);
      const entered = await this.#work(present, block, value);
      present = this.#slack.views.enter(present.id, { block, element: block.element, pointer: '' }, entered);
    }
    return present;
  }

  /**
   * Fills in `values`, validates like the client, submits, and applies the ack.
   * @throws ClientRefusalError, with `problems` by block ID, if the client would not submit.
   */
  async submit(view: View, values: FormValues = {}): Promise<Delivery> {
    const filled = await this.fill(view, values);
    const problems = checkForm(filled);
    if (Object.keys(problems).length > 0) {
      const lines = Object.entries(problems).map(([block, problem]) => `${block}: ${problem}`);
      throw new ClientRefusalError(`The client does not submit this form. ${lines.join(' ')}`, problems);
    }
    const payload = {
      ...interactionPayload(this.#slack, this.#person, 'view_submission'),
      trigger_id: this.#slack.triggers.issue({
        userId: this.#person.id,
        viewId: filled.id,
        channelId: filled.here?.id ?? null,
      }),
      view: toViewPayload(this.#slack, filled),
      response_urls: [],
    };
    return this.#slack.dispatcher.deliver('interaction', payload, {
      apply: (body) => {
        // Before the ack arrived, the app may have updated the view, or the person closed it.
        const present = this.#slack.transcript.findView(filled.id);
        if (present?.open) this.#slack.views.applyAck(present, readObject(body));
      },
    });
  }

  /** Closes the top modal, or with `all` the whole stack. Notifies the bot if the view requests it. */
  async close(view: View, { all = false }: { all?: boolean } = {}): Promise<Delivery[]> {
    const { views, dispatcher } = this.#slack;
    const top = this.#top(view);
    const closed = all ? views.clear(this.#person.id) : views.close(top);
    const deliveries: Delivery[] = [];
    for (const gone of closed) {
      if (!gone.definition.notify_on_close) continue;
      const base = interactionPayload(this.#slack, this.#person, 'view_closed');
      deliveries.push(
        await dispatcher.deliver('interaction', { ...base, view: toViewPayload(this.#slack, gone), is_cleared: all }),
      );
    }
    return deliveries;
  }

  #top(view: View): View {
    const top = this.#slack.views.top(this.#person.id);
    if (top?.id === view.id) return top;
    throw new ClientRefusalError(`“${view.title}” is not this person's front modal.`);
  }

  async #work(view: View, block: InputBlock, value: FormValues[string]): Promise<ElementState> {
    const { element } = block;
    const list = [value].flat().filter((item) => item !== '');
    const words = list.filter((item) => typeof item === 'string');
    const drops = list.filter((item) => typeof item !== 'string');
    if (element.type === 'file_input') {
      const ids = await this.#slack.files.take(this.#person, drops, 'hand over');
      return { type: element.type, files: this.#slack.files.describe(ids) };
    }
    if (drops.length > 0) throw new ClientRefusalError(`“${block.label.text}” takes no files.`);
    if (element.type === 'plain_text_input') return { type: element.type, value: words.join('\n') || null };
    if (element.type === 'datetimepicker') return pickDateTime(words[0]);
    const placed = { block, element, pointer: '' };
    return chooseOptions(element, await listOffered(this.#slack, this.#person, view, placed, words), words);
  }
}

function findInput(view: View, name: string): InputBlock {
  const inputs = view.blocks.filter((block) => block.type === 'input');
  const found = inputs.find(({ block_id }) => block_id === name) ?? inputs.find(({ label }) => label.text === name);
  if (found) return found;
  const known = inputs.map(({ block_id, label }) => `${label.text} (${block_id})`).join(', ');
  throw new ClientRefusalError(`“${view.title}” has no input “${name}”. It has: ${known || 'none'}.`);
}
