import { LRUCache } from 'lru-cache';
import type { MessagePlace } from '../outbound/outbound.ts';

/** A message that everybody in the channel sees, and from which somebody makes a change. */
export interface SharedMessage extends MessagePlace {
  threadTs: string | null;
  /** The command line that draws it. */
  redraw: string | null;
  /** The person who shared it, if any. */
  sharedBy: string | undefined;
}

/** More than are made while a change can be undone. */
const MAX_CHANGES = 200;

/**
 * The shared message that each change was made from, so that an undo from the private answer updates the message too.
 * In memory: after a restart the next click on the message redraws it.
 */
export class SharedChanges {
  readonly #messages = new LRUCache<string, SharedMessage>({ max: MAX_CHANGES });

  remember(changeId: string, message: SharedMessage): void {
    this.#messages.set(changeId, message);
  }

  of(changeId: string): SharedMessage | null {
    return this.#messages.get(changeId) ?? null;
  }
}
