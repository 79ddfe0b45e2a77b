import type { AbilityId, Agent, AgentId } from '../contract/index.ts';
import type { KnownAbilities } from './outcome.ts';

/**
 * No documented read gives an Agent's list of Abilities, so what was last saved through this bot is kept. It lives in
 * memory: after a restart the list is unknown again, and is said to be. What the service tells always wins.
 */
export class KnownAssignments {
  readonly #lastSaved = new Map<AgentId, readonly AbilityId[]>();

  of(agent: Agent): KnownAbilities {
    if (agent.abilityIds) return { known: 'from-service', abilityIds: agent.abilityIds };
    const saved = this.#lastSaved.get(agent.id);
    return saved ? { known: 'from-last-save', abilityIds: saved } : { known: 'no' };
  }

  save(agentId: AgentId, abilityIds: readonly AbilityId[]): void {
    this.#lastSaved.set(agentId, abilityIds);
  }

  /** A deleted Ability goes from every Agent. */
  drop(abilityId: AbilityId): void {
    for (const [agentId, saved] of this.#lastSaved) {
      this.#lastSaved.set(
        agentId,
        saved.filter((id) => id !== abilityId),
      );
    }
  }

  /** After a save whose end is unclear nothing is known any more. */
  forget(agentId: AgentId): void {
    this.#lastSaved.delete(agentId);
  }
}
