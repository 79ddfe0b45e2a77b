import type { AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { ReplayedAccount } from '../core/change.ts';
import { replayChange } from '../core/changes.ts';
import type { Change } from '../store/undo-record.ts';
import { type AccountSnapshot, byId, groupBy, type SeenInstalled } from './compare.ts';

/**
 * The expected state of the account if only the bot has changed it since `known`, so that any differences from `seen`
 * were made by others. A recorded change doesn't include all its side effects; those are assumed to be as seen, because
 * a missing report is better than a wrong one.
 * @param changes oldest first.
 */
export function applyOwnChanges(
  known: AccountSnapshot,
  changes: readonly Change[],
  seen: AccountSnapshot,
): AccountSnapshot {
  if (changes.length === 0) return known;
  const expected = new ExpectedAccount(known, seen);
  for (const change of changes) replayChange(change, expected);
  return { abilities: [...expected.abilities.values()], installed: expected.listInstalled(), agents: known.agents };
}

class ExpectedAccount implements ReplayedAccount {
  readonly abilities: Map<AbilityId, AccountSnapshot['abilities'][number]>;
  readonly #installed: Map<InstalledAbilityId, SeenInstalled>;
  readonly #seenAbilities: ReadonlySet<AbilityId>;
  readonly #seenInstalled: ReadonlyMap<InstalledAbilityId, SeenInstalled>;
  readonly #seenRowsOf: ReadonlyMap<AbilityId | null, SeenInstalled[]>;
  readonly #seenOrphansOf: ReadonlyMap<string, SeenInstalled[]>;
  readonly #deleted = new Set<AbilityId | null>();
  readonly #deletedNames = new Set<string>();
  readonly #unassigned = new Set<AbilityId | null>();

  constructor(known: AccountSnapshot, seen: AccountSnapshot) {
    this.abilities = byId(known.abilities);
    this.#installed = byId(known.installed);
    this.#seenAbilities = new Set(seen.abilities.map(({ id }) => id));
    this.#seenInstalled = byId(seen.installed);
    this.#seenRowsOf = groupBy(seen.installed, ({ abilityId }) => abilityId);
    this.#seenOrphansOf = groupBy(this.#seenRowsOf.get(null) ?? [], ({ name }) => name);
  }

  toggle(id: InstalledAbilityId, enabled: boolean): void {
    // An Ability without trigger words can't be switched, so some were set at the same time.
    const wordsAreOpen = this.#installed.get(id)?.triggerWords.length === 0;
    const seen = this.#seenInstalled.get(id);
    this.#changeRow(id, { enabled, ...(wordsAreOpen && seen ? { triggerWords: seen.triggerWords } : {}) });
  }

  setTriggerWords(id: InstalledAbilityId, triggerWords: string[]): void {
    this.#changeRow(id, { triggerWords });
  }

  /** Assigning can install. The service doesn't say whether unassigning uninstalls. */
  assign(before: readonly AbilityId[] | null, after: readonly AbilityId[]): void {
    const assigned = new Set(after);
    for (const id of before ?? []) if (!assigned.has(id)) this.#unassigned.add(id);
    for (const id of assigned) this.#expectInstalled(id);
  }

  add(id: AbilityId, name: string): void {
    this.abilities.set(id, { id, name });
    this.#expectInstalled(id);
  }

  delete(id: AbilityId, name: string): void {
    this.abilities.delete(id);
    this.#deleted.add(id);
    this.#deletedNames.add(name);
  }

  deleteNamesakes(name: string): void {
    for (const { id, name: other } of this.abilities.values()) {
      if (other === name && !this.#seenAbilities.has(id)) this.delete(id, name);
    }
  }

  /** Some services keep the record of a deleted Ability. It is expected only if the lists show it. */
  listInstalled(): SeenInstalled[] {
    const known = [...this.#installed.values()].flatMap((row) => {
      if (this.#deleted.has(row.abilityId)) return this.#seenInstalled.get(row.id) ?? [];
      return this.#unassigned.has(row.abilityId) && !this.#seenInstalled.has(row.id) ? [] : row;
    });
    return [...known, ...this.#listOutlived()];
  }

  /**
   * Orphans that the bot may have installed shortly before it deleted their Ability. Added after all changes, because
   * several Abilities with the same name may have been deleted, and changes to such a record before the last deletion
   * don't describe the remaining one.
   */
  #listOutlived(): SeenInstalled[] {
    const orphans = [...this.#deletedNames].flatMap((name) => this.#seenOrphansOf.get(name) ?? []);
    return orphans.filter(({ id }) => !this.#installed.has(id));
  }

  /** Ignores a missing row, which somebody else has added and is reported as such. */
  #changeRow(id: InstalledAbilityId, changed: Partial<SeenInstalled>): void {
    const row = this.#installed.get(id);
    if (row) this.#installed.set(id, { ...row, ...changed });
  }

  /**
   * If the Ability was not installed before, expects one record in the state that the lists show, because its initial
   * state is unknown.
   */
  #expectInstalled(abilityId: AbilityId): void {
    const rows = this.#seenRowsOf.get(abilityId) ?? [];
    const [first] = rows;
    if (first && !rows.some(({ id }) => this.#installed.has(id))) this.#installed.set(first.id, first);
  }
}
