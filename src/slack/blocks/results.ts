import { VALUE_MAX } from '../button-value.ts';
import { button } from './buttons.ts';
import { bold } from './kit.ts';

/** The result for one of several Abilities, on a line of its own or grouped with others. */
export interface OneResult {
  /** The complete result, as a line of mrkdwn. */
  line: string;
  /** The start of a line about several results. Those with the same lead and reason share a line. */
  lead: string;
  /** The name in mrkdwn. `max`: its length in characters, not counting marks and IDs. */
  nameIn: (max: number) => string;
  /** Null if no explanation is needed. */
  reason: Reason | null;
}

interface Reason {
  /** Equal keys mark reasons that can be grouped. */
  key: string;
  /** The reason in mrkdwn, for one result or several. */
  sentenceIn: (max: number) => string;
}

/** Maximum characters for each name and reason, from full detail to names alone. */
const SIZES = [
  { name: 36, reason: 300 },
  { name: 36, reason: 150 },
  { name: 28, reason: 80 },
  { name: 20, reason: 80 },
  { name: 20, reason: 0 },
  { name: 10, reason: 0 },
] as const;

/**
 * One line per result if they fit into `max` characters. Otherwise, results with the same lead and reason are grouped,
 * in order of first appearance; names and reasons are shortened before any are omitted.
 */
function describeEach(results: readonly OneResult[], max: number): string {
  const single = results.map(({ line }) => line).join('\n');
  if (single.length <= max) return single;
  const groups = groupResults(results);
  for (const { name, reason } of SIZES) {
    const text = groups.map((group) => groupLine(group, name, reason)).join('\n');
    if (text.length <= max) return text;
  }
  return cutGroups(groups, max);
}

function groupResults(results: readonly OneResult[]): OneResult[][] {
  const groups = new Map<string, OneResult[]>();
  for (const result of results) {
    const key = `${result.lead}\n${result.reason?.key ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()];
}

function groupLine(group: readonly OneResult[], maxName: number, maxReason: number): string {
  const [first] = group;
  const why = maxReason > 0 && first?.reason ? `. ${reasonOf(group, maxReason)}` : '';
  return `• ${first?.lead ?? ''}: ${group.map(({ nameIn }) => nameIn(maxName)).join(', ')}${why}`;
}

/** If the service names the Ability in its messages, the reasons of one group have different sentences. */
function reasonOf(group: readonly OneResult[], max: number): string {
  const [sentence = '', ...others] = new Set(group.map(({ reason }) => reason?.sentenceIn(max) ?? ''));
  return others.length === 0 ? sentence : `The first of ${others.length + 1} reasons: ${sentence}`;
}

/** As many names as fit, and the number of the others. Commands limit the number of results, so in practice all fit. */
function cutGroups(groups: readonly OneResult[][], max: number): string {
  const all = groups.flatMap((group) => group.map((result, index) => ({ result, isFirst: index === 0 })));
  let shown = '';
  for (const [index, { isFirst, result }] of all.entries()) {
    const before = isFirst ? `${index === 0 ? '' : '\n'}• ${result.lead}: ` : ', ';
    const longer = `${shown}${before}${result.nameIn(10)}`;
    if (longer.length > max - 20) return `${shown}\n• and ${all.length - index} more`;
    shown = longer;
  }
  return shown;
}

/** Repeats a command for the Abilities that failed. Null if none failed, or if they don't fit into a button. */
export function repeatButton(label: string, line: string, refs: readonly string[], spoken: string, asks = false) {
  if (refs.length === 0) return null;
  const made = button(label, { do: `${line} ${refs.join(', ')}`, asks: asks || undefined }, spoken);
  return (made.value?.length ?? 0) <= VALUE_MAX ? made : null;
}

/** In characters, below Slack's limit of 3,000 for a section. */
const MAX_LINES = 2650;

/** In characters; this leaves room for fifty successful results, one line each. */
export const MAX_NAME = 36;

export const short = (name: string) => bold(name, MAX_NAME);

export const named = (name: string) => ({ nameIn: (max: number) => bold(name, max) });

export const always = (sentence: string): Reason => ({ key: sentence, sentenceIn: () => sentence });

export const resultsOf = (summary: readonly string[], results: readonly OneResult[]) =>
  [summary.filter((part) => part !== '').join(' '), describeEach(results, MAX_LINES)].join('\n');
