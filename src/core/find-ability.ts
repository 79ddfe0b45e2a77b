import type { Catalog, CatalogEntry } from './catalog.ts';
import { formatAbilityRef, readBareNumber } from './parse-ref.ts';
import type { AbilityRef } from './ref.ts';
import type { Numbered, Refusal } from './refusal.ts';
import { createSuggester, fold } from './suggest.ts';

export type Found = { ok: true; entry: CatalogEntry } | { ok: false; refusal: Refusal };

/**
 * Finds the one Ability that is meant. A name is compared to the letter first, then as people read it; when two fit,
 * nobody guesses.
 */
export const findAbility = (catalog: Catalog, ref: AbilityRef): Found => createFinder(catalog)(ref);

/** {@link findAbility} for several of one catalog: each list is gone through once, however many are looked for. */
export function createFinder({ entries, unread }: Catalog): (ref: AbilityRef) => Found {
  const byAbility = once(() => group<number>(entries, ({ ability }) => ability?.id));
  const byInstalled = once(() => group<number>(entries, ({ installed }) => installed?.id));
  const byExactName = once(() => group(entries, ({ name }) => name));
  const byFoldedName = once(() => group(entries, ({ name }) => fold(name)));
  const suggest = createSuggester(entries.map(({ name }) => name));
  const match = (ref: AbilityRef): readonly CatalogEntry[] => {
    if (ref.by === 'ability') return byAbility().get(ref.id) ?? [];
    if (ref.by === 'installed') return byInstalled().get(ref.id) ?? [];
    return byExactName().get(ref.name) ?? byFoldedName().get(fold(ref.name)) ?? [];
  };
  const numberedBy = (text: string): Numbered[] => {
    const id = readBareNumber(text);
    if (id === null) return [];
    const [ability] = byAbility().get(id) ?? [];
    const [installed] = byInstalled().get(id) ?? [];
    return [
      ...(ability ? [{ ref: `id:${id}`, name: ability.name }] : []),
      ...(installed ? [{ ref: `installed:${id}`, name: installed.name }] : []),
    ];
  };
  return (ref) => {
    const candidates = [...match(ref)];
    const [entry] = candidates;
    if (entry && candidates.length === 1) return { ok: true, entry };
    const asked = ref.by === 'name' ? ref.name : formatAbilityRef(ref);
    if (entry) return { ok: false, refusal: { why: 'several-abilities', asked, candidates } };
    const suggestions = ref.by === 'name' ? suggest(ref.name) : [];
    const numbered = ref.by === 'name' ? numberedBy(ref.name) : [];
    return {
      ok: false,
      refusal: {
        why: 'no-such-ability',
        asked,
        suggestions,
        ...(unread ? { unread } : {}),
        ...(numbered.length > 0 ? { numbered } : {}),
      },
    };
  };
}

function group<K>(
  entries: readonly CatalogEntry[],
  keyOf: (entry: CatalogEntry) => K | undefined,
): Map<K, CatalogEntry[]> {
  const groups = new Map<K, CatalogEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === undefined) continue;
    const same = groups.get(key);
    if (same) same.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
