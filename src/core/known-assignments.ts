import type { AbilityId, Agent, AgentId } from '@abilities-bot/service-api';
import type { AssignmentBook } from '../store/undo-record.ts';

/** Which Abilities an Agent has, and how that is known. The documented lists do not tell. */
export type KnownAbilities =
  | { known: 'from-service' | 'from-last-save'; abilityIds: readonly AbilityId[] }
  | { known: 'no' };

/** What is known of each Agent at one moment. */
export type KnownOf = (agent: Agent) => KnownAbilities;

/**
 * No documented read gives an Agent's list of Abilities, so what was last saved through this bot is kept, for all its
 * processes and over restarts. What the service tells always wins.
 *
 * A store that is away is told to `onTrouble` and is no reason to fail: the list is not known then.
 */
export class KnownAssignments {
  readonly #book: AssignmentBook;
  readonly #onTrouble: (error: unknown) => void;
  /** What the store shows of them is old: that they were forgotten could not be written. */
  readonly #doubtful = new Set<AgentId>();

  constructor(book: AssignmentBook, onTrouble: (error: unknown) => void) {
    this.#book = book;
    this.#onTrouble = onTrouble;
  }

  /** Reads once, for any number of these Agents. */
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

  /** A deleted Ability goes from every Agent. */
  async drop(abilityId: AbilityId): Promise<void> {
    await this.#try(() => this.#book.drop(abilityId));
  }

  /** Before a save, and after one whose end is unclear: nothing is known then. */
  async forget(agentId: AgentId): Promise<void> {
    const isForgotten = await this.#try(() => this.#book.forget(agentId).then(() => true));
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
