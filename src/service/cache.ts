import { type Ability, type AbilityId, type InstalledAbility, keepLeftOut } from '@abilities-bot/service-api';
import type { Clock } from '../base/clock.ts';
import { timeLeft, withoutTimeBudget } from '../base/request-context.ts';
import { withTimeout } from '../base/timeout.ts';
import { type AnswerMemory, type HeldAnswer, sizeOf } from './answer-memory.ts';
import { ENDPOINTS, type EndpointName } from './endpoints.ts';
import { BusyError, UnavailableError } from './errors.ts';
import type { WorkspaceReads } from './large-answers.ts';
import type { ReadOptions, ServiceClient } from './methods.ts';
import { requireComplete } from './reads.ts';
import type { InstalledAbilityChange } from './writes.ts';

interface Cached<T> {
  value: Promise<T>;
  /** On the monotonic clock; null while the answer is being read. */
  readAt: number | null;
  /** Estimated, after the answer has been read. */
  bytes: number;
}

interface Keeping {
  /** How long an answer may be used, in milliseconds. */
  keepMs: number;
  clock: Clock;
  /** Shared by all clients of the process. */
  memory: AnswerMemory;
  reads: Pick<WorkspaceReads, 'isWaiting'>;
}

/**
 * Caches one read of the service for a short time, if there is room. Concurrent reads share one call. A read that
 * started before one of the client's own writes isn't cached.
 */
class CachedAnswer<T> implements HeldAnswer {
  readonly #readService: () => Promise<T>;
  readonly #keeping: Keeping;
  readonly #onEmpty: () => void;
  #cached: Cached<T> | null = null;
  #writes = 0;

  /** @param onEmpty called when nothing is cached anymore, because a read failed or there is no room. */
  constructor(read: () => Promise<T>, keeping: Keeping, onEmpty: () => void) {
    this.#readService = read;
    this.#keeping = keeping;
    this.#onEmpty = onEmpty;
  }

  /** An answer that is at most `keepMs` old. Joins a read in progress. */
  read(): Promise<T> {
    const cached = this.#cached;
    if (!cached || (cached.readAt !== null && !this.#isGood(cached.readAt))) return this.readNow();
    this.#keeping.memory.used(this);
    return cached.value;
  }

  /** Always starts a new read. */
  readNow(): Promise<T> {
    const value = this.#readService();
    const reading: Cached<T> = { value, readAt: null, bytes: 0 };
    this.#keep(reading);
    value.then(
      (answer) => {
        reading.readAt = this.#keeping.clock.monotonic();
        reading.bytes = sizeOf(answer);
        if (this.#cached === reading) this.#keep(reading);
      },
      // Callers of the failed read get its error; later callers start a new one.
      () => {
        if (this.#cached === reading) this.drop();
      },
    );
    return value;
  }

  /** Discards the answer. The result of a read in progress isn't cached either. */
  forget(): void {
    this.#keep(null);
    this.#writes += 1;
  }

  /** Frees the memory of the answer, so that the next caller reads again. */
  drop(): void {
    this.#cached = null;
    this.#onEmpty();
  }

  /**
   * Makes a change that affects this answer, and invalidates the cache before and after.
   * @param afterOf computes the new answer from the result; null if that is impossible. The new answer is cached with
   * the old one's read time, unless there was another write or read in the meantime.
   */
  async write<R>(change: () => Promise<R>, afterOf: (result: R) => ((value: T) => T) | null = () => null): Promise<R> {
    const before = this.#cached;
    this.#keep(null);
    this.#writes += 1;
    const own = this.#writes;
    let next: Cached<T> | null = null;
    try {
      const result = await change();
      const after = afterOf(result);
      const isAlone = own === this.#writes && this.#cached === null;
      if (after && isAlone && before && before.readAt !== null)
        next = { value: before.value.then(after), readAt: before.readAt, bytes: before.bytes };
      return result;
    } finally {
      this.#keep(next);
      // A read that started before this point may have missed the change.
      this.#writes += 1;
    }
  }

  /** A read in progress has no size yet, and must not be dropped, because other callers may have joined it. */
  #keep(cached: Cached<T> | null): void {
    const { keepMs, memory } = this.#keeping;
    this.#cached = cached;
    if (cached && cached.readAt !== null) memory.hold(this, cached.bytes, keepMs);
    else memory.release(this);
  }

  #isGood(readAt: number): boolean {
    const { clock, keepMs } = this.#keeping;
    return clock.monotonic() - readAt < keepMs;
  }
}

/**
 * Wraps a client with a short-lived cache for lists and single Abilities. Concurrent reads share one call. Writes of
 * this client are visible immediately, other people's after at most `keepMs`.
 */
export function cacheResponses(client: ServiceClient, keeping: Keeping): ServiceClient {
  const { clock } = keeping;
  const keep = <T>(endpoint: EndpointName, read: () => Promise<T>, onEmpty: () => void = () => undefined) => {
    const answer = new CachedAnswer(read, keeping, onEmpty);
    // A shared read must not end with the time budget of the request that started it.
    const readCached = () =>
      inTime(
        endpoint,
        withoutTimeBudget(() => answer.read()),
        keeping,
      );
    const ask = ({ mayBeCached }: ReadOptions) => (mayBeCached ? readCached() : answer.readNow());
    return { answer, ask };
  };
  const keepList = <T>(endpoint: EndpointName, read: () => Promise<T[]>) => {
    const { answer, ask } = keep(endpoint, read);
    const askList = async (options: ReadOptions) => {
      const rows = await ask(options);
      return options.mayBePartial ? rows : requireComplete(rows, endpoint);
    };
    return { answer, ask: askList };
  };
  const abilities = keepList(ENDPOINTS.listAbilities.name, () => client.listAbilities());
  const installed = keepList(ENDPOINTS.listInstalledAbilities.name, () => client.listInstalledAbilities());
  const agents = keepList(ENDPOINTS.listAgents.name, () => client.listAgents());
  const pictured = keepList(ENDPOINTS.listAgents.name, () => client.listAgents({ withImage: true }));
  const writeAgents = <R>(change: () => Promise<R>) => agents.answer.write(() => pictured.answer.write(change));
  const single = new Map<AbilityId, ReturnType<typeof keep<Ability>>>();
  const singleOf = (id: AbilityId) => {
    const known = single.get(id);
    if (known) return known;
    const onEmpty = () => {
      if (single.get(id) === kept) single.delete(id);
    };
    const kept = keep(ENDPOINTS.getAbility.name, () => client.getAbility(id), onEmpty);
    single.set(id, kept);
    return kept;
  };
  const clearSingle = () => {
    for (const { answer } of single.values()) answer.forget();
    single.clear();
  };
  const writeSingle = async <R>(change: () => Promise<R>) => {
    try {
      return await change();
    } finally {
      clearSingle();
    }
  };
  const writeAll = <R>(change: () => Promise<R>) =>
    writeSingle(() => writeAgents(() => abilities.answer.write(() => installed.answer.write(change))));
  return {
    ...client,
    clearCache: () => {
      clearSingle();
      for (const { answer } of [abilities, installed, agents, pictured]) answer.forget();
    },
    getAbility: (id, options = {}) => singleOf(id).ask(options),
    listAbilities: (options = {}) => abilities.ask(options),
    listInstalledAbilities: (options = {}) => installed.ask(options),
    listAgents: (options = {}) => (options.withImage ? pictured : agents).ask(options),
    setInstalledAbility: (row, change) =>
      installed.answer.write(
        () => client.setInstalledAbility(row, change),
        (doubt) => (doubt ? null : rowsAfter(row, change, clock)),
      ),
    // Assigning an Ability also installs it.
    setAgentAbilities: (agentId, abilityIds) => writeAll(() => client.setAgentAbilities(agentId, abilityIds)),
    uploadAbility: (upload) => writeAll(() => client.uploadAbility(upload)),
    deleteAbilities: (ids) => writeAll(() => client.deleteAbilities(ids)),
    updateRelease: (...release) => writeAll(() => client.updateRelease(...release)),
    enableRelease: (releaseId) => writeAll(() => client.enableRelease(releaseId)),
  };
}

/**
 * The row after a toggle that the service has confirmed, which saves the message another read. Null if trigger words
 * change, because the service may normalize them.
 */
function rowsAfter({ id, triggerWords }: InstalledAbility, change: InstalledAbilityChange, clock: Clock) {
  const words = change.triggerWords;
  if (words.length !== triggerWords.length || words.some((word, at) => word !== triggerWords[at])) return null;
  const lastUpdated = new Date(clock.now()).toISOString();
  const after = (row: InstalledAbility) => ({
    ...row,
    enabled: change.enabled,
    // Only set if the service returns dates.
    lastUpdated: row.lastUpdated === null ? null : lastUpdated,
  });
  return (rows: InstalledAbility[]) =>
    keepLeftOut(
      rows.map((row) => (row.id === id ? after(row) : row)),
      rows,
    );
}

/** Rejects when the caller's time budget is used up. */
function inTime<T>(endpoint: EndpointName, answer: Promise<T>, { clock, reads }: Keeping): Promise<T> {
  const leftMs = timeLeft();
  if (leftMs === Number.POSITIVE_INFINITY) return answer;
  return withTimeout(clock, answer, leftMs, () => {
    const facts = { endpoint, status: null, detail: null };
    throw reads.isWaiting ? new BusyError(facts) : new UnavailableError({ ...facts, reason: 'timeout' });
  });
}
