import { explainServiceError } from '../../core/explain-service-error.ts';
import type { DeletionResult, Effect, Outcome, Refusal, ToggleResult } from '../../core/outcome.ts';
import { countAbilities } from './card.ts';
import { bold, capital, countOf, foreign } from './kit.ts';
import { refusalLine } from './refusals.ts';

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
const MAX_NAME = 36;

/** What came of switching several: one line that sums it up, then one for each, or for all that share a reason. */
export function toggledSeveral(
  { enabled, results }: Extract<Outcome, { kind: 'toggled-several' }>,
  by: string,
  ref: string,
): string {
  const state = enabled ? 'enabled' : 'disabled';
  const count = (kind: ToggleResult['kind']) => results.filter((result) => result.kind === kind).length;
  const [toggled, unchanged] = [count('toggled'), count('unchanged')];
  const unclear = results.filter((result) => result.kind === 'trouble' && result.effect === 'unknown').length;
  const not = results.length - toggled - unchanged - unclear;
  const summary = [
    `${toggled} of ${countAbilities(results.length)} ${state} ${by}.`,
    unchanged > 0 ? `${unchanged} ${unchanged === 1 ? 'was' : 'were'} ${state} already.` : '',
    not > 0 ? `${not} ${not === 1 ? 'was' : 'were'} not ${state}.` : '',
    unclear > 0 ? `${unclear} may be ${state} or not: look at \`/abilities\` before you try again.` : '',
    not + unclear > 0 ? `(ref ${ref})` : '',
  ];
  const sorted = [...results].sort((a, b) => TOGGLE_ORDER[a.kind] - TOGGLE_ORDER[b.kind]);
  return told(
    summary,
    sorted.map((result) => toggleResult(result, state)),
  );
}

const TOGGLE_ORDER: Record<ToggleResult['kind'], number> = {
  trouble: 0,
  refused: 1,
  'needs-trigger-words': 2,
  toggled: 3,
  unchanged: 4,
};

function toggleResult(result: ToggleResult, state: 'enabled' | 'disabled'): OneResult {
  const not = `Not ${state}`;
  switch (result.kind) {
    case 'toggled':
      return { ...named(result.name), line: `• ${short(result.name)} ${state}`, lead: capital(state), reason: null };
    case 'unchanged': {
      const was = `was ${state} already`;
      return { ...named(result.name), line: `• ${short(result.name)} ${was}`, lead: capital(was), reason: null };
    }
    case 'needs-trigger-words': {
      const why = 'no trigger words, and the service wants at least one';
      const line = `• ${short(result.name)} not ${state}: it has ${why}`;
      return { ...named(result.name), line, lead: not, reason: always(`There are ${why}.`) };
    }
    case 'refused': {
      const reason = always(refusalOfSeveral(result.refusal));
      return { ...named(result.asked), line: `• ${not}: ${refusalLine(result.refusal)}`, lead: not, reason };
    }
    case 'trouble': {
      const { effect, error, name } = result;
      const sentence = explainServiceError(error);
      return {
        ...named(name),
        line: `• ${short(name)} ${UNCLEAR[effect](state)}: ${foreign(sentence, 300)}`,
        lead: capital(UNCLEAR[effect](state)),
        reason: {
          // Others have sentences of the service in them, which may name the one Ability.
          key: error.kind === 'unavailable' ? sentence : error.kind,
          sentenceIn: (most) => foreign(sentence, most),
        },
      };
    }
  }
}

const short = (name: string) => bold(name, MAX_NAME);
const named = (name: string) => ({ nameIn: (most: number) => bold(name, most) });
const always = (sentence: string): Reason => ({ key: sentence, sentenceIn: () => sentence });

/** Why several are not switched, without what is about one of them. */
function refusalOfSeveral({ why }: Refusal): string {
  switch (why) {
    case 'not-installed':
      return 'That is not installed: assigning it to an Agent can install it.';
    case 'orphan':
      return 'The Ability behind that was deleted.';
    case 'no-such-ability':
      return 'There is no such Ability: look at `/abilities`.';
    case 'several-abilities':
      return 'That fits more than one Ability: name it by its ID.';
    default:
      return 'Name one alone to read why.';
  }
}

const UNCLEAR: Record<Effect, (state: string) => string> = {
  none: (state) => `not ${state}`,
  unknown: (state) => `may be ${state} or not`,
};

/** What came of deleting several, likewise. */
export function deletedSeveral(results: readonly DeletionResult[], by: string, ref: string): string {
  const count = (fate: DeletionResult['fate']) => results.filter((result) => result.fate === fate).length;
  const [deleted, gone] = [count('deleted'), count('gone-already')];
  const not = results.length - deleted - gone;
  const summary = [
    `${deleted} of ${countAbilities(results.length)} deleted ${by}.`,
    gone > 0 ? `${gone} ${gone === 1 ? 'was' : 'were'} gone already.` : '',
    not > 0
      ? `${countOf(not, 'deletion')} ${not === 1 ? 'is' : 'are'} not confirmed: look at \`/abilities\` before you try again. (ref ${ref})`
      : '',
  ];
  const sorted = [...results].sort((a, b) => DELETION_ORDER[a.fate] - DELETION_ORDER[b.fate]);
  return told(
    summary,
    sorted.map((result) => deletionResult(result)),
  );
}

function deletionResult({ fate, id, name }: DeletionResult): OneResult {
  const nameIn = (most: number) => `${name === null ? 'The Ability' : bold(name, most)} (ID ${id})`;
  return { nameIn, line: `• ${nameIn(MAX_NAME)} ${FATES[fate]}`, lead: capital(FATES_OF_SEVERAL[fate]), reason: null };
}

const DELETION_ORDER: Record<DeletionResult['fate'], number> = {
  'still-there': 0,
  unknown: 1,
  deleted: 2,
  'gone-already': 3,
};

const FATES: Record<DeletionResult['fate'], string> = {
  deleted: 'deleted',
  'still-there': 'is still on the account, although the service took the call',
  unknown: 'may be deleted or not: the service did not say',
  'gone-already': 'was gone already',
};

const FATES_OF_SEVERAL: Record<DeletionResult['fate'], string> = {
  deleted: 'deleted',
  'still-there': 'still on the account, although the service took the call',
  unknown: 'may be deleted or not, as the service did not say',
  'gone-already': 'gone already',
};

const told = (summary: readonly string[], results: readonly OneResult[]) =>
  [summary.filter((part) => part !== '').join(' '), tellEach(results, MAX_LINES)].join('\n');
