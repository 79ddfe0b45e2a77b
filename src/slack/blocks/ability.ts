import { Category } from '@abilities-bot/service-api';
import type { AbilityState, CatalogEntry } from '../../core/catalog.ts';
import { bold, capital, foreign, namesLine } from './kit.ts';

const LABELS: Record<Category, string> = {
  skill: 'Skill',
  brain_skill: 'Brain skill',
  background_daemon: 'Background daemon',
  local: 'Local',
};

/** A category's label; an unknown category is shown as the service sends it. */
export function categoryLabel(category: string): string {
  const known = Category.safeParse(category);
  return known.success ? LABELS[known.data] : category;
}

/** The state is a word too, so that nobody depends on the mark alone. */
const STATE_MARKS: Record<AbilityState, string> = {
  enabled: ':large_green_circle: ',
  disabled: ':white_circle: ',
  'not-installed': '',
  orphan: ':warning: ',
};

export const STATE_WORDS: Record<AbilityState, string> = {
  enabled: 'enabled',
  disabled: 'disabled',
  'not-installed': 'not installed',
  orphan: 'orphaned',
};

/** `:large_green_circle: *Weather*  Enabled · Skill` */
export function abilityLine({ category, name, state }: CatalogEntry, nameMost = 80): string {
  const kind = category ? ` · ${foreign(categoryLabel(category), 30)}` : '';
  return `${STATE_MARKS[state]}${bold(name, nameMost)}  ${capital(STATE_WORDS[state])}${kind}`;
}

/** Whether the trigger words start the Ability, and if not, why. */
export function firingLine({ installed, state, triggerWords }: CatalogEntry): string {
  if (state === 'orphan')
    return 'The Ability behind this installed record was deleted. It cannot be switched on or off.';
  if (!installed) return 'Its trigger words do not fire: it is not installed. Assigning it to an Agent can install it.';
  if (installed.isForAgents === false) return 'Its trigger words do not fire: the service says it is not for Agents.';
  if (triggerWords.length === 0) return 'It has no trigger words, so nothing that is said starts it.';
  if (state === 'disabled') return 'Its trigger words do not fire now: it is disabled.';
  return installed.isForAgents === null
    ? 'Its trigger words can fire, as far as the service tells.'
    : 'Its trigger words can fire.';
}

/** `no Abilities`, `1 Ability`, `3 Abilities`. */
export function countAbilities(count: number): string {
  if (count === 0) return 'no Abilities';
  return count === 1 ? '1 Ability' : `${count} Abilities`;
}

/** The number of unreadable rows, after a dot; empty for none. */
export const unreadNote = (unread: number | undefined, count: (amount: number) => string = countAbilities): string =>
  unread ? ` · ${count(unread)} couldn't be read` : '';

/** Characters of a list of names. */
const MAX_NAMES = 160;

/** Names for a line about a change. */
export const someNames = (items: readonly { name: string }[]): string =>
  namesLine(
    items.map(({ name }) => name),
    MAX_NAMES,
  );
