import type { AbilityState, CatalogEntry } from '../../../core/catalog.ts';
import { bold, foreign } from '../text.ts';
import { categoryLabel } from './category-label.ts';

/** A state is a word first and a mark second: nothing depends on seeing the mark. */
export const STATE_LABELS: Record<AbilityState, string> = {
  enabled: '● Enabled',
  disabled: '○ Disabled',
  'not-installed': '– Not installed',
  orphan: '! Orphan',
};

export const STATE_WORDS: Record<AbilityState, string> = {
  enabled: 'enabled',
  disabled: 'disabled',
  'not-installed': 'not installed',
  orphan: 'orphan',
};

/** `*Weather*  ● Enabled · Skill` */
export function abilityLine(entry: CatalogEntry, nameMost = 80): string {
  const category = entry.category ? ` · ${foreign(categoryLabel(entry.category), 30)}` : '';
  return `${bold(entry.name, nameMost)}  ${STATE_LABELS[entry.state]}${category}`;
}
