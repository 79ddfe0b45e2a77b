import { randomBytes } from 'node:crypto';
import { forgetOldest } from './forget-oldest.ts';

const uses = 5;
const lifetimeMs = 30 * 60 * 1000;
/** So many are remembered, for the difference between used, expired and never issued. */
const remembered = 1000;

/** Where a response_url came from, and so what it may do. */
export interface ResponseUrlOrigin {
  readonly userId: string;
  readonly channelId: string;
  /** The message that was clicked; null for a slash command, which has none, and for a shortcut, which leaves it alone. */
  readonly messageTs: string | null;
}

/** Their first path segment: of a slash command, a click, and a message shortcut. */
export const responseUrlFamilies = ['commands', 'actions', 'app'] as const;
export type ResponseUrlFamily = (typeof responseUrlFamilies)[number];

/** The response URLs that were handed out: 5 uses within 30 minutes each. */
export class ResponseUrls {
  readonly #issued = new Map<string, ResponseUrlOrigin & { readonly expiresAt: number; uses: number }>();
  readonly #teamId: string;
  readonly #now: () => number;
  #count = 0;

  constructor(teamId: string, now: () => number) {
    this.#teamId = teamId;
    this.#now = now;
  }

  /** The path of a new response URL, shaped like Slack's. */
  issue(origin: ResponseUrlOrigin, family: ResponseUrlFamily): string {
    this.#count += 1;
    const path = `/${family}/${this.#teamId}/${this.#count}/${randomBytes(12).toString('hex')}`;
    this.#issued.set(path, { ...origin, expiresAt: this.#now() + lifetimeMs, uses: 0 });
    forgetOldest(this.#issued, remembered);
    return path;
  }

  /** The origin when the URL may still be used, else Slack's error code. */
  check(path: string): ResponseUrlOrigin | 'used_url' | 'expired_url' | 'invalid_url' {
    const issued = this.#issued.get(path);
    if (!issued) return 'invalid_url';
    if (this.#now() > issued.expiresAt) return 'expired_url';
    return issued.uses >= uses ? 'used_url' : issued;
  }

  /** Counts a use; only what Slack accepted counts. */
  count(path: string): void {
    const issued = this.#issued.get(path);
    if (issued) issued.uses += 1;
  }
}
