import type { types } from '@slack/bolt';
import type { Numbered } from '../../../core/find.ts';
import { formatAgentRef, readBareNumber } from '../../../core/references.ts';
import type { LikelyLine } from '../../../core/verb.ts';
import { findVerb } from '../../../core/verbs.ts';
import type { Wanted } from '../../../core/wanted.ts';
import { wantedLine } from '../../../core/wanted.ts';
import { actions, button, tryButton } from '../../blocks/buttons.ts';
import { listAndHelp, type RefusalOf, type RefusalTexts } from '../../blocks/drawing.ts';
import { bold, clip, foreign, namesLine, typed } from '../../blocks/kit.ts';
import { agentChoices, candidateRows, likelyButton, MAX_OF_BOTH } from './candidates.ts';

const MAX_NAMED = 3;
const MAX_NAME = 60;
const MAX_VALUE = 700;
const COMMAND = '`/abilities`';
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
    reason: 'There is no such Ability: look at `/abilities`.',
    sentence: noSuchAbility,
    next: ({ numbered, suggestions, wanted }) => [
      ...actions(...numberButtons(numbered, wanted), ...likelyButtons(suggestions, wanted)),
      ...listAndHelp(),
    ],
  },
  'several-abilities': {
    reason: 'That fits more than one Ability: name it by its ID.',
    sentence: ({ asked }) => `“${foreign(asked, 80)}” fits more than one Ability. Nothing changed. Choose one:`,
    line: ({ asked, candidates }) => {
      const ids = candidates
        .slice(0, 3)
        .flatMap(({ ability, installed }) =>
          ability ? [`\`id:${ability.id}\``] : installed ? [`\`installed:${installed.id}\``] : [],
        );
      return `“${foreign(asked, 80)}” fits ${candidates.length} Abilities. Nothing changed. Name it by its ID: ${ids.join(', ')}.`;
    },
    next: ({ candidates, wanted }) => candidateRows(candidates, wanted),
  },
  'no-such-agent': {
    sentence: ({ asked, numbered, suggestions, unread }) =>
      `There is no Agent “${foreign(asked, 80)}” on the account.${mayBeUnread(unread, 'Agent')}${byNumber(asked, numbered, ['agent:301'])}${didYouMean(suggestions)} ${typed('agents')} lists them.`,
    next: ({ suggestions, wanted }) => [...actions(...agentButtons(suggestions, wanted)), ...listAndHelp()],
  },
  'several-agents': {
    sentence: ({ asked }) => `“${foreign(asked, 80)}” fits more than one Agent. Nothing changed. Choose one:`,
    next: ({ candidates, wanted }) => [...agentChoices(candidates, wanted), ...listAndHelp()],
  },
  'nothing-of-that-name': {
    sentence: nothingSentence,
    next: ({ abilities, agents, likely, numbered }) => [
      ...actions(
        ...shortEnough([lineButton(likely)].filter((one) => one !== null)),
        ...numberButtons(numbered),
        ...likelyButtons(abilities),
        ...agentButtons(agents),
      ),
      ...listAndHelp(),
    ],
  },
  'several-things': {
    sentence: ({ asked }) => `“${foreign(asked, 80)}” means more than one thing here. Nothing changed. Choose one:`,
    next: ({ abilities, agents }) => [...candidateRows(abilities, undefined, MAX_OF_BOTH), ...agentChoices(agents)],
  },
  'not-installed': {
    reason: 'That is not installed: assigning it to an Agent can install it.',
    sentence: ({ entry }) =>
      `${bold(entry.name)} is not installed, so it cannot be switched on or off and has no trigger words that count. Nothing changed. Assigning it to an Agent can install it.`,
  },
  orphan: {
    reason: 'The Ability behind that was deleted.',
    sentence: ({ entry }) =>
      `The Ability behind ${bold(entry.name)} was deleted, so its installed record cannot be changed. Nothing changed. The service offers no way to remove the record.`,
  },
};

function noSuchAbility({ asked, numbered, suggestions, unread }: RefusalOf<'no-such-ability'>): string {
  // This reference comes from a button, so it existed when the button was drawn.
  if (/^(id|installed):\d+$/.test(asked)) {
    return `That Ability (${asked}) no longer exists.${mayBeUnread(unread, 'Ability')} Nothing changed. ${COMMAND} lists all Abilities.`;
  }
  return `There is no Ability “${foreign(asked, 80)}” on the account.${mayBeUnread(unread, 'Ability')}${byNumber(asked, numbered, ABILITY_IDS)}${separately(asked)}${didYouMean(suggestions)}`;
}

/** For a name without a verb that matches nothing; suggestions follow as buttons. */
function nothingSentence({ abilities, agents, asked, likely, numbered }: RefusalOf<'nothing-of-that-name'>): string {
  const isOnlyVerb = likely !== null && abilities.length + agents.length === 0;
  return [
    isOnlyVerb
      ? `Unknown command “${foreign(asked.split(/\s/)[0] ?? '', 40)}”. Nothing changed.`
      : `No command, Ability or Agent matches “${foreign(asked, 80)}”. Nothing changed.`,
    likely ? `Did you mean ${typed(likely.verb)}?` : '',
    byNumber(asked, numbered, ABILITY_IDS).trim(),
    abilities.length > 0 ? `Abilities with a name like that: ${namesLine(abilities, 400)}.` : '',
    agents.length > 0 ? `Agents with a name like that: ${namesLine(agents, 400)}.` : '',
    `${typed('help')} lists everything.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The user may have meant several names, or one name that looks like several. */
const separately = (asked: string) =>
  asked.includes(',') || asked.includes('"')
    ? ' Several are separated by commas; a name with a comma in it is quoted.'
    : '';

/** A number alone is not an ID: lists the IDs with that number, or shows the format. */
function byNumber(asked: string, numbered: readonly Numbered[] = [], examples: readonly string[]): string {
  if (readBareNumber(asked) === null) return '';
  if (numbered.length === 0) return ` An ID is written as ${examples.map((one) => `\`${one}\``).join(' or ')}.`;
  return ` Did you mean ${numbered.map(({ name, ref }) => `\`${ref}\` (${bold(name)})`).join(' or ')}?`;
}

/** Avoids the conclusion that it is gone. */
const mayBeUnread = (unread: number | undefined, what: 'Ability' | 'Agent') =>
  unread ? ` At least one ${what} could not be read, which may be this one.` : '';

const didYouMean = (names: readonly string[]) => (names.length === 0 ? '' : ` Did you mean ${namesLine(names)}?`);

/** The line with its verb corrected, and with its arguments. */
function lineButton(likely: LikelyLine | null): types.Button | null {
  const verb = likely && findVerb(likely.verb);
  if (!verb) return null;
  if (likely.argument === '') return tryButton(verb, verb.name, `Run ${verb.tryLine}`);
  const line = `${verb.name} ${likely.argument}`;
  return button(clip(line, MAX_NAME), { do: line }, `Run ${line}`);
}

const likelyButtons = (names: readonly string[], wanted?: Wanted) =>
  shortEnough(names.filter(isName).map((name) => likelyButton(wanted, name)));

const agentButtons = (names: readonly string[], wanted?: 'unassign') =>
  shortEnough(
    names.filter(isName).map((name) => {
      const ref = formatAgentRef({ by: 'name', name });
      return wanted === 'unassign'
        ? button(`Unassign all from ${clip(name, MAX_NAME - 10)}…`, { do: `unassign ${ref}` })
        : button(`Assign ${clip(name, MAX_NAME)}…`, { do: `assign ${ref}` });
    }),
  );

/** The same with the IDs that the number may refer to. */
const numberButtons = (numbered: readonly Numbered[] = [], wanted?: Wanted) =>
  numbered.map(({ name, ref }) => {
    const line = (wanted && wantedLine(wanted, ref)) ?? `show ${ref}`;
    return button(clip(line, MAX_NAME), { do: line }, `Run ${line} for ${name}`);
  });

/** A blank name cannot be requested. */
const isName = (name: string) => name.trim() !== '';

/** The value contains the full name, and JSON escapes each control character with six characters. */
const shortEnough = (buttons: readonly types.Button[]) =>
  buttons.filter(({ value = '' }) => value.length <= MAX_VALUE).slice(0, MAX_NAMED);
