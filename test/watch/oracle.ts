import type { AccountChange } from '../../src/watch/compare.ts';
import type { World } from './world.ts';

interface ExpectedRow {
  abilityId: number | null;
  /** Null if it does not matter. */
  enabled: boolean | null;
  words: string[] | null;
}

/**
 * Tracks each fact of an account as of the last check or the bot's last write; any difference at the next check was
 * made by others. It records the truth, while the code under test only reads what was recorded.
 */
export class Oracle {
  readonly #world: World;
  abilities = new Map<number, string>();
  rows = new Map<number, ExpectedRow>();
  #agents = new Set<number>();
  /** Abilities that the bot may have installed, or removed from an Agent. */
  #mayBeInstalled = new Set<number>();
  #mayBeUninstalled = new Set<number>();
  /** The bot's writes to installed Abilities that are not known yet. */
  #written = new Map<number, Partial<ExpectedRow>>();
  /** What the bot's deletions of Abilities left: their orphans and their names. */
  #outlived = new Set<number>();
  #deletedNames = new Set<string>();

  constructor(world: World) {
    this.#world = world;
    this.look();
  }

  /** Only what happens from here on counts. */
  look(): void {
    const { abilities, agents, rows } = this.#world;
    this.abilities = new Map(abilities);
    this.rows = new Map(
      [...rows].map(([id, { enabled, words }]) => [id, { abilityId: this.#world.abilityOf(id), enabled, words }]),
    );
    this.#agents = new Set(agents.keys());
    for (const set of [this.#mayBeInstalled, this.#mayBeUninstalled, this.#outlived, this.#deletedNames]) set.clear();
    this.#written.clear();
  }

  ownToggle(id: number, enabled: boolean): void {
    const row = this.rows.get(id);
    // The toggle also set words, whichever they are.
    if (row) this.rows.set(id, { ...row, enabled, words: row.words?.length === 0 ? null : row.words });
    else this.#write(id, { enabled });
  }

  ownWords(id: number, words: string[]): void {
    const row = this.rows.get(id);
    if (row) this.rows.set(id, { ...row, words });
    else this.#write(id, { words });
  }

  #write(id: number, written: Partial<ExpectedRow>): void {
    const abilityId = this.#world.abilityOf(id);
    if (abilityId === null || !this.#mayBeInstalled.has(abilityId)) return;
    this.#written.set(id, { ...this.#written.get(id), ...written });
  }

  ownDelete(abilityId: number, name: string): void {
    this.abilities.delete(abilityId);
    this.#deletedNames.add(name);
    for (const [id, row] of this.rows) {
      if (row.abilityId !== abilityId) continue;
      this.rows.delete(id);
      this.#outlived.add(id);
    }
  }

  ownUpload(abilityId: number, name: string): void {
    this.abilities.set(abilityId, name);
    this.#mayBeInstalled.add(abilityId);
  }

  ownAssign(before: readonly number[], after: readonly number[]): void {
    for (const id of after) this.#mayBeInstalled.add(id);
    for (const id of before) if (!after.includes(id)) this.#mayBeUninstalled.add(id);
  }

  /** The expected report, in the wording of {@link inWords}. */
  foreignChanges(): string[] {
    const { abilities, agents } = this.#world;
    const told = [
      ...[...abilities].flatMap(([id, name]) => {
        const old = this.abilities.get(id);
        if (old === undefined) return `ability-new ${id}`;
        return old === name ? [] : `ability-renamed ${id}`;
      }),
      ...[...this.abilities.keys()].flatMap((id) => (abilities.has(id) ? [] : `ability-gone ${id}`)),
      ...[...agents.keys()].flatMap((id) => (this.#agents.has(id) ? [] : `agent-new ${id}`)),
      ...[...this.#agents].flatMap((id) => (agents.has(id) ? [] : `agent-gone ${id}`)),
      ...this.#foreignRows(),
      ...this.#duplicates(),
    ];
    return told.sort();
  }

  #foreignRows(): string[] {
    const { abilities, rows } = this.#world;
    const there = [...rows].flatMap(([id, row]) => {
      const known = this.rows.get(id);
      if (known) return differences(id, known, row);
      if (this.#outlived.has(id)) return [];
      const abilityId = this.#world.abilityOf(id);
      if (abilityId === null) return this.#deletedNames.has(row.name) ? [] : `installed-new ${id}`;
      if (this.#broughtByBot(abilityId) === id) return differences(id, this.#written.get(id) ?? {}, row);
      return this.abilities.has(abilityId) ? `installed-new ${id}` : [];
    });
    const gone = [...this.rows].flatMap(([id, { abilityId }]) => {
      if (rows.has(id)) return [];
      if (abilityId !== null && (!abilities.has(abilityId) || this.#mayBeUninstalled.has(abilityId))) return [];
      return `installed-gone ${id}`;
    });
    return [...there, ...gone];
  }

  /** One at most, and only if it was not installed. */
  #broughtByBot(abilityId: number): number | null {
    const ids = this.#world.rowsOf(abilityId);
    if (!this.#mayBeInstalled.has(abilityId) || ids.some((id) => this.rows.has(id))) return null;
    return ids.sort((a, b) => a - b)[0] ?? null;
  }

  #duplicates(): string[] {
    const { abilities, rows } = this.#world;
    const hadOfName = (name: string) => [...this.abilities.values()].filter((other) => other === name).length;
    const hadOf = (abilityId: number) =>
      [...this.rows].filter(
        ([id, row]) => row.abilityId === abilityId && (rows.has(id) || !this.#mayBeUninstalled.has(abilityId)),
      ).length + (this.#broughtByBot(abilityId) === null ? 0 : 1);
    const names = [...new Set(abilities.values())].filter(
      (name) => [...abilities.values()].filter((other) => other === name).length > 1 && hadOfName(name) < 2,
    );
    const installed = [...abilities.keys()].filter((id) => this.#world.rowsOf(id).length > 1 && hadOf(id) < 2);
    return [...names.map((name) => `duplicate-name ${name}`), ...installed.map((id) => `duplicate-installed ${id}`)];
  }
}

function differences(
  id: number,
  expected: Partial<ExpectedRow>,
  { enabled, words }: { enabled: boolean; words: string[] },
): string[] {
  const known = expected.words ?? words;
  const [added, removed] = [words.filter((w) => !known.includes(w)), known.filter((w) => !words.includes(w))];
  return [
    ...((expected.enabled ?? enabled) === enabled ? [] : [`${enabled ? 'enabled' : 'disabled'} ${id}`]),
    ...(added.length + removed.length === 0 ? [] : [wordsLine(id, added, removed)]),
  ];
}

const wordsLine = (id: number, added: string[], removed: string[]) =>
  `trigger-words ${id} +${added.sort()} -${removed.sort()}`;

/** The oracle's wording of a change. */
export function inWords(change: AccountChange): string {
  switch (change.kind) {
    case 'ability-new':
    case 'ability-gone':
    case 'ability-renamed':
    case 'duplicate-installed':
      return `${change.kind} ${change.abilityId}`;
    case 'trigger-words':
      return wordsLine(change.installedId, change.added, change.removed);
    case 'duplicate-name':
      return `${change.kind} ${change.name}`;
    case 'agent-new':
    case 'agent-gone':
      return `${change.kind} ${change.agentId}`;
    default:
      return `${change.kind} ${change.installedId}`;
  }
}
