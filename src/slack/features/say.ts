import { AgentId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { formatSay, type SaidMatch, type SaidOutcome } from '../../core/features/say.ts';
import { theService } from '../../core/service-name.ts';
import { abilityLine, countAbilities } from '../blocks/ability.ts';
import { actions, addToAgentButton, button, rowButton, shareButton, showButton } from '../blocks/buttons.ts';
import { aboveNotice, charactersOf, MAX_CHARACTERS } from '../blocks/fit.ts';
import { bold, clip, context, foreign, type MessageAnswer, plain, section, toFallback } from '../blocks/kit.ts';
import { formModal } from '../blocks/modals.ts';
import type { SlackFeature, ViewContext } from '../feature.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import { type Asked, Choice, errorsAt, fieldOf, textOf } from '../payloads/form-values.ts';
import type { View } from '../payloads/payloads.ts';

/** Maximum rows per part, and maximum characters of a name or of trigger words. */
interface Width {
  rows: number;
  text: number;
}

const WIDE: Width = { rows: 10, text: 100 };
const NARROW: Width = { rows: 5, text: 40 };

const TITLE = 'Which Ability answers?';

const quoted = (text: string, max: number) => `“${foreign(clip(text, max), max)}”`;

const OBSTACLES: Record<NonNullable<SaidMatch['obstacle']>, (agent: string) => string> = {
  disabled: () => 'disabled',
  'not-on-agent': (agent) => `not on ${agent}`,
  'not-for-agents': () => "its trigger words don't work",
  orphan: () => 'its Ability was deleted',
};

/** The Abilities that a phrase may start, and the matching ones that can't answer now. */
function saidMessage(outcome: SaidOutcome, around: ViewContext): MessageAnswer {
  const wide = drawAnswer(outcome, around, WIDE);
  return charactersOf(wide.blocks) <= MAX_CHARACTERS ? wide : drawAnswer(outcome, around, NARROW);
}

function drawAnswer(outcome: SaidOutcome, around: ViewContext, width: Width): MessageAnswer {
  const { agent, matches, phrase, unknownAgent } = outcome;
  const where = agent === null ? '' : ` on ${bold(agent.name, width.text)}`;
  const line = formatSay(outcome);
  const working = matches.filter(({ obstacle }) => obstacle === null);
  const others = matches.filter(({ obstacle }) => obstacle !== null);
  const head = `${bold(`“${clip(phrase, width.text)}”`, width.text + 10)}${where}\n${summary(working.length)}`;
  const rows = [
    ...rowsOf(working, agent?.name ?? '', width),
    ...(others.length > 0
      ? [
          plainRow(
            `*${others.length === 1 ? '1 matching Ability' : `${others.length} matching Abilities`} can't answer now*`,
          ),
        ]
      : []),
    ...rowsOf(others, agent?.name ?? '', width),
  ];
  const notes = [
    unknownAgent === null
      ? ''
      : `${quoted(unknownAgent, width.text)} doesn't match exactly one Agent, so the results cover all Agents.`,
    agent === null || agent.isKnown
      ? ''
      : `${foreign(agent.name, width.text)}'s Abilities are unknown, so the results cover every Ability on the account.`,
    `A trigger word must match as a whole; case and punctuation don't matter. If several match, ${theService()} decides which one answers.`,
  ].filter((note) => note !== '');
  return {
    surface: 'message',
    title: TITLE,
    replaces: true,
    text: toFallback([head, ...rows.map(({ text }) => text), ...notes].join('\n')),
    blocks: aboveNotice(
      around,
      [section(head), ...rows.map(({ block }) => block)],
      [
        context(notes.join('\n')),
        ...actions(button('Check', { do: 'check' }, 'Check the account'), shareButton(line, around.canShare)),
      ],
    ),
    again: line,
  };
}

function summary(count: number): string {
  if (count === 0) return 'No Ability answers this.';
  return count === 1 ? '1 Ability matches.' : `${countAbilities(count)} match.`;
}

interface Row {
  text: string;
  block: types.SectionBlock;
}

const plainRow = (text: string): Row => ({ text, block: section(text) });

function rowsOf(matches: readonly SaidMatch[], agent: string, width: Width): Row[] {
  const rows = matches.slice(0, width.rows).map((match): Row => {
    const text = wordsOf(match, agent, width.text);
    return { text, block: { ...section(text), accessory: buttonOf(match) } };
  });
  return matches.length > width.rows ? [...rows, plainRow(`…and ${matches.length - width.rows} more`)] : rows;
}

function wordsOf({ entry, obstacle, within, word }: SaidMatch, agent: string, max: number): string {
  const details = [
    quoted(word, max),
    within === null ? '' : `part of ${quoted(within, max)}`,
    obstacle === null ? '' : OBSTACLES[obstacle](foreign(agent, max)),
  ];
  return `${abilityLine(entry, max)}\n${details.filter((part) => part !== '').join(' · ')}`;
}

/** A button that removes the obstacle, or *Show* if no button can. */
function buttonOf({ entry, obstacle }: SaidMatch): types.Button {
  if (obstacle === 'disabled') return rowButton(entry);
  return (obstacle === 'not-on-agent' ? addToAgentButton(entry, null) : null) ?? showButton(entry);
}

const FIELDS = { phrase: 'phrase', agent: 'agent' } as const;

/** Longer than anything that people say to an Agent. A command line with this many characters fits into a button. */
const MAX_PHRASE = 200;

const sayModal = (origin: Origin): types.ModalView =>
  formModal({
    title: TITLE,
    submit: 'Find',
    callbackId: 'say',
    metadata: encodeMetadata({ form: 'say', origin }),
    blocks: [
      {
        type: 'input',
        block_id: FIELDS.phrase,
        label: plain('What people say'),
        element: {
          type: 'plain_text_input',
          action_id: FIELDS.phrase,
          max_length: MAX_PHRASE,
          focus_on_load: true,
          placeholder: plain('good morning'),
        },
      },
      {
        type: 'input',
        block_id: FIELDS.agent,
        optional: true,
        label: plain('Agent'),
        element: {
          type: 'external_select',
          action_id: FIELDS.agent,
          min_query_length: 0,
          placeholder: plain('All Agents'),
        },
      },
    ],
  });

function readSayForm(view: View): Asked {
  const phrase = textOf(view, FIELDS.phrase);
  if (phrase === '') return errorsAt({ [FIELDS.phrase]: 'Enter what people say.' });
  const chosen = fieldOf(Choice, view, FIELDS.agent, FIELDS.agent)?.selected_option?.value;
  const id = AgentId.safeParse(Number(chosen)).data;
  const agent = id === undefined ? null : ({ by: 'agent', id } as const);
  return { command: { verb: 'say', phrase, agent }, more: { line: formatSay({ phrase, agent }) } };
}

export const sayFeature = {
  drawings: { said: { view: saidMessage }, 'say-form': { form: (_, { origin }) => sayModal(origin) } },
  forms: { say: { verb: 'say', submit: ({ payload }) => readSayForm(payload.view) } },
} satisfies SlackFeature;
