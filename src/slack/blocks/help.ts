import type { types } from '@slack/bolt';
import { parseCommand } from '../../core/parse-command.ts';
import { usageOf, VERBS, type Verb, type VerbGroup } from '../../core/verbs.ts';
import type { MessageAnswer } from './answer.ts';
import { actions, button, shareButton, tryButton } from './buttons.ts';
import { context, section, toFallback } from './text.ts';
import { typed } from './typed-line.ts';

const GROUPS: readonly VerbGroup[] = [...new Set(VERBS.map(({ group }) => group))];
const ELSEWHERE =
  'A name alone shows an Ability or an Agent. The same works after my name in a channel, and as buttons on my Home tab. A zip that is dropped where I am can become an Ability.';
const MOST_EXAMPLES = 5;

/** All verbs by purpose, or one in full. Written from the verb table, so it cannot promise what is not there. */
export function helpMessage(about: Verb | null, canShare: boolean): MessageAnswer {
  const blocks = about ? oneVerb(about) : [...GROUPS.flatMap(groupOfVerbs), context(ELSEWHERE)];
  const spoken = about ? [line(about), examplesLine(about)] : [...VERBS.map(line), ELSEWHERE];
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

const groupOfVerbs = (group: VerbGroup): types.KnownBlock[] => [
  section(`*${group}*`),
  ...VERBS.filter((verb) => verb.group === group).map((verb) => ({
    ...section(line(verb)),
    accessory: tryButton(verb, verb.tryLine, `Run ${verb.tryLine}`),
  })),
];

const oneVerb = (verb: Verb): types.KnownBlock[] => [
  { ...section(line(verb)), accessory: tryButton(verb, verb.tryLine, `Run ${verb.tryLine}`) },
  section(examplesLine(verb)),
  ...actions(
    ...verb.examples
      .filter((example) => isHarmless(example) && example !== verb.tryLine)
      .slice(0, MOST_EXAMPLES)
      .map(lineButton),
  ),
];

const examplesLine = ({ examples }: Verb) => `Examples: ${examples.map(typed).join(', ')}`;

/** The label is the line that it runs. */
const lineButton = (text: string): types.Button => button(text, { do: text }, `Run ${text}`);

/** Whether a line only shows, asks or opens a form. */
function isHarmless(text: string): boolean {
  const read = parseCommand(text);
  if (!read.ok) return false;
  const { verb } = read.command;
  return verb !== 'enable' && verb !== 'disable' && verb !== 'undo';
}
