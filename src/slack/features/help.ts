import type { types } from '@slack/bolt';
import { EVERYDAY_WORDS } from '../../core/text-matching.ts';
import { findVerb, parseCommand, usageOf, VERBS, type Verb, type VerbGroup } from '../../core/verbs.ts';
import { actions, button, shareButton, tryButton } from '../blocks/buttons.ts';
import { type Drawings, listAndHelp, type RefusalTexts } from '../blocks/drawing.ts';
import { capital, context, foreign, type MessageAnswer, plain, section, toFallback, typed } from '../blocks/kit.ts';

const GROUPS: readonly VerbGroup[] = [...new Set(VERBS.map(({ group }) => group))];

const ELSEWHERE =
  'A name alone shows an Ability or an Agent. The same works after my name in a channel, and as buttons on my Home tab. A zip that is dropped where I am can become an Ability.';

const EVERYDAY = `Also understood: ${EVERYDAY_WORDS.map(({ word }) => `\`${word}\``).join(', ')}.`;

const MAX_EXAMPLES = 5;

/** All verbs by purpose, or one in detail. Generated from the verb table, so it lists only verbs that exist. */
function helpMessage(about: Verb | null, canShare: boolean, fixedAccount?: true): MessageAnswer {
  const verbs = VERBS.filter(({ onlyOwnAccount }) => !(fixedAccount && onlyOwnAccount));
  const blocks = about
    ? oneVerb(about)
    : [...GROUPS.flatMap((group) => groupOfVerbs(group, verbs)), context(ELSEWHERE), context(EVERYDAY)];
  const spoken = about ? [line(about), examplesLine(about)] : [...verbs.map(line), ELSEWHERE, EVERYDAY];
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(spoken.join('\n')),
    blocks: [
      ...blocks,
      ...actions(
        about ? button('All verbs', { do: 'help' }) : null,
        button('All Abilities', { do: 'list' }),
        shareButton(about ? `help ${about.name}` : 'help', canShare),
      ),
    ],
  };
}

const line = (verb: Verb) => `${typed(usageOf(verb))}  ${verb.summary}`;

const groupOfVerbs = (group: VerbGroup, verbs: readonly Verb[]): types.KnownBlock[] => [
  section(`*${group}*`),
  ...verbs
    .filter((verb) => verb.group === group)
    .map((verb) => ({
      ...section(line(verb)),
      accessory: tryButton(verb, verb.tryLine, `Run ${verb.tryLine}`),
    })),
];

const oneVerb = (verb: Verb): types.KnownBlock[] => [
  { ...section(line(verb)), accessory: tryButton(verb, verb.tryLine, `Run ${verb.tryLine}`) },
  section(examplesLine(verb)),
  ...actions(
    ...verb.examples
      // The ID in the example of undo does not exist.
      .filter((example) => verb.name !== 'undo' && example !== verb.tryLine)
      .slice(0, MAX_EXAMPLES)
      .map(lineButton),
  ),
];

const examplesLine = ({ examples }: Verb) => `Examples: ${examples.map(typed).join(', ')}`;

/** The label is the line that it runs. Slack asks for confirmation if it would change something immediately. */
function lineButton(text: string): types.Button {
  const run = button(text, { do: text }, `Run ${text}`);
  const read = parseCommand(text);
  if (!read.ok || !CHANGING.has(read.command.verb)) return run;
  const yes = capital(read.command.verb);
  const question = `This runs “${text}”. It can be taken back for ten minutes.`;
  return {
    ...run,
    confirm: { title: plain(`${yes}?`), text: plain(question), confirm: plain(yes, 30), deny: plain('Cancel') },
  };
}

/** Verbs that run without a confirmation. */
const CHANGING: ReadonlySet<string> = new Set(['enable', 'disable']);

export const helpDrawings: Drawings<'help'> = {
  help: {
    view: ({ about, fixedAccount }, { canShare }) =>
      helpMessage(about === null ? null : (findVerb(about) ?? null), canShare, fixedAccount),
  },
};

/** For input that is not a valid command. */
export const helpRefusals: RefusalTexts<'unknown-verb' | 'missing-argument' | 'bad-argument' | 'too-many'> = {
  'unknown-verb': {
    sentence: ({ suggestion, word }) => {
      const asked = `“${foreign(word, 40)}” is not something I know.`;
      return suggestion
        ? `${asked} Did you mean ${typed(suggestion)}? ${typed('help')} lists everything.`
        : `${asked} ${typed('help')} lists everything.`;
    },
    next: ({ suggestion }) => {
      const line = suggestion && `help ${suggestion}`;
      return [...actions(line ? button(line, { do: line }) : null), ...listAndHelp()];
    },
  },
  'missing-argument': {
    sentence: ({ usage, verb }) => `${typed(verb)} needs to know which one. Write ${typed(usage)}.`,
  },
  'bad-argument': {
    sentence: ({ given, usage, verb }) =>
      `“${foreign(given, 60)}” does not fit after ${typed(verb)}. Nothing changed. Write ${typed(usage)}.`,
  },
  'too-many': {
    sentence: ({ most, what }) =>
      `That is too much at once: at most ${most} ${what}. Nothing changed. Do it in smaller steps.`,
  },
};
