import { randomBytes } from 'node:crypto';
import { SlackApiError } from '../slack-api-error.ts';
import { forgetOldest } from './forget-oldest.ts';

/** Number of triggers remembered, to distinguish used and expired ones from unknown ones. */
const MAX_REMEMBERED = 1000;

export interface Trigger {
  userId: string;
  /** The modal in which the person acted, if any: a view can be pushed only from there. */
  viewId: string | null;
  /** The conversation that was visible to the person, if known. */
  channelId: string | null;
}

/** Trigger IDs, valid once and for a short time. */
export class Triggers {
  readonly #issued = new Map<string, Trigger & { expiresAt: number; used: boolean }>();
  readonly #now: () => number;
  readonly #lifetimeMs: number;
  #count = 0;

  constructor(now: () => number, lifetimeMs: number) {
    this.#now = now;
    this.#lifetimeMs = lifetimeMs;
  }

  issue(trigger: Trigger): string {
    this.#count += 1;
    const id = `${this.#count}.${randomBytes(8).toString('hex')}`;
    this.#issued.set(id, { ...trigger, expiresAt: this.#now() + this.#lifetimeMs, used: false });
    forgetOldest(this.#issued, MAX_REMEMBERED);
    return id;
  }

  has(id: string): boolean {
    return this.#issued.has(id);
  }

  /** @throws SlackApiError with Slack's codes: invalid, exchanged or expired trigger_id. */
  exchange(id: string): Trigger {
    const trigger = this.#issued.get(id);
    if (!trigger) throw new SlackApiError('invalid_trigger_id');
    if (trigger.used) throw new SlackApiError('exchanged_trigger_id');
    if (this.#now() > trigger.expiresAt) throw new SlackApiError('expired_trigger_id');
    trigger.used = true;
    return trigger;
  }
}
