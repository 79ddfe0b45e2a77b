import type { AuditTarget } from '../store/audit-record.ts';
import type { Catalog, CatalogEntry } from './catalog.ts';
import { createFinder } from './find.ts';

/** The Abilities among these targets, as currently on the account. Omits targets that are missing or ambiguous. */
export function shownTargets(targets: readonly AuditTarget[], catalog: Catalog): CatalogEntry[] {
  const find = createFinder(catalog);
  const shown = targets.flatMap((target) => {
    const entry = isNamed(target) ? findNamed(target.name) : findById(target);
    return entry ?? [];
  });
  return [...new Set(shown)];

  function findNamed(name: string): CatalogEntry | null {
    const found = find({ by: 'name', name });
    return found.ok ? found.entry : null;
  }

  function findById({ id, kind }: AuditTarget): CatalogEntry | null {
    if (id === null || (kind !== 'ability' && kind !== 'installed')) return null;
    return catalog.entries.find((entry) => String(entry[kind]?.id) === id) ?? null;
  }
}

/** True if the target is a name as typed. */
const isNamed = (target: AuditTarget): target is AuditTarget & { name: string } =>
  target.kind === 'ability' && target.id === null && target.name !== null;
