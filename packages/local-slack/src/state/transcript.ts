import type { Block } from '../block-kit/blocks.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { JsonObject } from '../json.ts';
import type { View } from './view.ts';

/** The current state of a message. Immutable: an edit replaces the object. */
export interface Message {
  ts: string;
  channelId: string;
  threadTs: string | null;
  userId: string;
  text: string;
  blocks: readonly Block[];
  files: readonly JsonObject[];
  /** The only person who sees it; null if everyone in the channel does. */
  ephemeralFor: string | null;
  edits: number;
  deleted: boolean;
  /** The transcript's revision at the last change. */
  revision: number;
}

const MAX_DELIVERIES = 2000;

type Place = Pick<Message, 'channelId' | 'ts'>;
type NewMessage = Omit<Message, 'edits' | 'deleted' | 'revision'>;

/** Everything visible in the workspace, in its current state, in order of first appearance. */
export class Transcript {
  #revision = 0;
  readonly #messages = new Map<string, Message>();
  readonly #views = new Map<string, View>();
  readonly #deliveries: Delivery[] = [];
  readonly #listeners = new Set<() => void>();

  /** Incremented with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Including ephemeral and deleted ones. */
  get messages(): readonly Message[] {
    return [...this.#messages.values()];
  }

  /** Modals and App Homes, including closed ones. */
  get views(): readonly View[] {
    return [...this.#views.values()];
  }

  /** The latest payloads sent to the bot, with their acks. */
  get deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  findMessage({ channelId, ts }: Place): Message | undefined {
    return this.#messages.get(`${channelId}/${ts}`);
  }

  findView(id: string): View | undefined {
    return this.#views.get(id);
  }

  addMessage(message: NewMessage): Message {
    return this.#putMessage({ ...message, edits: 0, deleted: false, revision: 0 });
  }

  restoreMessage(message: Omit<Message, 'revision'>): void {
    this.#putMessage({ ...message, revision: 0 });
  }

  /** Replaces text and blocks and counts the edit; undefined if the message does not exist or was deleted. */
  editMessage(place: Place, content: Pick<Message, 'text' | 'blocks'>): Message | undefined {
    const old = this.findMessage(place);
    return old && !old.deleted ? this.#putMessage({ ...old, ...content, edits: old.edits + 1 }) : undefined;
  }

  deleteMessage(place: Place): Message | undefined {
    const old = this.findMessage(place);
    return old && !old.deleted ? this.#putMessage({ ...old, deleted: true }) : undefined;
  }

  putView(view: View): View {
    const kept = { ...view, revision: this.#revision + 1 };
    this.#views.set(view.id, kept);
    this.#changed();
    return kept;
  }

  addDelivery(delivery: Delivery): void {
    this.#deliveries.push(delivery);
    if (this.#deliveries.length > MAX_DELIVERIES) this.#deliveries.shift();
    this.#changed();
  }

  /** Calls `listener` after each change; returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #putMessage(message: Message): Message {
    const kept = { ...message, revision: this.#revision + 1 };
    this.#messages.set(`${kept.channelId}/${kept.ts}`, kept);
    this.#changed();
    return kept;
  }

  #changed(): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }
}
