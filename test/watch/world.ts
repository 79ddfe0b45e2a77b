import { Ability, AbilityId, Agent, AgentId, InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import type * as z from 'zod';
import type { Change } from '../../src/store/undo-record.ts';

export interface WorldRow {
  abilityId: number;
  name: string;
  enabled: boolean;
  words: string[];
}

/** An account in memory with everything that can happen to it. The bot's actions return the change that it records. */
export class World {
  readonly abilities = new Map<number, string>();
  readonly rows = new Map<number, WorldRow>();
  readonly agents = new Map<number, string>();
  #lastId = 0;

  /** Null for an orphan. */
  abilityOf(rowId: number): number | null {
    const id = this.rows.get(rowId)?.abilityId;
    return id !== undefined && this.abilities.has(id) ? id : null;
  }

  rowsOf(abilityId: number): number[] {
    return [...this.rows].flatMap(([id, row]) => (row.abilityId === abilityId ? id : []));
  }

  add(name: string): number {
    this.#lastId += 1;
    this.abilities.set(this.#lastId, name);
    return this.#lastId;
  }

  addAgent(name: string): void {
    this.#lastId += 1;
    this.agents.set(this.#lastId, name);
  }

  install(abilityId: number, enabled: boolean, words: string[]): void {
    this.#lastId += 1;
    this.rows.set(this.#lastId, { abilityId, name: this.abilities.get(abilityId) ?? '', enabled, words });
  }

  rename(abilityId: number, name: string): void {
    this.abilities.set(abilityId, name);
    for (const id of this.rowsOf(abilityId)) this.change(id, { name });
  }

  change(rowId: number, changed: Partial<WorldRow>): void {
    const row = this.rows.get(rowId);
    if (row) this.rows.set(rowId, { ...row, ...changed });
  }

  /** @param leavesOrphans as some services do. */
  delete(abilityId: number, leavesOrphans: boolean): void {
    if (!leavesOrphans) for (const id of this.rowsOf(abilityId)) this.rows.delete(id);
    this.abilities.delete(abilityId);
  }

  toggled(rowId: number, enabled: boolean): Change {
    const id = InstalledAbilityId.parse(rowId);
    return { kind: 'toggled', items: [{ id, name: this.rows.get(rowId)?.name ?? '', enabled }] };
  }

  wordsChanged(rowId: number, before: string[], after: string[]): Change {
    const id = InstalledAbilityId.parse(rowId);
    return { kind: 'triggers', id, name: this.rows.get(rowId)?.name ?? '', before, after };
  }

  /** The lists as the service returns them, newest first: their order has no meaning. */
  listAbilities = async (): Promise<Ability[]> =>
    [...this.abilities].map(([id, name]) => Ability.parse({ id, name } satisfies z.input<typeof Ability>)).reverse();

  listInstalledAbilities = async (): Promise<InstalledAbility[]> =>
    [...this.rows]
      .map(([id, { abilityId, enabled, name, words }]) =>
        InstalledAbility.parse({ id, name, enabled, trigger_words: [...words].reverse(), ability_id: abilityId }),
      )
      .reverse();

  listAgents = async (): Promise<Agent[]> => [...this.agents].map(([id, name]) => Agent.parse({ id, name })).reverse();
}

export const deletedChange = (id: number, name: string): Change => ({
  kind: 'deleted',
  items: [{ id: AbilityId.parse(id), name }],
});

export const uploadedChange = (id: number, name: string, how: 'new' | 'update' | 'replace'): Change => ({
  kind: 'uploaded',
  abilityId: AbilityId.parse(id),
  name,
  how,
});

export const assignedChange = (before: readonly number[] | null, after: readonly number[]): Change => ({
  kind: 'assigned',
  agentId: AgentId.parse(1),
  agentName: 'Echo',
  before: before?.map((id) => AbilityId.parse(id)) ?? null,
  after: after.map((id) => AbilityId.parse(id)),
});
