import type { AbilityId, Agent, AgentId } from '@abilities-bot/service-api';
import type { AgentAssignments } from '../store/undo-record.ts';

/** The Abilities of an Agent, and the source of that list: the documented lists do not include it. */
export type KnownAbilities =
  | { known: 'from-service' | 'from-last-save'; abilityIds: readonly AbilityId[] }
  | { known: 'no' };

/** Looks up a snapshot of the assignments. */
export type KnownOf = (agent: Agent) => KnownAbilities;

/**
 * No documented endpoint returns an Agent's list of Abilities, so the last list saved through this bot is stored,
 * across processes and restarts. Data from the service always wins.
 *
 * Store errors go to `onTrouble`, and the list is then unknown.
 */
export class KnownAssignments {
  readonly #book: AgentAssignments;
  readonly #onTrouble: (error: unknown) => void;
  /** Agents whose stored list is outdated because updating it failed. */
  readonly #doubtful = new Set<AgentId>();

  constructor(book: AgentAssignments, onTrouble: (error: unknown) => void) {
    this.#book = book;
    this.#onTrouble = onTrouble;
  }

  /** Reads the store once for all of these Agents. */
  async lookUp(agents: readonly Agent[]): Promise<KnownOf> {
    const isTold = agents.every(({ abilityIds }) => abilityIds !== null);
    const saved = isTold ? null : await this.#try(() => this.#book.all());
    return ({ abilityIds, id }) => {
      if (abilityIds) return { known: 'from-service', abilityIds };
      const last = this.#doubtful.has(id) ? undefined : saved?.get(id);
      return last ? { known: 'from-last-save', abilityIds: last } : { known: 'no' };
    };
  }

  /** {@link lookUp} for one. */
  async of(agent: Agent): Promise<KnownAbilities> {
    return (await this.lookUp([agent]))(agent);
  }

  async save(agentId: AgentId, abilityIds: readonly AbilityId[]): Promise<void> {
    const isSaved = await this.#try(() => this.#book.save(agentId, abilityIds).then(() => true));
    if (isSaved) this.#doubtful.delete(agentId);
    else this.#doubtful.add(agentId);
  }

  /** A deleted Ability is removed from every Agent. */
  async drop(abilityId: AbilityId): Promise<void> {
    await this.#try(() => this.#book.deleteAbility(abilityId));
  }

  /** Called before a save, and after one with an unclear result: the list is then unknown. */
  async forget(agentId: AgentId): Promise<void> {
    const isForgotten = await this.#try(() => this.#book.deleteAgent(agentId).then(() => true));
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
