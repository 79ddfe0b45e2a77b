import type { AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { ReplayedAccount } from '../core/change.ts';
import { replayChange } from '../core/features/undo.ts';
import type { Change } from '../store/undo-record.ts';
import { type AccountSnapshot, byId, groupBy, type SeenInstalled } from './compare.ts';

/**
 * What the account is expected to look like when nobody but the bot has changed it since `known`: what differs from
 * this in `seen` is what others did. A change says little of what comes with it: what it leaves open is taken as it is
 * seen, so that too little is told rather than something wrong.
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
    // Without trigger words it cannot be switched: some were given with the switch.
    const wordsAreOpen = this.#installed.get(id)?.triggerWords.length === 0;
    const seen = this.#seenInstalled.get(id);
    this.#changeRow(id, { enabled, ...(wordsAreOpen && seen ? { triggerWords: seen.triggerWords } : {}) });
  }

  setTriggerWords(id: InstalledAbilityId, triggerWords: string[]): void {
    this.#changeRow(id, { triggerWords });
  }

  /** Assigning can install. Whether unassigning uninstalls, the service does not say. */
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

  /** A record outlives its Ability on some services: it is left as it is seen, and gone when it is not. */
  listInstalled(): SeenInstalled[] {
    const known = [...this.#installed.values()].flatMap((row) => {
      if (this.#deleted.has(row.abilityId)) return this.#seenInstalled.get(row.id) ?? [];
      return this.#unassigned.has(row.abilityId) && !this.#seenInstalled.has(row.id) ? [] : row;
    });
    return [...known, ...this.#listOutlived()];
  }

  /**
   * The orphans that may have been installed by the bot only just before it deleted their Ability. They are added after
   * all changes: several Abilities of one name may have been deleted, and what the bot changed of such a record before
   * the last of them was says nothing of what is left.
   */
  #listOutlived(): SeenInstalled[] {
    const orphans = [...this.#deletedNames].flatMap((name) => this.#seenOrphansOf.get(name) ?? []);
    return orphans.filter(({ id }) => !this.#installed.has(id));
  }

  /** One that is not there came by somebody else, and is told as that. */
  #changeRow(id: InstalledAbilityId, changed: Partial<SeenInstalled>): void {
    const row = this.#installed.get(id);
    if (row) this.#installed.set(id, { ...row, ...changed });
  }

  /** Where it was not installed before, one record is expected as it is seen: nobody can say in which state it came. */
  #expectInstalled(abilityId: AbilityId): void {
    const rows = this.#seenRowsOf.get(abilityId) ?? [];
    const [first] = rows;
    if (first && !rows.some(({ id }) => this.#installed.has(id))) this.#installed.set(first.id, first);
  }
}
