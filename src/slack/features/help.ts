import type { types } from '@slack/bolt';
import { type GrantList, isAtLeast, type Role } from '../../core/access.ts';
import { EVERYDAY_WORDS } from '../../core/everyday-words.ts';
import { ALL_COMMANDS, type HelpOutcome } from '../../core/features/help.ts';
import type { TooManyRefusal } from '../../core/references.ts';
import { findVerb, usageOf, VERBS, type Verb, type VerbGroup } from '../../core/verbs.ts';
import { actions, button, shareButton, tryButton } from '../blocks/buttons.ts';
import { charactersOf, MAX_CHARACTERS } from '../blocks/fit.ts';
import { context, fitTexts, foreign, type MessageAnswer, plain, section, toFallback, typed } from '../blocks/kit.ts';
import { encodeButton } from '../button-value.ts';
import type { DrawContext, SlackFeature } from '../feature.ts';
import { noAccessSentence } from './whoami.ts';

/** The most common tasks. `line`: the command that the button runs. `shown`: the command to type, if it differs. */
const TASKS: readonly { task: string; line: string; label: string; shown?: string }[] = [
  { task: 'See, filter and search your Abilities', line: 'list', label: 'List' },
  { task: 'Enable or disable an Ability', line: 'enable', label: 'Enable…' },
  {
    task: 'Disable everything now, and enable it again later',
    line: 'quiet choose:',
    label: 'Quiet…',
    shown: 'quiet for 30m',
  },
  {
    task: 'Disable or enable an Ability at a set time',
    line: 'scheduled',
    label: 'Planned changes',
    shown: 'disable News until 9:00',
  },
  { task: "Upload an Ability, or drop its zip in any channel I'm in", line: 'upload', label: 'Upload…' },
  { task: "Choose an Agent's Abilities", line: 'assign', label: 'Edit Abilities…' },
  { task: "Change an Ability's trigger words", line: 'triggers', label: 'Trigger words…' },
  { task: 'See who changed what, and undo it', line: 'history', label: 'Audit log' },
];

const EVERYDAY = `I also understand ${EVERYDAY_WORDS.map(({ word }) => `\`${word}\``).join(', ')}. A name alone shows the Ability or Agent. You can also mention me in a channel, or type only the command in a direct message.`;

interface Reader {
  canShare: boolean;
  role: Role;
  /** True if the operator sets the account. */
  isFixedAccount: boolean;
}

/** Drawn once for each kind of reader. */
const tasksMessages = new Map<string, MessageAnswer>();

function tasksMessage(reader: Reader): MessageAnswer {
  const key = `${reader.role} ${reader.canShare}`;
  const message = tasksMessages.get(key) ?? drawTasks(reader);
  tasksMessages.set(key, message);
  return message;
}

const drawTasks = ({ canShare, role }: Reader): MessageAnswer => {
  const tasks = TASKS.filter(({ line }) => isAtLeast(role, findVerb(line.split(' ')[0] ?? '')?.role ?? 'admin'));
  const lines = tasks.map(({ line, shown, task }) => `${task}  ${typed(shown ?? line)}`);
  return helpMessage(
    lines,
    tasks.map(({ label, line, task }, index) => ({
      ...section(lines[index] ?? task),
      accessory: button(label, { do: line }, task),
    })),
    actions(button('All commands', { do: `help ${ALL_COMMANDS}` }), shareButton('help', canShare)),
  );
};

/** Generated from the verb table, so it lists only verbs that exist. */
function allVerbsMessage({ canShare, isFixedAccount, role }: Reader): MessageAnswer {
  const verbs = VERBS.filter((verb) => isAtLeast(role, verb.role) && !(isFixedAccount && verb.onlyOwnAccount));
  return helpMessage(
    [...verbs.map(line), EVERYDAY],
    verbBlocks(verbs, shareButton(`help ${ALL_COMMANDS}`, canShare)),
    [],
  );
}

/** Slack allows 3,000 characters per section. */
const MAX_SECTION = 2900;

/**
 * One text per group, because a section and a button for each verb would leave no room for more verbs. The menu is
 * omitted if it doesn't fit.
 */
export function verbBlocks(verbs: readonly Verb[], share: types.Button | null): types.KnownBlock[] {
  const groups = [...new Set(verbs.map(({ group }) => group))];
  const linesOf = (group: VerbGroup) => [`*${group}*`, ...verbs.filter((verb) => verb.group === group).map(line)];
  const list = [
    ...groups.flatMap((group) => fitTexts(linesOf(group), MAX_SECTION, Number.POSITIVE_INFINITY).map(section)),
    context(EVERYDAY),
  ];
  const drawn = [...list, ...actions(verbMenu(verbs), share)];
  return charactersOf(drawn) <= MAX_CHARACTERS ? drawn : [...list, ...actions(share)];
}

/** Each option shows the help for a verb, with examples and a button to try it. */
const verbMenu = (verbs: readonly Verb[]): types.StaticSelect => ({
  type: 'static_select',
  action_id: 'explain',
  placeholder: plain('Explain a command…'),
  options: verbs.map(({ name }) => ({ text: plain(name), value: encodeButton({ do: `help ${name}` }) })),
});

const verbMessage = (verb: Verb, { canShare }: Reader): MessageAnswer =>
  helpMessage(
    [line(verb), examplesLine(verb)],
    oneVerb(verb),
    actions(button('All commands', { do: `help ${ALL_COMMANDS}` }), shareButton(`help ${verb.name}`, canShare)),
  );

const helpMessage = (
  lines: readonly string[],
  blocks: readonly types.KnownBlock[],
  foot: readonly types.KnownBlock[],
): MessageAnswer => ({
  surface: 'message',
  title: 'Help',
  replaces: true,
  text: toFallback(lines.join('\n')),
  blocks: [...blocks, ...foot],
});

const line = (verb: Verb) => `${typed(usageOf(verb))}  ${verb.summary}`;

/** Shows `quiet choose:`, which opens a form, as `quiet…`. */
const tryIt = (verb: Verb) => {
  const shown = verb.tryLine.replace(/ \w+:$/, '…');
  return tryButton(verb, shown, `Run ${shown}`);
};

const oneVerb = (verb: Verb): types.KnownBlock[] => [
  { ...section(line(verb)), accessory: tryIt(verb) },
  section(examplesLine(verb)),
];

/** Examples have no buttons, because their names are made up and the account is real. */
const examplesLine = ({ examples }: Verb) => `Examples: ${examples.map(typed).join(', ')}`;

function drawHelp(
  { about, fixedAccount }: HelpOutcome,
  { canShare, requester: { access } }: DrawContext,
): MessageAnswer {
  const verb = about === null ? undefined : findVerb(about);
  // While the role is unknown, all commands are listed: their names reveal nothing, and each would be refused.
  const role = access.known ? access.role : 'admin';
  const reader = { canShare, role, isFixedAccount: fixedAccount === true };
  if (verb) return verbMessage(verb, reader);
  if (access.known && role === 'none') return noAccessMessage(access.admins);
  return about === null ? tasksMessage(reader) : allVerbsMessage(reader);
}

/** Lists no commands, because the person can't use them yet. */
function noAccessMessage(admins: GrantList): MessageAnswer {
  const sentence = noAccessSentence(admins);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(sentence),
    blocks: [section(sentence), ...actions(button('My access', { do: 'whoami' }))],
  };
}

const FEWER: Record<TooManyRefusal['what'], string> = {
  Abilities: 'Name fewer Abilities.',
  characters: 'Shorten the command.',
  'pending approval requests': 'Try again when one is decided.',
  'planned changes': 'Cancel one first.',
  'trigger words': 'Enter fewer of them.',
};

export const helpFeature = {
  drawings: { help: { view: drawHelp } },
  /** For input that is not a valid command. */
  refusals: {
    'unknown-verb': {
      sentence: ({ suggestion, word }) =>
        `Unknown command “${foreign(word, 40)}”.${suggestion ? ` Did you mean *${suggestion}*?` : ''}`,
      next: ({ suggestion }) => {
        const line = suggestion && `help ${suggestion}`;
        return actions(
          line ? button(line, { do: line }) : null,
          button('All commands', { do: `help ${ALL_COMMANDS}` }),
        );
      },
    },
    'missing-argument': {
      sentence: ({ usage }) => `That command is incomplete. Type ${typed(usage)}.`,
    },
    'bad-argument': {
      sentence: ({ given, usage, verb }) =>
        `“${foreign(given, 60)}” isn't valid for ${typed(verb)}. Type ${typed(usage)}.`,
    },
    'unknown-person': {
      sentence: ({ given }) =>
        `I don't know who “${foreign(given, 60)}” is. Type @ and select the person from Slack's suggestions.`,
    },
    'too-many': {
      sentence: ({ max, what }) =>
        `The limit is ${max} ${what}${what === 'Abilities' ? ' at a time' : ''}. Nothing changed. ${FEWER[what]}`,
    },
  },
} satisfies SlackFeature;
