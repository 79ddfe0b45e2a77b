import { LRUCache } from 'lru-cache';
import type { MessagePlace } from '../outbound/outbound.ts';

/** A message that everybody in the channel sees, from which somebody changes something. */
export interface SharedMessage extends MessagePlace {
  threadTs: string | null;
  /** The command line that draws it. */
  redraw: string | null;
  /** Who showed it, when somebody did. */
  sharedBy: string | undefined;
}

/** Longer ago, nobody can take it back. */
const MAX_CHANGES = 200;

/**
 * From which shared message a change was made, so that taking it back from the private answer reaches the message too.
 * In memory: after a restart the message is drawn anew by the next click on it.
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
