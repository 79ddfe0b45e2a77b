import { type Ability, type AbilityId, type InstalledAbility, keepLeftOut } from '@abilities-bot/service-api';
import { timeLeft, withoutTimeBudget } from '../base/request-context.ts';
import { ENDPOINTS, type EndpointName } from './endpoints.ts';
import { UnavailableError } from './errors.ts';
import type { ReadOptions, ServiceClient } from './methods.ts';
import { requireComplete } from './reads.ts';
import type { InstalledAbilityChange } from './writes.ts';

/** An answer as it was read a moment ago. */
interface Kept<T> {
  value: Promise<T>;
  /** In milliseconds; null while it is being read. */
  readAt: number | null;
}

/**
 * What the service says of one thing, such as a list of the account, kept for a moment. Equal looks at the same time are one call; what was begun before an own
 * write is not kept after it.
 */
export class KeptAnswer<T> {
  readonly #read: () => Promise<T>;
  readonly #keepMs: number;
  readonly #now: () => number;
  #kept: Kept<T> | null = null;
  #writes = 0;

  constructor(read: () => Promise<T>, keepMs: number, now: () => number) {
    this.#read = read;
    this.#keepMs = keepMs;
    this.#now = now;
  }

  /** As it was at most `keepMs` ago, or as a read that is under way will find it. */
  look(): Promise<T> {
    const kept = this.#kept;
    if (kept && (kept.readAt === null || this.#isGood(kept.readAt))) return kept.value;
    return this.readNow();
  }

  /** As it is now: a read of its own. */
  readNow(): Promise<T> {
    const value = this.#read();
    const reading: Kept<T> = { value, readAt: null };
    this.#kept = reading;
    value.then(
      () => {
        reading.readAt = this.#now();
      },
      // Whoever asked is told; the next one asks anew.
      () => {
        if (this.#kept === reading) this.#kept = null;
      },
    );
    return value;
  }

  /**
   * Makes a change of the account that shows in this answer, and forgets the answer, before and after.
   * @param afterOf what a change with that result makes of it, null where that is not known: it is kept then,
   * unless anything else was written or read meanwhile, and counts as read when it was.
   */
  async write<R>(change: () => Promise<R>, afterOf: (result: R) => ((value: T) => T) | null = () => null): Promise<R> {
    const before = this.#kept;
    this.#kept = null;
    this.#writes += 1;
    const own = this.#writes;
    let kept: Kept<T> | null = null;
    try {
      const result = await change();
      const after = afterOf(result);
      const isAlone = own === this.#writes && this.#kept === null;
      if (after && isAlone && before?.readAt) kept = { value: before.value.then(after), readAt: before.readAt };
      return result;
    } finally {
      this.#kept = kept;
      // Whatever was begun before this end does not know of it.
      this.#writes += 1;
    }
  }

  #isGood(readAt: number): boolean {
    return this.#now() - readAt < this.#keepMs;
  }
}

/** More than anybody opens in a few seconds; all are forgotten then. */
const MAX_SINGLE = 100;

/**
 * The same client, whose lists and single Abilities are kept for a moment: who only looks may be shown them as they were then,
 * and looks at the same time are one call. What this client writes is never hidden by it; what others write is, for at most `keepMs` after
 * it was read.
 */
export function keepAnswers(client: ServiceClient, keepMs: number, now: () => number): ServiceClient {
  const keep = <T>(endpoint: EndpointName, read: () => Promise<T>) => {
    const answer = new KeptAnswer(read, keepMs, now);
    // Whoever looks at the same time waits for the same call, so that it does not end with the time of the one who began it.
    const look = () =>
      inTime(
        endpoint,
        withoutTimeBudget(() => answer.look()),
      );
    const ask = ({ mayBeKept }: ReadOptions) => (mayBeKept ? look() : answer.readNow());
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
    if (single.size >= MAX_SINGLE) single.clear();
    const kept = keep(ENDPOINTS.getAbility.name, () => client.getAbility(id));
    single.set(id, kept);
    return kept;
  };
  const writeSingle = async <R>(change: () => Promise<R>) => {
    try {
      return await change();
    } finally {
      single.clear();
    }
  };
  const writeAll = <R>(change: () => Promise<R>) =>
    writeSingle(() => writeAgents(() => abilities.answer.write(() => installed.answer.write(change))));
  return {
    ...client,
    getAbility: (id, options = {}) => singleOf(id).ask(options),
    listAbilities: (options = {}) => abilities.ask(options),
    listInstalledAbilities: (options = {}) => installed.ask(options),
    listAgents: (options = {}) => (options.withImage ? pictured : agents).ask(options),
    setInstalledAbility: (row, change) =>
      installed.answer.write(
        () => client.setInstalledAbility(row, change),
        (doubt) => (doubt ? null : rowsAfter(row, change, now)),
      ),
    // Assigning installs what is not installed yet.
    setAgentAbilities: (agentId, abilityIds) => writeAll(() => client.setAgentAbilities(agentId, abilityIds)),
    uploadAbility: (upload) => writeAll(() => client.uploadAbility(upload)),
    deleteAbilities: (ids) => writeAll(() => client.deleteAbilities(ids)),
    updateRelease: (...release) => writeAll(() => client.updateRelease(...release)),
  };
}

/**
 * A switch whose answer shows it is known to be made, so that the message of the click needs no other read. What a service
 * makes of new trigger words it may show in its own way.
 */
function rowsAfter({ id, triggerWords }: InstalledAbility, change: InstalledAbilityChange, now: () => number) {
  const words = change.triggerWords;
  if (words.length !== triggerWords.length || words.some((word, at) => word !== triggerWords[at])) return null;
  const lastUpdated = new Date(now()).toISOString();
  const after = (row: InstalledAbility) => ({
    ...row,
    enabled: change.enabled,
    // The service dates its row too, where it tells of that at all.
    lastUpdated: row.lastUpdated === null ? null : lastUpdated,
  });
  return (rows: InstalledAbility[]) =>
    keepLeftOut(
      rows.map((row) => (row.id === id ? after(row) : row)),
      rows,
    );
}

/** Who asked waits no longer than its own time. */
async function inTime<T>(endpoint: EndpointName, answer: Promise<T>): Promise<T> {
  const leftMs = timeLeft();
  if (leftMs === Number.POSITIVE_INFINITY) return answer;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooLate = () => reject(new UnavailableError({ endpoint, status: null, detail: null, reason: 'timeout' }));
    timer = setTimeout(tooLate, leftMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
