import { Category } from '@abilities-bot/service-api';
import { type AbilityState, type CatalogCounts, type CatalogEntry, compareNames } from '../../core/catalog.ts';
import { endOf, type StateEnds } from '../../core/features/timed/state-ends.ts';
import { rowProblem } from '../../core/problems.ts';
import { theService } from '../../core/service-name.ts';
import { dashboard } from './dashboard.ts';
import { bold, capital, dayAt, foreign, namesAnd } from './kit.ts';

const LABELS: Record<Category, string> = {
  skill: 'Skill',
  brain_skill: 'Brain skill',
  background_daemon: 'Background daemon',
  local: 'Local',
};

/** An unknown category is shown as the service sends it. */
export function categoryLabel(category: string): string {
  const known = Category.safeParse(category);
  return known.success ? LABELS[known.data] : category;
}

/** Only decorative: the state is always written as a word too. */
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

/** `:large_green_circle: *Weather*  Enabled`. `until` comes from {@link untilEnd}. */
export const stateLine = ({ name, state }: CatalogEntry, maxName = 80, until = ''): string =>
  `${STATE_MARKS[state]}${bold(name, maxName)}  ${capital(STATE_WORDS[state])}${until}`;

/** ` until tomorrow at 9:00 AM`; empty if the end of the state is unknown. */
export function untilEnd(entry: CatalogEntry, ends: StateEnds | undefined): string {
  const at = endOf(entry, ends);
  return at ? ` until ${dayAt(at)}` : '';
}

/** `:large_green_circle: *Weather*  Enabled · Skill` */
export function abilityLine(entry: CatalogEntry, maxName = 80, until = ''): string {
  const { category } = entry;
  return `${stateLine(entry, maxName, until)}${category ? ` · ${foreign(categoryLabel(category), 30)}` : ''}`;
}

/** Explains why an orphan can't be changed from Slack, and what to do instead. */
export const orphanAdvice = () =>
  `It can't be enabled, disabled, edited or deleted from here, because ${theService()} rejects changes to it. Remove it in ${dashboard()} if it's listed there. To use the Ability again, upload it.`;

/** The problem of an Ability that is enabled, but can't be triggered; null for others. */
const brokenBy = (entry: CatalogEntry) => (entry.state === 'enabled' ? rowProblem(entry) : null);

/** Explains why the Ability doesn't work, and what to do about it; empty if nothing is wrong. */
export function problemLine(entry: CatalogEntry): string {
  const { installed, state, triggerWords } = entry;
  if (state === 'orphan') return `This is the orphaned record of a deleted Ability. ${orphanAdvice()}`;
  if (!installed) return 'Add it to an Agent to use it.';
  const broken = brokenBy(entry);
  const mark = broken ? ':warning: ' : '';
  if (broken?.kind !== 'no-words' && installed.isForAgents === false)
    return `${mark}Its trigger words don't work, because it isn't installed for Agents.`;
  if (triggerWords.length === 0) {
    return state === 'enabled'
      ? `${mark}It has no trigger words, so it can't be triggered.`
      : 'It needs at least one trigger word before it can be enabled.';
  }
  return state === 'disabled' ? "Trigger words don't work while it's disabled." : '';
}

/** Why an enabled Ability can't be triggered, for its row; null if it can. */
export function brokenNote(entry: CatalogEntry): string | null {
  const problem = brokenBy(entry);
  if (!problem) return null;
  return `:warning: ${problem.kind === 'no-words' ? 'no trigger words' : "trigger words don't work"}`;
}

/** `no Abilities`, `1 Ability`, `3 Abilities`. */
export function countAbilities(count: number): string {
  if (count === 0) return 'no Abilities';
  return count === 1 ? '1 Ability' : `${count} Abilities`;
}

/** `7 enabled · 2 disabled · 3 not installed · 1 orphaned`, omitting zero counts; empty for an empty account. */
export function stateCounts({ enabled, installed, onAccount, orphans }: CatalogCounts): string {
  const counts: [number, AbilityState][] = [
    [enabled, 'enabled'],
    [installed - enabled, 'disabled'],
    [onAccount - installed, 'not-installed'],
    [orphans, 'orphan'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${STATE_WORDS[state]}`)
    .join(' · ');
}

/** ` · 1 orphaned`; empty for none. */
export const orphansNote = (orphans: number): string => (orphans > 0 ? ` · ${orphans} ${STATE_WORDS.orphan}` : '');

/** ` · 2 Abilities couldn't be read`; empty for none. */
export const unreadNote = (unread: number | undefined, count: (amount: number) => string = countAbilities): string =>
  unread ? ` · ${count(unread)} couldn't be read` : '';

/** The maximum length of a list of names, in characters. */
const MAX_NAMES = 160;

/** Names for a line about a change, sorted and shortened. */
export const someNames = (items: readonly { name: string }[]): string =>
  namesAnd(
    [...items].sort(compareNames).map(({ name }) => name),
    MAX_NAMES,
  );
