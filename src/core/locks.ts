import { type Clock, jittered, sleep } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { notePosition, timeLeft, withGuard } from '../base/request-context.ts';
import { withTimeout } from '../base/timeout.ts';
import { TurnsByKey } from '../base/turns.ts';
import type { Lease, TenantLeases } from '../store/lease-record.ts';
import type { Refusal } from './outcome.ts';

/** A process that doesn't renew its lease for this long is considered killed. */
const LEASE_MS = 10_000;
const RENEW_MS = 3000;
/** A renewal may wait for a connection. The lease outlasts two failed renewals. */
const RENEW_WAIT_MS = 2000;
const RENEW_AGAIN_MS = 1000;

/** Pauses between attempts while another process has the lease. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/** How long a task without a time budget waits for its lease. */
const MAX_WAIT_MS = 30_000;

/** The task did not run, so nothing changed. The message is shown to people. */
export class NotLockedError extends Error {
  override readonly name = 'NotLockedError';
  readonly refusal: Extract<Refusal, { why: 'busy' | 'not-recorded' }>;

  constructor(why: 'busy' | 'not-recorded', options?: ErrorOptions) {
    super(why === 'busy' ? 'Another change to this is in progress.' : 'The database is unavailable.', options);
    this.refusal = { why };
  }
}

/** `heldUntil` is on the monotonic clock, counted from before the request to the store. */
type Held = Lease & { heldUntil: number };

interface Renewing {
  /** @throws {LeaseLostError} if the lease has run out. */
  check: () => void;
  stop: () => void;
}

/** The task had started and may have changed something. Another process may continue it. */
export class LeaseLostError extends NotLockedError {}

interface LockTools {
  leases: TenantLeases;
  clock: Clock;
  log: Pick<Logger, 'error' | 'warn'>;
}

/** Orders tasks of one workspace that affect the same thing. */
export class Locks {
  readonly #tools: LockTools;
  readonly #ordered = new TurnsByKey();
  readonly #alone = new TurnsByKey();

  constructor(tools: LockTools) {
    this.#tools = tools;
  }

  /**
   * Runs tasks with the same key one after another, within this process only. For work that only one process can do.
   */
  inOrder<T>(key: string, task: () => Promise<T>): Promise<T> {
    return this.#ordered.run(key, task);
  }

  /**
   * Runs a task while no other task, in any process, holds the same thing. Tasks of this process wait in a queue; only
   * the first one waits for other processes. If the lease expires because the store or this process stalled, the task
   * sends no further change, because another process may have started one.
   * @param waitMs how long to wait; by default, until the caller's time budget ends.
   * @throws {NotLockedError} if others held it for that long, or the store is unavailable. The task did not run.
   */
  alone<T>(thing: string, task: (lease: Lease) => Promise<T>, waitMs = Math.min(timeLeft(), MAX_WAIT_MS)): Promise<T> {
    const { clock } = this.#tools;
    const until = clock.monotonic() + waitMs;
    const isQueued = this.#alone.isBusy(thing);
    let isRefused = false;
    let hasTurn = false;
    const turn = this.#alone.run(thing, async () => {
      // The caller has given up waiting. A task that didn't have to queue runs even if no time is left.
      if (isRefused || (isQueued && clock.monotonic() > until)) throw new NotLockedError('busy');
      hasTurn = true;
      const { heldUntil, ...lease } = await this.#take(thing, until);
      notePosition(lease.position);
      const renewing = this.#renew(thing, heldUntil);
      try {
        return await withGuard(renewing.check, () => task(lease));
      } finally {
        renewing.stop();
        await this.#release(thing);
      }
    });
    if (!isQueued || waitMs === Number.POSITIVE_INFINITY) return turn;
    return new Promise((resolve, reject) => {
      const cancel = clock.after(waitMs, () => {
        if (hasTurn) return;
        isRefused = true;
        reject(new NotLockedError('busy'));
      });
      turn.then(resolve, reject).finally(cancel);
    });
  }

  async #take(thing: string, until: number): Promise<Held> {
    const { clock } = this.#tools;
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const lease = await this.#tryToTake(thing);
      if (lease) return lease;
      const leftMs = until - clock.monotonic();
      if (leftMs <= 0) throw new NotLockedError('busy');
      await sleep(clock, Math.min(leftMs, jittered(pauseMs)));
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }
  }

  async #tryToTake(thing: string): Promise<Held | null> {
    const { clock, leases, log } = this.#tools;
    const heldUntil = clock.monotonic() + LEASE_MS;
    try {
      const lease = await leases.take(thing, LEASE_MS);
      return lease && { ...lease, heldUntil };
    } catch (cause) {
      log.error({ err: cause, thing }, 'store unavailable, lease not taken');
      throw new NotLockedError('not-recorded', { cause });
    }
  }

  #renew(thing: string, takenUntil: number): Renewing {
    const { clock, leases, log } = this.#tools;
    let heldUntil = takenUntil;
    let isTaken = false;
    let isOver = false;
    let cancel = () => {};
    const renew = async () => {
      const renewedUntil = clock.monotonic() + LEASE_MS;
      try {
        const isHeld = await withTimeout(clock, leases.renew(thing, LEASE_MS), RENEW_WAIT_MS, () => {
          throw new Error('The renewal of a lease took too long.');
        });
        if (isOver) return;
        if (!isHeld) {
          log.warn({ thing }, 'lease lost, another process may change the same thing');
          isTaken = true;
          return;
        }
        heldUntil = renewedUntil;
      } catch (error) {
        log.warn({ err: error, thing }, 'lease not renewed');
        if (!isOver) plan(RENEW_AGAIN_MS);
        return;
      }
      plan(RENEW_MS);
    };
    const plan = (afterMs: number) => {
      cancel = clock.after(afterMs, () => void renew());
    };
    plan(RENEW_MS);
    return {
      check: () => {
        if (isOver || (!isTaken && clock.monotonic() < heldUntil)) return;
        throw new LeaseLostError(isTaken ? 'busy' : 'not-recorded');
      },
      stop: () => {
        isOver = true;
        cancel();
      },
    };
  }

  async #release(thing: string): Promise<void> {
    const { leases, log } = this.#tools;
    try {
      await leases.release(thing);
    } catch (error) {
      // The task is done either way, and the lease expires on its own.
      log.warn({ err: error, thing }, 'lease not released');
    }
  }
}
