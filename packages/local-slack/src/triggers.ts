import { randomBytes } from 'node:crypto';
import { forgetOldest } from './forget-oldest.ts';
import { SlackApiError } from './slack-api-error.ts';

const lifetimeMs = 3000;
/** So many are remembered, for the difference between exchanged, expired and never issued. */
const remembered = 1000;

export interface Trigger {
  readonly userId: string;
  /** The modal in which the person acted, if any: only from there can a view be pushed. */
  readonly viewId: string | null;
  /** The conversation that the person had on the screen, where one is known. */
  readonly channelId: string | null;
}

/** Trigger IDs: good once and for 3 s. */
export class Triggers {
  readonly #issued = new Map<string, Trigger & { readonly expiresAt: number; used: boolean }>();
  readonly #now: () => number;
  #count = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  issue(trigger: Trigger): string {
    this.#count += 1;
    const id = `${this.#count}.${randomBytes(8).toString('hex')}`;
    this.#issued.set(id, { ...trigger, expiresAt: this.#now() + lifetimeMs, used: false });
    forgetOldest(this.#issued, remembered);
    return id;
  }

  has(id: string): boolean {
    return this.#issued.has(id);
  }

  /** @throws SlackApiError as Slack says it: invalid, exchanged or expired trigger_id. */
  exchange(id: string): Trigger {
    const trigger = this.#issued.get(id);
    if (!trigger) throw new SlackApiError('invalid_trigger_id');
    if (trigger.used) throw new SlackApiError('exchanged_trigger_id');
    if (this.#now() > trigger.expiresAt) throw new SlackApiError('expired_trigger_id');
    trigger.used = true;
    return trigger;
  }
}
