import { refTo } from '../../core/catalog.ts';
import type { ToggleAllOutcome } from '../../core/features/toggle-all.ts';
import { formatAbilityRef } from '../../core/references.ts';
import { abilityLine, categoryLabel, countAbilities, unreadNote } from '../blocks/ability.ts';
import { actions, allAbilities, button } from '../blocks/buttons.ts';
import { bold, capital, context, fitTexts, type MessageAnswer, namesLine, section, toFallback } from '../blocks/kit.ts';
import type { SlackFeature } from '../feature.ts';
import { overlapBlocks } from './check.ts';

/** Maximum characters per section. Fifty long names fit into {@link MAX_SECTIONS} sections. */
const MAX_SECTION = 2900;
/** Leaves room for overlaps. */
const MAX_SHORT_SECTION = 2500;
const MAX_SECTIONS = 3;
/** Maximum characters of a name, so that fifty rows fit into a message. */
const MAX_NAME = 60;
const MAX_NAMES = 300;

/** Lists everything that would change, with one button that changes exactly that. */
function toggleAllQuestion(outcome: ToggleAllOutcome): MessageAnswer {
  const { items, overlaps = [], wanted } = outcome;
  if (items.length === 0) return nothingToToggle(outcome);
  const what = `${capital(wanted)} ${countAbilities(items.length)}`;
  const head = `*${what}?*\n${capital(BEFORE[wanted])} Abilities${scopeWords(outcome)}:`;
  const rows = items.map((entry) => abilityLine(entry, MAX_NAME));
  const notes = notesOf(outcome);
  const line = `${wanted} ${items.map((entry) => formatAbilityRef(refTo(entry))).join(', ')}`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([head, ...rows, ...notes].join('\n')),
    blocks: [
      section(head),
      ...fitTexts(rows, overlaps.length === 0 ? MAX_SECTION : MAX_SHORT_SECTION, MAX_SECTIONS).map(section),
      ...overlapBlocks(overlaps),
      ...notes.map(context),
      ...actions({ ...button(what, { do: line }), style: 'primary' }, button('Cancel', { do: 'list' })),
    ],
  };
}

/** The state that the verb changes. */
const BEFORE = { enable: 'disabled', disable: 'enabled' };

function nothingToToggle(outcome: ToggleAllOutcome): MessageAnswer {
  const { wanted } = outcome;
  const head = `Nothing to ${wanted}: there are no ${BEFORE[wanted]} Abilities${scopeWords(outcome)} that can be ${wanted}d.`;
  const notes = notesOf(outcome);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([head, ...notes].join('\n')),
    blocks: [section(head), ...notes.map(context), ...actions(allAbilities())],
  };
}

/** ` on *Nova* (as last set from Slack) in the category Skill` */
function scopeWords({ agent, category }: ToggleAllOutcome): string {
  const saved = agent?.known === 'from-last-save' ? ' (as last set from Slack)' : '';
  const on = agent === null ? '' : ` on ${bold(agent.name)}${saved}`;
  return `${on}${category === null ? '' : ` in the category ${categoryLabel(category)}`}`;
}

function notesOf({ agent, items, more, unread, wanted, wordless }: ToggleAllOutcome): string[] {
  const doing = wanted === 'enable' ? 'enabled' : 'disabled';
  return [
    agent !== null && items.length > 0 ? `They will be ${doing} on every Agent that has them.` : '',
    more > 0 ? `${more} more can be ${doing}. Run the command again for them.` : '',
    wordless.length > 0
      ? `Not included, because ${wordless.length === 1 ? 'it has' : 'they have'} no trigger words: ${namesLine(wordless, MAX_NAMES)}`
      : '',
    unreadNote(unread).replace(/^ · /, ''),
  ].filter((note) => note !== '');
}

export const toggleAllFeature = {
  drawings: { 'toggle-all-question': { question: (outcome) => toggleAllQuestion(outcome) } },
  refusals: {
    'agent-abilities-unknown': {
      sentence: ({ agent }) =>
        `I can't see which Abilities ${bold(agent.name)} has, because they haven't been set from Slack yet. Name the Abilities instead, or set this Agent's Abilities first.`,
      next: ({ agent }) =>
        actions(
          button('Edit Abilities…', { do: `assign agent:${agent.id}` }, `Edit ${agent.name}'s Abilities`),
          allAbilities(),
        ),
    },
  },
} satisfies SlackFeature;
