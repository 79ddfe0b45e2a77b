import { setTimeout as wait } from 'node:timers/promises';
import type { Ability, Agent, InstalledAbility } from '../contract/index.ts';
import { ENDPOINTS, type EndpointName } from './endpoints.ts';
import { UnavailableError } from './errors/index.ts';
import { KeptList } from './kept-list.ts';
import type { ListOptions, ServiceClient } from './service-methods.ts';
import type { InstalledAbilityChange } from './set-installed-ability.ts';
import { timeLeft, withoutTimeBudget } from './time-budget.ts';

/**
 * The same client, whose lists are kept for a moment: who only looks may be shown them as they were then, and looks at the
 * same time are one call. What this client writes is never hidden by it; what others write is, for at most `keepMs`.
 */
export function keepLists(client: ServiceClient, keepMs: number, now: () => number): ServiceClient {
  const keep = <T>(endpoint: EndpointName, read: () => Promise<T[]>) => {
    // Whoever looks at the same time waits for the same call, so that it does not end with the time of the one who began it.
    const list = new KeptList(() => withoutTimeBudget(read), keepMs, now);
    const ask = ({ mayBeKept }: ListOptions) => inTime(endpoint, mayBeKept ? list.look() : list.readNow());
    return { list, ask };
  };
  const abilities = keep<Ability>(ENDPOINTS.listAbilities.name, () => client.listAbilities());
  const installed = keep<InstalledAbility>(ENDPOINTS.listInstalledAbilities.name, () =>
    client.listInstalledAbilities(),
  );
  const agents = keep<Agent>(ENDPOINTS.listAgents.name, () => client.listAgents());
  const pictured = keep<Agent>(ENDPOINTS.listAgents.name, () => client.listAgents({ withImage: true }));
  const writeAgents = <R>(change: () => Promise<R>) => agents.list.write(() => pictured.list.write(change));
  const writeAll = <R>(change: () => Promise<R>) =>
    writeAgents(() => abilities.list.write(() => installed.list.write(change)));
  return {
    ...client,
    listAbilities: (options = {}) => abilities.ask(options),
    listInstalledAbilities: (options = {}) => installed.ask(options),
    listAgents: (options = {}) => (options.withImage ? pictured : agents).ask(options),
    setInstalledAbility: (row, change) =>
      installed.list.write(
        () => client.setInstalledAbility(row, change),
        (doubt) => (doubt ? null : rowsAfter(row, change)),
      ),
    setAgentAbilities: (agentId, abilityIds) => writeAgents(() => client.setAgentAbilities(agentId, abilityIds)),
    uploadAbility: (upload) => writeAll(() => client.uploadAbility(upload)),
    deleteAbilities: (ids) => writeAll(() => client.deleteAbilities(ids)),
    updateRelease: (...release) => writeAll(() => client.updateRelease(...release)),
  };
}

/**
 * A switch whose answer shows it is known to be made, so that the message of the click needs no other read. What a service makes of new trigger words it may show in its own way.
 */
function rowsAfter({ id, triggerWords }: InstalledAbility, change: InstalledAbilityChange) {
  const words = change.triggerWords;
  if (words.length !== triggerWords.length || words.some((word, at) => word !== triggerWords[at])) return null;
  return (rows: InstalledAbility[]) => rows.map((row) => (row.id === id ? { ...row, enabled: change.enabled } : row));
}

/** Who asked waits no longer than its own time. */
async function inTime<T>(endpoint: EndpointName, rows: Promise<T[]>): Promise<T[]> {
  const leftMs = timeLeft();
  if (leftMs === Number.POSITIVE_INFINITY) return rows;
  const over = new AbortController();
  const late = wait(leftMs, undefined, { signal: over.signal }).then(() => {
    throw new UnavailableError({ endpoint, status: null, detail: null, reason: 'timeout' });
  });
  try {
    return await Promise.race([rows, late]);
  } finally {
    over.abort();
  }
}
