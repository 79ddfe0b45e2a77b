import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Metrics, RejectionReason } from '../metrics/metrics.ts';

/** For this long, in milliseconds, rejections for the same reason are counted instead of logged. */
const COUNTED_MS = 60_000;

interface Line {
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string;
}

/** Logged as a warning if a wrong setting may be the cause. */
const LINES: Record<RejectionReason, Line> = {
  'no-signature': { level: 'warn', text: 'request rejected: no valid signature header' },
  'too-old': { level: 'warn', text: 'request rejected: signed more than five minutes ago' },
  'wrong-signature': { level: 'warn', text: 'request rejected: wrong signature' },
  'too-large': { level: 'warn', text: 'request rejected: body too large' },
  'too-many-bodies': { level: 'warn', text: 'request dropped: too many incomplete bodies' },
  'too-many-connections': {
    level: 'warn',
    text: 'connection limit reached, dropping connections without a complete request',
  },
  'unknown-path': { level: 'debug', text: 'request rejected: unknown path' },
  'invalid-url': { level: 'info', text: 'request rejected: invalid URL' },
  'oauth-canceled': { level: 'info', text: 'installation canceled in Slack' },
  'oauth-state': { level: 'info', text: 'OAuth redirect rejected: invalid state' },
  'oauth-no-state': { level: 'info', text: 'OAuth redirect rejected: no state' },
  'oauth-no-code': { level: 'info', text: 'OAuth redirect rejected: no code' },
  'oauth-code': { level: 'info', text: 'OAuth redirect rejected: invalid code' },
  'oauth-failed': { level: 'error', text: 'installation failed' },
};

interface Counted {
  count: number;
  details: object;
  cancel: () => void;
}

/**
 * Counts and logs rejected requests. Anyone who can reach the port can send any number of them, so only the first one
 * for each reason is logged, and after that their number, once a minute while there are more.
 */
export class Rejections {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #log: Logger;
  readonly #metrics: Pick<Metrics, 'rejected'>;
  readonly #counted = new Map<RejectionReason, Counted>();

  constructor(clock: Pick<Clock, 'after'>, log: Logger, metrics: Pick<Metrics, 'rejected'>) {
    this.#clock = clock;
    this.#log = log;
    this.#metrics = metrics;
  }

  /** @param details for the log. If requests are only counted, the latest details are logged. */
  add(reason: RejectionReason, details: object = {}): void {
    this.#metrics.rejected(reason);
    const counted = this.#counted.get(reason);
    if (counted) {
      counted.count += 1;
      counted.details = details;
      return;
    }
    const { level, text } = LINES[reason];
    this.#log[level]({ ...details, reason }, text);
    this.#count(reason);
  }

  /** Logs the counts so far. */
  stop(): void {
    for (const [reason, counted] of this.#counted) {
      counted.cancel();
      this.#logCount(reason, counted);
    }
    this.#counted.clear();
  }

  #count(reason: RejectionReason): void {
    const counted: Counted = { count: 0, details: {}, cancel: () => undefined };
    this.#counted.set(reason, counted);
    counted.cancel = this.#clock.after(COUNTED_MS, () => {
      this.#counted.delete(reason);
      if (this.#logCount(reason, counted)) this.#count(reason);
    });
  }

  #logCount(reason: RejectionReason, { count, details }: Counted): boolean {
    const { level, text } = LINES[reason];
    if (count > 0) this.#log[level]({ ...details, reason, count }, `${text}, repeated`);
    return count > 0;
  }
}
