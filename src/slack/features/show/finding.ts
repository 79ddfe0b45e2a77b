import type { types } from '@slack/bolt';
import { joinOr } from '../../../base/join-words.ts';
import type { Numbered } from '../../../core/find.ts';
import type { NextAction, NextActionOfAgent } from '../../../core/next-action.ts';
import { nextActionLine } from '../../../core/next-action.ts';
import { readBareNumber } from '../../../core/references.ts';
import type { LikelyLine } from '../../../core/verb.ts';
import { findVerb } from '../../../core/verbs.ts';
import { actions, allAbilities, button, tryButton } from '../../blocks/buttons.ts';
import { bold, clip, code, day, foreign, namesLine, namesOr, typed, typedName } from '../../blocks/kit.ts';
import { byWhom } from '../../blocks/mentions.ts';
import { orphanButtons, orphanSentence } from '../../blocks/orphan.ts';
import type { RefusalOf, RefusalTexts } from '../../feature.ts';
import {
  agentChoices,
  candidateRows,
  likelyAgentButton,
  likelyButton,
  likelySeveralButton,
  MAX_OF_BOTH,
  takesSeveral,
} from './candidates.ts';

const MAX_NAMED = 3;
const MAX_NAME = 60;
const MAX_VALUE = 700;
const ABILITY_IDS = ['id:6001', 'installed:90001'];

/** Explains why no single match was found, and suggests alternatives. */
export const findingRefusals: RefusalTexts<
  | 'no-such-ability'
  | 'several-abilities'
  | 'no-such-agent'
  | 'several-agents'
  | 'nothing-of-that-name'
  | 'several-things'
  | 'not-installed'
  | 'orphan'
> = {
  'no-such-ability': {
    reason: 'No Ability has this name. `/abilities` lists them all.',
    sentence: noSuchAbility,
    next: (refusal) => {
      const { joined, numbered, suggestions, nextAction } = refusal;
      const together = joined === 'all' ? likelySeveralButton(nextAction, suggestions) : null;
      return actions(
        ...numberButtons(numbered, nextAction),
        ...(together ? shortEnough([together]) : likelyButtons(suggestions, nextAction)),
        allAbilities(),
      );
    },
  },
  'several-abilities': {
    reason: 'Several Abilities have this name. Use the ID instead.',
    sentence: ({ asked }) => `Several Abilities match “${foreign(asked, 80)}”. Choose one:`,
    line: ({ asked, candidates }) => {
      const ids = candidates
        .slice(0, 3)
        .flatMap(({ ability, installed }) =>
          ability ? [`\`id:${ability.id}\``] : installed ? [`\`installed:${installed.id}\``] : [],
        );
      return `${candidates.length} Abilities match “${foreign(asked, 80)}”. Use an ID instead: ${ids.join(', ')}.`;
    },
    next: ({ candidates, nextAction }) => candidateRows(candidates, nextAction),
  },
  'no-such-agent': {
    sentence: ({ asked, mayBeEnd, numbered, suggestions, unread }) =>
      `No Agent is called “${foreign(asked, 80)}”.${mayBeEnd ? ' To say when quiet ends, try `quiet until 6:00` or `quiet for 2h`.' : ''}${mayBeUnread(unread, 'Agent')}${byNumber(asked, numbered, ['agent:301'])}${didYouMean(suggestions)}`,
    next: ({ suggestions, nextAction }) =>
      actions(...agentButtons(suggestions, nextAction), button('Agents', { do: 'agents' })),
  },
  'several-agents': {
    sentence: ({ asked }) => `Several Agents match “${foreign(asked, 80)}”. Choose one:`,
    next: ({ candidates, nextAction }) => agentChoices(candidates, nextAction),
  },
  'nothing-of-that-name': {
    sentence: nothingSentence,
    next: (refusal) => {
      const { abilities, agents, isPlan, likely, numbered } = refusal;
      const line = shortEnough([lineButton(likely)].filter((one) => one !== null));
      const names = [...numberButtons(numbered), ...likelyButtons(abilities), ...agentButtons(agents)];
      const choices = isRatherName(refusal) ? [...names, ...line] : [...line, ...names];
      // The form asks for the time.
      const plan = isPlan ? button('Plan a change…', { do: 'disable', asks: true }) : null;
      return actions(plan, ...choices, button('Help', { do: 'help' }));
    },
  },
  'several-things': {
    sentence: ({ asked }) => `“${foreign(asked, 80)}” matches more than one Ability or Agent. Choose one:`,
    next: ({ abilities, agents }) => [...candidateRows(abilities, undefined, MAX_OF_BOTH), ...agentChoices(agents)],
  },
  'not-installed': {
    reason: "Abilities that aren't installed must be added to an Agent first.",
    sentence: ({ entry }) => `${bold(entry.name)} is not installed. Add it to an Agent first.`,
  },
  orphan: {
    reason: 'Orphaned: the Ability was deleted.',
    sentence: ({ entry }) => orphanSentence(entry),
    line: ({ entry }) => `${bold(entry.name)} is the orphaned record of a deleted Ability.`,
    next: ({ entry }) => actions(...orphanButtons(entry), allAbilities()),
  },
};

function noSuchAbility(refusal: RefusalOf<'no-such-ability'>, reader: string | null = null): string {
  const { asked, deletion, numbered, unread } = refusal;
  if (deletion) {
    const { at, name, userId } = deletion;
    return `${bold(name)} was deleted ${byWhom(userId, reader)} · ${day(at)}, so nothing changed.`;
  }
  // This reference comes from a button, so it existed when the button was drawn.
  if (/^(id|installed):\d+$/.test(asked)) {
    return `That Ability no longer exists, so nothing changed.${mayBeUnread(unread, 'Ability')}`;
  }
  return `No Ability is called “${foreign(asked, 80)}”.${mayBeUnread(unread, 'Ability')}${byNumber(asked, numbered, ABILITY_IDS)}${separately(asked)}${withCommas(refusal)}`;
}

/** Only some verbs take several names. */
function withCommas({ joined, suggestions, nextAction }: RefusalOf<'no-such-ability'>): string {
  if (joined === undefined || !takesSeveral(nextAction)) return didYouMean(suggestions);
  if (joined === 'some') return ` Separate names with commas.${didYouMean(suggestions)}`;
  return ` Separate names with commas: ${code(`${nextAction.verb} ${suggestions.join(', ')}`)}.`;
}

/** A similar name on the account is more likely than a verb without an argument. */
const isRatherName = ({ abilities, agents, likely }: RefusalOf<'nothing-of-that-name'>): boolean =>
  abilities.length + agents.length > 0 && likely?.argument === '';

/** For text without a verb that matches no name. Suggestions follow as buttons. */
function nothingSentence(refusal: RefusalOf<'nothing-of-that-name'>): string {
  const { abilities, agents, asked, isPlan, likely, numbered } = refusal;
  if (isPlan) {
    const [name = 'News', ...others] = abilities;
    const example = others.length === 0 ? typedName(name, 'News') : 'News';
    return `Nothing was planned. Type *enable* or *disable* with a time, such as ${typed(`disable ${example} at 18:00`)}.`;
  }
  const isOnlyVerb = likely !== null && abilities.length + agents.length === 0;
  const isName = isRatherName(refusal);
  return [
    isOnlyVerb
      ? `Unknown command “${foreign(asked.split(/\s/)[0] ?? '', 40)}”.`
      : `No command, Ability or Agent matches “${foreign(asked, 80)}”.`,
    likely && !isName ? `Did you mean *${likely.verb}*?` : '',
    byNumber(asked, numbered, ABILITY_IDS).trim(),
    abilities.length > 0 ? `Similar Abilities: ${namesLine(abilities, 400)}.` : '',
    agents.length > 0 ? `Similar Agents: ${namesLine(agents, 400)}.` : '',
    likely && isName ? `Similar command: *${likely.verb}*.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The user may have meant several names, or one name that looks like several. */
const separately = (asked: string) =>
  asked.includes(',') || asked.includes('"')
    ? ' Separate names with commas, and put a name that contains a comma in quotes.'
    : '';

/** A number alone is not an ID: lists the IDs with that number, or shows the format. */
function byNumber(asked: string, numbered: readonly Numbered[] = [], examples: readonly string[]): string {
  if (readBareNumber(asked) === null) return '';
  if (numbered.length === 0) return ` To use an ID, type ${joinOr(examples.map((one) => `\`${one}\``))}.`;
  return ` Did you mean ${joinOr(numbered.map(({ name, ref }) => `\`${ref}\` (${bold(name)})`))}?`;
}

/** Makes clear that the Ability or Agent isn't necessarily gone. */
const mayBeUnread = (unread: number | undefined, what: 'Ability' | 'Agent') =>
  unread
    ? ` I couldn't read some ${what === 'Ability' ? 'Abilities' : 'Agents'}, so the one you mean may be among them.`
    : '';

const didYouMean = (names: readonly string[]) => (names.length === 0 ? '' : ` Did you mean ${namesOr(names)}?`);

/** Runs the typed line with its verb corrected. */
function lineButton(likely: LikelyLine | null): types.Button | null {
  const verb = likely && findVerb(likely.verb);
  if (!verb) return null;
  if (likely.argument === '') return tryButton(verb, verb.name, `Run ${verb.tryLine}`);
  const line = `${verb.name} ${likely.argument}`;
  return button(clip(line, MAX_NAME), { do: line }, `Run ${line}`);
}

/** At most three buttons that run the verb on a similar name. */
export const likelyButtons = (names: readonly string[], nextAction?: NextAction) =>
  shortEnough(names.filter(isTypeable).map((name) => likelyButton(nextAction, name)));

const agentButtons = (names: readonly string[], nextAction?: NextActionOfAgent) =>
  shortEnough(names.filter(isTypeable).map((name) => likelyAgentButton(nextAction, name)));

/** Buttons that run the verb on the IDs that the number may refer to. */
const numberButtons = (numbered: readonly Numbered[] = [], nextAction?: NextAction) =>
  numbered.map(({ name, ref }) => {
    const line = (nextAction && nextActionLine(nextAction, ref)) ?? `show ${ref}`;
    return button(clip(line, MAX_NAME), { do: line }, `Run ${line} for ${name}`);
  });

/** A blank name can't be typed. */
const isTypeable = (name: string) => name.trim() !== '';

/** A value can be too long: it contains the full name, and JSON takes six characters for each control character. */
const shortEnough = (buttons: readonly types.Button[]) =>
  buttons.filter(({ value = '' }) => value.length <= MAX_VALUE).slice(0, MAX_NAMED);
