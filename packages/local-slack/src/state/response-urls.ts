import { randomBytes } from 'node:crypto';
import { forgetOldest } from './forget-oldest.ts';

const uses = 5;
const lifetimeMs = 30 * 60 * 1000;
/** Number of URLs remembered, to distinguish used and expired ones from unknown ones. */
const remembered = 1000;

/** The origin of a response_url, which decides what it may do. */
export interface ResponseUrlOrigin {
  readonly userId: string;
  readonly channelId: string;
  /** The clicked message; null for a slash command and for a shortcut, which replace no message. */
  readonly messageTs: string | null;
}

/** First path segment: for a slash command, a click, and a message shortcut. */
export const responseUrlFamilies = ['commands', 'actions', 'app'] as const;
export type ResponseUrlFamily = (typeof responseUrlFamilies)[number];

/** The issued response URLs, each valid for 5 uses within 30 minutes. */
export class ResponseUrls {
  readonly #issued = new Map<string, ResponseUrlOrigin & { readonly expiresAt: number; uses: number }>();
  readonly #teamId: string;
  readonly #now: () => number;
  #count = 0;

  constructor(teamId: string, now: () => number) {
    this.#teamId = teamId;
    this.#now = now;
  }

  /** The path of a new response URL, in Slack's format. */
  issue(origin: ResponseUrlOrigin, family: ResponseUrlFamily): string {
    this.#count += 1;
    const path = `/${family}/${this.#teamId}/${this.#count}/${randomBytes(12).toString('hex')}`;
    this.#issued.set(path, { ...origin, expiresAt: this.#now() + lifetimeMs, uses: 0 });
    forgetOldest(this.#issued, remembered);
    return path;
  }

  /** The origin if the URL is still valid, else Slack's error code. */
  check(path: string): ResponseUrlOrigin | 'used_url' | 'expired_url' | 'invalid_url' {
    const issued = this.#issued.get(path);
    if (!issued) return 'invalid_url';
    if (this.#now() > issued.expiresAt) return 'expired_url';
    return issued.uses >= uses ? 'used_url' : issued;
  }

  /** Counts a use, if Slack accepted it. */
  count(path: string): void {
    const issued = this.#issued.get(path);
    if (issued) issued.uses += 1;
  }
}
