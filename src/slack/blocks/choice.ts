import type { types } from '@slack/bolt';
import type { CatalogEntry } from '../../core/catalog.ts';
import { abilityLine } from './ability-line.ts';
import { actions, showButton } from './buttons.ts';
import { context, section } from './text.ts';

const MOST_CANDIDATES = 10;

/** One row for each Ability that a name may mean, told apart by its IDs. */
export function candidateRows(candidates: readonly CatalogEntry[]): types.KnownBlock[] {
  const hidden = candidates.length - MOST_CANDIDATES;
  const rows = candidates.slice(0, MOST_CANDIDATES).flatMap((entry): types.KnownBlock[] => {
    const ids = [
      entry.ability ? `id:${entry.ability.id}` : '',
      entry.installed ? `installed:${entry.installed.id}` : '',
    ];
    return [
      section(abilityLine(entry)),
      context(ids.filter((id) => id !== '').join(' · ')),
      ...actions(showButton(entry)),
    ];
  });
  return hidden > 0 ? [...rows, context(`${hidden} more: \`/abilities\` lists them all.`)] : rows;
}
