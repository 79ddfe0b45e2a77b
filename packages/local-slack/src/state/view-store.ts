import { randomBytes } from 'node:crypto';
import type { PlacedElement } from '../block-kit/block-elements.ts';
import { checkView, type ViewDefinition, viewDefinition } from '../block-kit/check-view.ts';
import type { ListedConversation } from '../block-kit/directory.ts';
import { type JsonObject, readObject, readText } from '../json.ts';
import { refuseProblems, SlackApiError } from '../slack-api-error.ts';
import { assignIds } from './assign-ids.ts';
import { enterState, readState } from './element-state.ts';
import type { ElementState } from './state-values.ts';
import type { Transcript } from './transcript.ts';
import type { Trigger } from './triggers.ts';
import type { View } from './view.ts';

const MAX_STACK = 3;

/** Modals and App Homes: stacks, hashes, input, and the effects of acks. */
export class ViewStore {
  readonly #transcript: Transcript;
  /** Open modals of each person, the top one last. */
  readonly #stacks = new Map<string, readonly string[]>();

  constructor(transcript: Transcript) {
    this.#transcript = transcript;
  }

  /** Opens a modal on an empty stack. As in Slack, closes any that was open. */
  open(definition: ViewDefinition, { userId }: Trigger, here: ListedConversation | null): View {
    this.clear(userId);
    return this.#stack(userId, this.#create(definition, { userId, here }));
  }

  push(definition: ViewDefinition, { userId, viewId }: Pick<Trigger, 'userId' | 'viewId'>): View {
    const parent = viewId === null ? undefined : this.#transcript.findView(viewId);
    if (!parent?.open || parent.type !== 'modal') throw new SlackApiError('not_found');
    if (this.#stackOf(userId).length >= MAX_STACK) throw new SlackApiError('push_limit_reached');
    return this.#stack(userId, this.#create(definition, { userId, here: parent.here, parent }));
  }

  /** @throws SlackApiError not_found for a closed or unknown view, hash_conflict for an outdated hash. */
  update(definition: ViewDefinition, key: { viewId: string; externalId: string; hash: string }): View {
    const view = this.#transcript.views.find(
      ({ id, open, definition: { external_id } }) =>
        open && (key.viewId ? id === key.viewId : key.externalId !== '' && external_id === key.externalId),
    );
    if (!view || view.type !== definition.type) throw new SlackApiError('not_found');
    if (key.hash && key.hash !== view.hash) throw new SlackApiError('hash_conflict');
    return this.#redefine(view, definition);
  }

  publish(definition: ViewDefinition, { userId, hash }: { userId: string; hash: string }): View {
    const old = this.#transcript.views.find((view) => view.type === 'home' && view.userId === userId);
    if (!old) return this.#transcript.putView(this.#create(definition, { userId, here: null }));
    if (hash && hash !== old.hash) throw new SlackApiError('hash_conflict');
    return this.#redefine(old, definition);
  }

  /** Restores an App Home; its input existed only in the client, and is lost. */
  restoreHome({ id, userId, hash, definition }: Pick<View, 'id' | 'userId' | 'hash' | 'definition'>): void {
    const { hash: _, ...defined } = this.#define(definition, { id, here: null, state: {} });
    this.#transcript.putView({
      id,
      userId,
      hash,
      type: definition.type,
      rootViewId: id,
      openedAt: Date.now(),
      previousViewId: null,
      here: null,
      ...defined,
      revision: 0,
    });
  }

  top(userId: string): View | undefined {
    const id = this.#stackOf(userId).at(-1);
    return id === undefined ? undefined : this.#transcript.findView(id);
  }

  /** Stores a person's input into one element, in the current view. */
  enter(viewId: string, placed: PlacedElement, entered: ElementState): View {
    const view = this.#transcript.findView(viewId);
    if (!view) throw new SlackApiError('view_not_found');
    return this.#transcript.putView({ ...view, state: enterState(view.state, placed, entered) });
  }

  /** Closes the person's top modal, and with clear_on_close the whole stack. Returns the closed ones. */
  close(view: View): View[] {
    return view.definition.clear_on_close ? this.clear(view.userId) : [this.#leave(view)];
  }

  /** Closes one modal and reveals the one below. */
  #leave(view: View): View {
    this.#stacks.set(
      view.userId,
      this.#stackOf(view.userId).filter((id) => id !== view.id),
    );
    return this.#transcript.putView({ ...view, open: false });
  }

  /** Closes all modals of a person. Returns them, the top one first. */
  clear(userId: string): View[] {
    const open = this.#stackOf(userId).flatMap((id) => this.#transcript.findView(id) ?? []);
    this.#stacks.delete(userId);
    return open.reverse().map((view) => this.#transcript.putView({ ...view, open: false }));
  }

  /**
   * Applies the ack of a view_submission: an empty one closes the view and reveals the one below; otherwise errors,
   * update, push or clear.
   * @throws SlackApiError if Slack would reject the ack, in which case the view stays unchanged.
   */
  applyAck(view: View, ack: JsonObject): void {
    switch (ack.response_action) {
      case undefined:
        this.#leave(view);
        return;
      case 'errors':
        this.#transcript.putView({ ...view, errors: readErrors(view, ack.errors) });
        return;
      case 'update':
        this.#redefine(view, readDefinition(ack.view, 'modal'));
        return;
      case 'push':
        this.push(readDefinition(ack.view, 'modal'), { userId: view.userId, viewId: view.id });
        return;
      case 'clear':
        this.clear(view.userId);
        return;
      default:
        throw new SlackApiError('invalid_arguments', { response_action: ack.response_action });
    }
  }

  #stackOf(userId: string): readonly string[] {
    return this.#stacks.get(userId) ?? [];
  }

  #stack(userId: string, view: View): View {
    this.#stacks.set(userId, [...this.#stackOf(userId), view.id]);
    return this.#transcript.putView(view);
  }

  #create(
    definition: ViewDefinition,
    { userId, here, parent = null }: Pick<View, 'userId' | 'here'> & { parent?: View | null },
  ): View {
    const id = `V${randomBytes(5).toString('hex').toUpperCase()}`;
    return {
      id,
      userId,
      type: definition.type,
      rootViewId: parent?.rootViewId ?? id,
      openedAt: parent?.openedAt ?? Date.now(),
      previousViewId: parent?.id ?? null,
      here,
      ...this.#define(definition, { id, here, state: {} }),
      revision: 0,
    };
  }

  #redefine(view: View, definition: ViewDefinition): View {
    return this.#transcript.putView({ ...view, ...this.#define(definition, view) });
  }

  /** @throws SlackApiError if another open view has the external_id. */
  #define(sent: ViewDefinition, before: Pick<View, 'id' | 'here' | 'state'>) {
    const sameName = ({ id, open, definition: { external_id } }: View) =>
      open && id !== before.id && external_id === sent.external_id;
    if (sent.external_id && this.#transcript.views.some(sameName)) throw new SlackApiError('duplicate_external_id');
    const definition: ViewDefinition =
      sent.type === 'home' ? { ...sent, blocks: assignIds(sent.blocks) } : { ...sent, blocks: assignIds(sent.blocks) };
    return {
      definition,
      callbackId: definition.callback_id ?? '',
      title: definition.type === 'modal' ? definition.title.text : '',
      blocks: definition.blocks,
      privateMetadata: definition.private_metadata ?? '',
      hash: `${Math.floor(Date.now() / 1000)}.${randomBytes(4).toString('hex')}`,
      state: readState(definition.blocks, before.state, before.here),
      errors: {},
      open: true,
    };
  }
}

/** Parses and validates a view from an app. @throws SlackApiError with all problems, whose paths start at `/view`. */
export function readDefinition(value: unknown, type: ViewDefinition['type']): ViewDefinition {
  refuseProblems(checkView(value).map((problem) => ({ ...problem, path: `/view${problem.path}` })));
  const definition = viewDefinition.parse(value);
  if (definition.type !== type) throw new SlackApiError('invalid_arguments', { needed: type, got: definition.type });
  return definition;
}

/** Slack shows errors only at input blocks of the view; for any other block ID it rejects the ack. */
function readErrors(view: View, value: unknown): Record<string, string> {
  const inputs = new Set(view.blocks.filter(({ type }) => type === 'input').map(({ block_id }) => block_id));
  const entries = Object.entries(readObject(value)).map(([id, text]) => [id, readText(text)] as const);
  const wrong = entries.filter(([id, text]) => !inputs.has(id) || text === '');
  if (entries.length === 0 || wrong.length > 0) {
    throw new SlackApiError('invalid_arguments', { errors: wrong.map(([id]) => id) });
  }
  return Object.fromEntries(entries);
}
