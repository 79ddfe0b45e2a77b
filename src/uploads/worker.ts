import { randomUUID } from 'node:crypto';
import { type Clock, every, systemClock } from '../base/clock.ts';
import { outsideRequest, withTrace } from '../base/request-context.ts';
import type { Store } from '../store/store.ts';
import { hasEnded, isOldGone, type UploadRecord } from '../store/upload-record.ts';
import { addVersions } from './keep-versions.ts';
import type { UploadAccount, UploadRun, UploadTools } from './ports.ts';
import { NoFolderError } from './spool.ts';
import { lostAccount, runUpload, turnErrorIntoAdvance, writeAdvance } from './state-machine.ts';

interface UploadTurn extends Pick<UploadRun, 'save' | 'signal' | 'tools'> {
  /** Returns the currently connected account, because a run may take minutes. */
  accountNow: () => Promise<UploadAccount>;
}

/**
 * Runs a claimed upload in its own folder. If no folder can be created, the upload waits as after any temporary
 * problem, because a full disk must not end it.
 * @throws store errors.
 */
export async function takeTurn(record: UploadRecord, { accountNow, save, signal, tools }: UploadTurn): Promise<void> {
  if (hasEnded(record)) return;
  const turn = { record, resumed: true, tools, files: null, save, signal };
  const lost = lostAccount(record, tools);
  if (lost) return void (await writeAdvance(turn, turnErrorIntoAdvance(lost, turn)));
  try {
    await tools.spool.lend((folder) => runUpload({ ...turn, folder }, accountNow));
  } catch (error) {
    if (!(error instanceof NoFolderError)) throw error;
    tools.log.error({ err: error.cause, upload: record.id }, 'no spool directory for an upload');
    await writeAdvance(turn, turnErrorIntoAdvance(error, turn));
  }
}

interface UploadWorkerTools extends Pick<UploadTools, 'log'> {
  clock: Pick<Clock, 'after' | 'now'>;
  store: Pick<Store, 'of' | 'uploadQueue'>;
  /** The workspace whose uploads are processed; null for all. */
  tenantId: string | null;
  /** The dependencies for the uploads of a workspace. @throws to postpone the upload. */
  toolsOf: (tenantId: string) => Promise<UploadTools>;
}

export interface WorkerOptions {
  /** Number of concurrent uploads of this process. */
  atOnce: number;
  /** How long a lease lasts without being renewed. */
  leaseMs: number;
  /**
   * Maximum time between polls of the store, because other processes don't wake this one. Also the delay before the
   * first retry to post a result; later delays grow.
   */
  pollMs: number;
}

/** Maximum time between attempts to post a result. */
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Maximum number of uploads whose position in the queue is shown. */
const MAX_PLACES = 20;

/** Processes uploads from the store concurrently, each under a lease. */
export class UploadWorker {
  readonly #tools: UploadWorkerTools;
  readonly #options: WorkerOptions;
  /** Keyed by lease, because a released upload may be claimed again before its previous run has ended here. */
  readonly #running = new Map<
    string,
    { upload: Pick<UploadRecord, 'id' | 'tenantId'>; abort: AbortController; done: Promise<void> }
  >();
  /** How many times in a row each upload was postponed after an error. */
  readonly #postponed = new Map<string, number>();
  #cancelPoll = () => {};
  #stopped = false;
  #claiming: Promise<void> = Promise.resolve();

  constructor(tools: UploadWorkerTools, options: WorkerOptions) {
    this.#tools = tools;
    this.#options = options;
  }

  /** Polls immediately. Call after an upload was accepted or decided. */
  wake(): void {
    this.#claiming = this.#claiming.then(() => this.#claim());
  }

  get isStopping(): boolean {
    return this.#stopped;
  }

  get atWork(): number {
    return this.#running.size;
  }

  /** Aborts this process's work on a canceled upload. */
  interrupt(id: string): void {
    for (const { abort, upload } of this.#running.values()) if (upload.id === id) abort.abort();
  }

  /**
   * Interrupts uploads that were canceled in another process but are running here, then polls the store. Never throws.
   * @param ids the uploads to check; default: all that are running here.
   */
  async heedDecisions(ids?: readonly string[]): Promise<void> {
    const running = new Map([...this.#running.values()].map(({ upload }) => [upload.id, upload]));
    for (const upload of running.values()) {
      if (ids !== undefined && !ids.includes(upload.id)) continue;
      try {
        await this.#interruptCancelled(upload);
      } catch (error) {
        // The next heartbeat reads it again.
        this.#tools.log.warn({ err: error, upload: upload.id }, 'upload not interrupted');
      }
    }
    if (!this.#stopped) this.wake();
  }

  async #interruptCancelled({ id, tenantId }: Pick<UploadRecord, 'id' | 'tenantId'>): Promise<void> {
    const record = await this.#tools.store.of(tenantId).uploads.find(id);
    if (record?.state === 'cancelled') this.interrupt(id);
  }

  /**
   * Stops claiming, waits `drainMs`, then aborts the rest. Unfinished uploads resume at the next start, or immediately
   * in another process.
   */
  async stop(drainMs: number): Promise<void> {
    this.#stopped = true;
    this.#cancelPoll();
    await this.#claiming;
    // Uses the machine's clock, because the operator waits for the shutdown.
    const cancelCut = systemClock.after(drainMs, () => {
      for (const { abort } of this.#running.values()) abort.abort();
    });
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    cancelCut();
  }

  async #claim(): Promise<void> {
    this.#cancelPoll();
    const { clock, log, store } = this.#tools;
    let nextMs = this.#options.pollMs;
    try {
      while (!this.#stopped && this.#running.size < this.#options.atOnce) {
        // Each run has its own lease, because this process may take over from itself.
        const owner = randomUUID();
        const record = await store.uploadQueue.claimNext(owner, this.#options.leaseMs, this.#tools.tenantId);
        if (!record) break;
        this.#start(record, owner);
      }
      const dueAt = await store.uploadQueue.nextDueAt(this.#tools.tenantId);
      if (dueAt !== null) nextMs = Math.min(nextMs, Math.max(dueAt - clock.now(), 20));
      await this.#showPlaces();
    } catch (error) {
      log.error({ err: error }, 'store unavailable, uploads paused');
      nextMs = this.#options.pollMs;
    }
    // At full capacity, the next run that ends polls.
    const full = this.#running.size >= this.#options.atOnce;
    if (!this.#stopped) this.#cancelPoll = clock.after(full ? this.#options.pollMs : nextMs, () => this.wake());
  }

  #start(record: UploadRecord, owner: string): void {
    const abort = new AbortController();
    // Logged under the request's correlation ID. Runs outside the request, because it outlives the request's time
    // budget and locks.
    const work = () => withTrace(record.ref, () => this.#work(record, owner, abort));
    const done = outsideRequest(work).finally(() => {
      this.#running.delete(owner);
      if (!this.#stopped) this.wake();
    });
    this.#running.set(owner, { upload: { id: record.id, tenantId: record.tenantId }, abort, done });
  }

  /** Never throws. */
  async #work(claimed: UploadRecord, owner: string, abort: AbortController): Promise<void> {
    const { clock, log, store } = this.#tools;
    const queue = store.uploadQueue;
    const stopRenewing = every(clock, this.#options.leaseMs / 3, () => void this.#renew(claimed, owner, abort));
    try {
      const tools = await this.#tools.toolsOf(claimed.tenantId);
      const accountNow = async () => (await this.#tools.toolsOf(claimed.tenantId)).account;
      const save = (record: UploadRecord) => queue.save(record, owner);
      await takeTurn(claimed, { save, signal: abort.signal, tools, accountNow });
      // Without the lease, posting is up to the current holder.
      if (!(await queue.renew(claimed.id, owner, this.#options.leaseMs))) return;
      const now = await tools.store.uploads.find(claimed.id);
      if (now && (hasEnded(now) || now.state === 'asking')) await this.#tell(now, owner, tools);
      else if (now) tools.ports.showProgress(now, { percent: null, waitingBefore: null });
      // Claimed again at the deadline, or immediately if posting failed.
      await queue.release(claimed.id, owner, now?.state === 'asking' ? now.askUntil : null);
      this.#postponed.delete(claimed.id);
    } catch (error) {
      const times = this.#postponed.get(claimed.id) ?? 0;
      this.#postponed.set(claimed.id, times + 1);
      const pauseMs = Math.min(LONGEST_PAUSE_MS, this.#options.pollMs * 2 ** times);
      log.error({ err: error, upload: claimed.id, pauseMs }, 'upload postponed after an error');
      await queue
        .release(claimed.id, owner, clock.now() + pauseMs)
        // If this fails, the lease expires on its own.
        .catch(() => undefined);
    } finally {
      stopRenewing();
    }
  }

  async #tell(record: UploadRecord, owner: string, tools: UploadTools): Promise<void> {
    const { ports, store } = tools;
    if (hasEnded(record)) await addVersions(record, tools);
    await ports.announce(record);
    if (!hasEnded(record)) return;
    await this.#tools.store.uploadQueue.markAnnounced(record.id, owner);
    // The previous code of an update is kept as long as its record. In all other cases the old Ability has been
    // replaced or restored.
    const isNeeded = isOldGone(record) || (record.end?.kind === 'updated' && record.previousCode !== undefined);
    if (!isNeeded) await store.packages.delete(record.id);
  }

  async #renew(upload: UploadRecord, owner: string, abort: AbortController): Promise<void> {
    const { log, store } = this.#tools;
    const { id } = upload;
    try {
      // The notice of a cancellation may have been missed.
      if (await store.uploadQueue.renew(id, owner, this.#options.leaseMs))
        return await this.#interruptCancelled(upload);
      log.warn({ upload: id }, 'upload lease lost');
      abort.abort();
    } catch (error) {
      // The store may recover before the lease expires; if not, the next write is rejected.
      log.warn({ err: error, upload: id }, 'upload lease not renewed');
    }
  }

  /** Shows queued users their position in the queue. */
  async #showPlaces(): Promise<void> {
    if (this.#running.size < this.#options.atOnce) return;
    const { store, tenantId, toolsOf } = this.#tools;
    const waiting = await store.uploadQueue.listWaiting(MAX_PLACES, tenantId);
    const tenantIds = [...new Set(waiting.map((record) => record.tenantId))];
    const found = await Promise.allSettled(tenantIds.map(toolsOf));
    const portsOf = new Map(
      found.flatMap((one) => (one.status === 'fulfilled' ? [[one.value.tenantId, one.value.ports] as const] : [])),
    );
    for (const [waitingBefore, record] of waiting.entries()) {
      portsOf.get(record.tenantId)?.showProgress(record, { percent: null, waitingBefore });
    }
  }
}
