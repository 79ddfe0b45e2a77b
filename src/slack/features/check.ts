import type { types } from '@slack/bolt';
import type { Clash, NewOverlap } from '../../core/clashes.ts';
import type { AccountProblem, CodeProblem } from '../../core/code-problems.ts';
import { type CheckOutcome, formatCheck } from '../../core/features/check.ts';
import { isLikely, type Problem, type Sureness } from '../../core/problems.ts';
import type { ProblemNews } from '../../watch/compare-problems.ts';
import { countAbilities, orphansNote } from '../blocks/ability.ts';
import { actions, button, repairButton, shareButton } from '../blocks/buttons.ts';
import {
  bold,
  clip,
  context,
  countOf,
  foreign,
  type MessageAnswer,
  namesAnd,
  namesLine,
  section,
  toFallback,
} from '../blocks/kit.ts';
import { fittingTitle } from '../blocks/modals.ts';
import type { SlackFeature, ViewContext } from '../feature.ts';

/** Problems per page. Each has a button. */
const MAX_SHOWN = 12;

const word = (text: string) => `“${foreign(clip(text, 60), 80)}”`;

/** The consequence of a problem, for people who talk to the Agent. */
function meaning(problem: AccountProblem): string {
  switch (problem.kind) {
    case 'other-code':
      return `${bold(problem.name)} isn't running the code last uploaded from Slack.`;
    case 'same-code':
      return sameCode(problem);
    case 'needs-keys':
      return `${bold(problem.name)} needs ${problem.keys.length === 1 ? 'a third-party key' : 'third-party keys'}: ${problem.keys.map(word).join(', ')}.`;
    case 'draft-only':
      return draftOnly(problem);
    case 'assigned-not-installed':
      return `${bold(problem.name)} is on ${bold(problem.agent.name)}, but isn't installed, so it can't be used.`;
    case 'silent-words':
      return `${bold(problem.name)} is enabled, but its trigger words don't work: it isn't installed for Agents.`;
    case 'no-words':
      return `${bold(problem.name)} is enabled, but has no trigger words.`;
    case 'duplicate-name':
      return `${countAbilities(problem.ids.length)} are called ${bold(problem.name)}, so you may change the wrong one.`;
    case 'left-over':
      return `${bold(problem.name)} is still installed, although its Ability was deleted.`;
    case 'collision':
      return collision(problem);
    case 'empty-agent':
      return `${bold(problem.agent.name)} has no Abilities.`;
  }
}

type Several = Pick<Extract<CodeProblem, { kind: 'same-code' }>, 'one' | 'others'>;

const namesOf = ({ one, others }: Several) => [one, ...others].map(({ name }) => name);

function sameCode(problem: Several): string {
  const names = namesOf(problem);
  if (names.length === 2) return `${namesAnd(names)} have the same code.`;
  return `${countAbilities(names.length)} have the same code: ${namesLine(names, 200)}.`;
}

function draftOnly(problem: Several): string {
  const names = namesOf(problem);
  if (names.length === 1) return `${bold(problem.one.name)} has only a draft: none of its releases has been committed.`;
  return `${countAbilities(names.length)} have only a draft, and no committed release: ${namesLine(names, 100)}.`;
}

function collision({ agents, how, one, other }: Extract<Problem, { kind: 'collision' }>): string {
  const where = agents.length === 0 ? '' : ` on ${namesAnd(agents, 100)}`;
  const pair = `${bold(one.name)} and ${bold(other.name)}`;
  if (how === 'equal') return `${pair} both respond to ${word(one.word)}${where}.`;
  if (how === 'similar')
    return `${pair} respond to nearly the same words${where}: ${word(one.word)} and ${word(other.word)}.`;
  return `${bold(other.name)} responds to ${word(other.word)}, which is part of ${bold(one.name)}'s ${word(one.word)}${where}.`;
}

/** `certain` needs no word. */
const SURENESS: Record<Sureness, string> = { certain: '', likely: ' _Likely_', possible: ' _Possible_' };

function repair(problem: AccountProblem): types.Button {
  switch (problem.kind) {
    case 'other-code':
      return versionsButton(problem);
    case 'draft-only':
      return problem.others.length === 0 ? versionsButton(problem.one) : button('Versions…', { do: 'versions' });
    case 'needs-keys':
      return button('Show', { do: `show id:${problem.id}` }, `Show ${problem.name}`);
    case 'same-code': {
      const { id, name } = problem.others.at(-1) ?? problem.one;
      return button('Show', { do: `show id:${id}` }, `Show ${name}`);
    }
    case 'assigned-not-installed':
      return button('Assign again', { do: `repair agent:${problem.agent.id}` }, `Assign again: ${problem.agent.name}`);
    case 'silent-words':
      return repairButton(problem);
    case 'no-words':
      return button(
        'Trigger words…',
        { do: `triggers installed:${problem.id} edit:` },
        `Trigger words for ${problem.name}`,
      );
    case 'duplicate-name': {
      const id = problem.ids.at(-1);
      return button('Show newest', { do: `show id:${id}` }, `Show ${problem.name}, ID ${id}`);
    }
    case 'left-over':
      return button('Show', { do: `show installed:${problem.id}` }, `Show ${problem.name}`);
    case 'collision': {
      const { id, name } = problem.one;
      return button('Trigger words…', { do: `triggers installed:${id} edit:` }, `Trigger words for ${name}`);
    }
    case 'empty-agent':
      return button(
        'Edit Abilities…',
        { do: `assign agent:${problem.agent.id}` },
        `Edit ${problem.agent.name}'s Abilities`,
      );
  }
}

const versionsButton = ({ id, name }: { id: number; name: string }) =>
  button('Versions', { do: `versions id:${id}` }, `Versions of ${name}`);

const SURENESS_NOTE = "I can't confirm likely and possible problems, because the account's data is incomplete.";

/** Counts possible problems separately. The Home tab counts only the others. */
function countProblems(problems: readonly AccountProblem[]): string {
  const likely = problems.filter(isLikely).length;
  const possible = problems.length - likely;
  if (possible === 0) return countOf(likely, 'problem');
  return likely === 0 ? countOf(possible, 'possible problem') : `${countOf(likely, 'problem')}, ${possible} possible`;
}

/** One line about a problem, with its certainty. */
export const problemSentence = (problem: AccountProblem): string => `${meaning(problem)}${SURENESS[problem.sure]}`;

/** One line about a problem, with a button to fix it. */
const problemBlock = (problem: AccountProblem): types.KnownBlock => ({
  ...section(problemSentence(problem)),
  accessory: repair(problem),
});

function checkMessage(
  { abilities, agents, code, name, orphans, page: asked, problems: ofLists }: CheckOutcome,
  { canShare }: ViewContext,
): MessageAnswer {
  const isBad = ({ kind }: CodeProblem) => kind === 'other-code';
  const problems = [...code.filter(isBad), ...ofLists, ...code.filter((one) => !isBad(one))];
  const pages = Math.max(1, Math.ceil(problems.length / MAX_SHOWN));
  const page = Math.min(asked, pages);
  const looked = `${countAbilities(abilities)} and ${countOf(agents, 'Agent')} checked${orphansNote(orphans)}`;
  const foot = pages > 1 ? `${looked} · page ${page} of ${pages}` : looked;
  const of = name === null ? '' : ` with ${bold(name)}`;
  const head = problems.length === 0 ? `✓ No problems${of} found` : `*${countProblems(problems)}*${of}`;
  const shown = problems.slice((page - 1) * MAX_SHOWN, page * MAX_SHOWN);
  const line = formatCheck(name, page);
  const turn = (label: string, to: number) =>
    to >= 1 && to <= pages ? button(label, { do: formatCheck(name, to) }) : null;
  return {
    surface: 'message',
    title: name === null ? 'Check' : fittingTitle(`Check ${name}`, 'Check'),
    replaces: true,
    text: toFallback([head, ...shown.map(problemSentence), ...(pages > 1 ? [foot] : [])].join('\n')),
    blocks: [
      section(head),
      ...shown.map(problemBlock),
      context(foot),
      ...(shown.some(({ sure }) => sure !== 'certain') ? [context(SURENESS_NOTE)] : []),
      ...actions(
        turn('‹ Previous', page - 1),
        turn('Next ›', page + 1),
        button('Check again', { do: line }),
        shareButton(line, canShare),
      ),
    ],
  };
}

export const checkFeature = {
  drawings: { checked: { view: checkMessage } },
} satisfies SlackFeature;

/** Maximum number of problems to list; the rest are only counted. */
const MAX_NEWS = 12;

interface DrawnNews {
  /** The blocks as text without buttons, for notifications. */
  text: string;
  blocks: types.KnownBlock[];
}

/** New problems, then resolved ones; null if there are none. */
export function drawProblemNews({ appeared, gone }: ProblemNews): DrawnNews | null {
  const count = appeared.length + gone.length;
  if (count === 0) return null;
  const shown = appeared.slice(0, MAX_NEWS);
  const resolved = gone.slice(0, MAX_NEWS - shown.length).map((sentence) => `• Resolved: ${sentence}`);
  const rest = count - shown.length - resolved.length;
  const head = appeared.length > 0 ? [`*${countOf(appeared.length, 'new problem')}*`] : [];
  const resolvedHead = gone.length > 0 ? [`*${countOf(gone.length, 'problem')} resolved*`] : [];
  const more = rest > 0 ? [`• and ${rest} more`] : [];
  const after = [...resolvedHead, ...resolved, ...more];
  return {
    text: [...head, ...shown.map(problemSentence), ...after].join('\n'),
    blocks: [...head.map(section), ...shown.map(problemBlock), ...inSections(after).map(section)],
  };
}

/** Slack allows 3,000 characters per section. */
const MAX_SECTION = 2800;

function inSections(lines: readonly string[]): string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + line.length < MAX_SECTION) texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts;
}

/** Few, because the forms are already long. */
const MAX_CLASHES = 3;

/** Block ID of the warning. Redrawing a form replaces the block with this ID. */
export const CLASHES = 'clashes';

/** Warns of trigger words that another Ability already has; empty if there are none. */
export const clashBlocks = (clashes: readonly Clash[]): types.SectionBlock[] =>
  clashes.length === 0 ? [] : [{ ...section(clashLines(clashes).join('\n')), block_id: CLASHES }];

/** Like {@link clashBlocks}, but as lines of text. */
export function clashLines(clashes: readonly Clash[]): string[] {
  const lines = clashes.slice(0, MAX_CLASHES).map((clash) => `:warning: ${clashSentence(clash)}${freeSentence(clash)}`);
  const rest = clashes.length - lines.length;
  return rest > 0 ? [...lines, `and ${rest} more`] : lines;
}

type Sentenced = Pick<Clash, 'agents' | 'kind' | 'word'> & { with: { name: string; word: string } };

/** Warns of overlaps that a change would cause; empty if there are none. */
export const overlapBlocks = (overlaps: readonly NewOverlap<unknown>[]): types.SectionBlock[] => {
  const lines = overlaps
    .slice(0, MAX_CLASHES)
    .map(
      ({ name, overlap }) =>
        `:warning: ${bold(name)}: ${clashSentence({ agents: [], ...overlap })}${freeSentence(overlap)}`,
    );
  const rest = overlaps.length - lines.length;
  return lines.length === 0 ? [] : [section([...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'))];
};

const freeSentence = ({ free }: Pick<Clash, 'free'>): string => (free === undefined ? '' : ` ${word(free)} is free.`);

function clashSentence({ agents, kind, with: other, word: given }: Sentenced): string {
  const of = `${bold(other.name)}${agents.length === 0 ? '' : ` (${namesLine(agents, 100)})`}`;
  if (kind === 'equal') return `${word(given)} is also a trigger word of ${of}.`;
  if (kind === 'similar') return `${word(given)} is nearly the same as ${word(other.word)}, a trigger word of ${of}.`;
  if (kind === 'around') return `${word(given)} is part of ${word(other.word)}, a trigger word of ${of}.`;
  return `${word(given)} contains ${word(other.word)}, a trigger word of ${of}.`;
}
