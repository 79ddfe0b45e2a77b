import type { AbilityId, Agent, AgentId } from '@abilities-bot/service-api';
import type { AgentAssignments, UndoRecord } from '../store/undo-record.ts';
import type { ChangeLookup } from './change.ts';

/** The Abilities of an Agent, and where that list comes from. The service's documented lists don't contain it. */
export type KnownAbilities =
  | { known: 'from-service' | 'from-last-save'; abilityIds: readonly AbilityId[] }
  /** `added`: the Abilities that uploads have added since. The rest of the list is unknown. */
  | { known: 'no'; added?: readonly AbilityId[] };

type Additions = ReadonlyMap<AgentId, readonly AbilityId[]>;

/** The Abilities that uploads have added to an Agent since its list was last saved. @param records newest first. */
export function additionsIn(
  records: readonly Pick<UndoRecord, 'change'>[],
  { agentListOf }: Pick<ChangeLookup, 'agentListOf'>,
): Additions {
  const additions = new Map<AgentId, AbilityId[]>();
  const [saved, deleted] = [new Set<AgentId>(), new Set<AbilityId>()];
  for (const { change } of records) {
    const list = agentListOf(change);
    if (list) saved.add(list.agentId);
    else if (change.kind === 'deleted') for (const { id } of change.items) deleted.add(id);
    else if (change.kind === 'uploaded') {
      const { abilityId, addedTo, replaced } = change;
      if (replaced !== undefined) deleted.add(replaced);
      if (!addedTo || saved.has(addedTo.id) || deleted.has(abilityId)) continue;
      additions.set(addedTo.id, [...(additions.get(addedTo.id) ?? []), abilityId]);
    }
  }
  return additions;
}

/** Looks up an Agent in a snapshot of the assignments. */
export type KnownOf = (agent: Agent) => KnownAbilities;

/**
 * No documented endpoint returns an Agent's list of Abilities, so the last list saved from Slack is kept in the store.
 * Data from the service always takes precedence.
 *
 * Store errors go to `onTrouble`, and the list is then unknown.
 */
export class KnownAssignments {
  readonly #store: AgentAssignments;
  readonly #onTrouble: (error: unknown) => void;
  readonly #readAdditions: () => Promise<Additions>;
  /** Agents whose stored list is outdated because it could not be updated. */
  readonly #doubtful = new Set<AgentId>();

  /** @param readAdditions returns `additionsIn`; called only if a list is unknown. */
  constructor(
    store: AgentAssignments,
    onTrouble: (error: unknown) => void,
    readAdditions: () => Promise<Additions> = async () => new Map(),
  ) {
    this.#store = store;
    this.#onTrouble = onTrouble;
    this.#readAdditions = readAdditions;
  }

  /** Reads the store once for all of these Agents. */
  async lookUp(agents: readonly Agent[]): Promise<KnownOf> {
    const areReported = agents.every(({ abilityIds }) => abilityIds !== null);
    const saved = areReported ? null : await this.#try(() => this.#store.all());
    const lastOf = (id: AgentId) => (this.#doubtful.has(id) ? undefined : saved?.get(id));
    const isMissing = !areReported && agents.some(({ abilityIds, id }) => abilityIds === null && !lastOf(id));
    const additions = isMissing ? await this.#try(this.#readAdditions) : null;
    return ({ abilityIds, id }) => {
      if (abilityIds) return { known: 'from-service', abilityIds };
      const last = lastOf(id);
      if (last) return { known: 'from-last-save', abilityIds: last };
      const added = additions?.get(id);
      return added ? { known: 'no', added } : { known: 'no' };
    };
  }

  /** {@link lookUp} for one Agent. */
  async of(agent: Agent): Promise<KnownAbilities> {
    return (await this.lookUp([agent]))(agent);
  }

  async save(agentId: AgentId, abilityIds: readonly AbilityId[]): Promise<void> {
    const isSaved = await this.#try(() => this.#store.save(agentId, abilityIds).then(() => true));
    if (isSaved) this.#doubtful.delete(agentId);
    else this.#doubtful.add(agentId);
  }

  /** Removes a deleted Ability from all Agents. */
  async deleteAbility(abilityId: AbilityId): Promise<void> {
    await this.#try(() => this.#store.deleteAbility(abilityId));
  }

  /** Makes an Agent's list unknown. Called before a save, and after one with an unclear result. */
  async forget(agentId: AgentId): Promise<void> {
    const isForgotten = await this.#try(() => this.#store.deleteAgent(agentId).then(() => true));
    if (!isForgotten) this.#doubtful.add(agentId);
  }

  async #try<T>(task: () => Promise<T>): Promise<T | null> {
    try {
      return await task();
    } catch (error) {
      this.#onTrouble(error);
      return null;
    }
  }
}
