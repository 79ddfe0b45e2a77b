import type { Catalog, CatalogEntry } from './catalog.ts';
import type { AbilityRef } from './command.ts';
import { formatAbilityRef } from './parse-ref.ts';
import type { Refusal } from './refusal.ts';
import { fold, suggest } from './suggest.ts';

export type Found = { ok: true; entry: CatalogEntry } | { ok: false; refusal: Refusal };

/**
 * Finds the one Ability that is meant. A name is compared to the letter first, then as people read it; when two fit,
 * nobody guesses.
 */
export function findAbility(catalog: Catalog, ref: AbilityRef): Found {
  const candidates = match(catalog.entries, ref);
  const [entry] = candidates;
  if (entry && candidates.length === 1) return { ok: true, entry };
  const asked = ref.by === 'name' ? ref.name : formatAbilityRef(ref);
  if (entry) return { ok: false, refusal: { why: 'several-abilities', asked, candidates } };
  const names = catalog.entries.map(({ name }) => name);
  const suggestions = ref.by === 'name' ? suggest(ref.name, names) : [];
  return { ok: false, refusal: { why: 'no-such-ability', asked, suggestions } };
}

function match(entries: readonly CatalogEntry[], ref: AbilityRef): CatalogEntry[] {
  if (ref.by === 'ability') return entries.filter(({ ability }) => ability?.id === ref.id);
  if (ref.by === 'installed') return entries.filter(({ installed }) => installed?.id === ref.id);
  const exact = entries.filter(({ name }) => name === ref.name);
  return exact.length > 0 ? exact : entries.filter(({ name }) => fold(name) === fold(ref.name));
}
