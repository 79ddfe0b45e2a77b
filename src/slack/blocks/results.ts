import { bold } from './kit.ts';

/** What came of one of several, to be told in a line of its own or together with others. */
export interface OneResult {
  /** All about it, as a line of mrkdwn. */
  line: string;
  /** What happened, as a line about several begins. Those with the same words and the same reason share a line. */
  lead: string;
  /** mrkdwn of at most some `most` characters, marks and IDs not counted. */
  nameIn: (most: number) => string;
  /** Why; null where there is nothing to explain. */
  reason: Reason | null;
}

export interface Reason {
  /** The same for those that can be told together. */
  key: string;
  /** mrkdwn about one or several. */
  sentenceIn: (most: number) => string;
}

/** From all that can be said to names alone: characters of each name and of each reason. */
const SIZES = [
  { name: 36, reason: 300 },
  { name: 36, reason: 150 },
  { name: 28, reason: 80 },
  { name: 20, reason: 80 },
  { name: 20, reason: 0 },
  { name: 10, reason: 0 },
] as const;

/**
 * One line for each where they fit into `most` characters. Else one for all that share what happened and why, in the
 * order of the first of each: names and reasons get shorter before any is left out.
 */
export function tellEach(results: readonly OneResult[], most: number): string {
  const single = results.map(({ line }) => line).join('\n');
  if (single.length <= most) return single;
  const groups = groupResults(results);
  for (const { name, reason } of SIZES) {
    const text = groups.map((group) => groupLine(group, name, reason)).join('\n');
    if (text.length <= most) return text;
  }
  return cutGroups(groups, most);
}

function groupResults(results: readonly OneResult[]): OneResult[][] {
  const groups = new Map<string, OneResult[]>();
  for (const result of results) {
    const key = `${result.lead}\n${result.reason?.key ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()];
}

function groupLine(group: readonly OneResult[], nameMost: number, reasonMost: number): string {
  const [first] = group;
  const why = reasonMost > 0 && first?.reason ? `. ${reasonOf(group, reasonMost)}` : '';
  return `• ${first?.lead ?? ''}: ${group.map(({ nameIn }) => nameIn(nameMost)).join(', ')}${why}`;
}

/** Of one kind may be several sentences, as a service that names the Ability in each of them writes. */
function reasonOf(group: readonly OneResult[], most: number): string {
  const [sentence = '', ...others] = new Set(group.map(({ reason }) => reason?.sentenceIn(most) ?? ''));
  return others.length === 0 ? sentence : `The first of ${others.length + 1} reasons: ${sentence}`;
}

/** More than are ever done at once: as many names as fit, and how many more there are. */
function cutGroups(groups: readonly OneResult[][], most: number): string {
  const all = groups.flatMap((group) => group.map((result, index) => ({ result, isFirst: index === 0 })));
  let shown = '';
  for (const [index, { isFirst, result }] of all.entries()) {
    const before = isFirst ? `${index === 0 ? '' : '\n'}• ${result.lead}: ` : ', ';
    const longer = `${shown}${before}${result.nameIn(10)}`;
    if (longer.length > most - 20) return `${shown}\n• and ${all.length - index} more`;
    shown = longer;
  }
  return shown;
}

/** A section takes 3,000 characters; what somebody has to do something about comes first. */
const MAX_LINES = 2650;

/** So that fifty that worked fit, a line each. */
export const MAX_NAME = 36;

export const short = (name: string) => bold(name, MAX_NAME);

export const named = (name: string) => ({ nameIn: (most: number) => bold(name, most) });

export const always = (sentence: string): Reason => ({ key: sentence, sentenceIn: () => sentence });

export const told = (summary: readonly string[], results: readonly OneResult[]) =>
  [summary.filter((part) => part !== '').join(' '), tellEach(results, MAX_LINES)].join('\n');
