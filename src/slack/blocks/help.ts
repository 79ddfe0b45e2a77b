import type { types } from '@slack/bolt';
import { usageOf, VERBS, type Verb, type VerbGroup } from '../../core/verbs.ts';
import type { MessageAnswer } from './answer.ts';
import { actions, button } from './buttons.ts';
import { section, toFallback } from './text.ts';

const GROUPS: readonly VerbGroup[] = ['Look', 'Change', 'Upload', 'Help'];

/** All verbs by purpose, or one in full. Written from the verb table, so it cannot promise what is not there. */
export function helpMessage(about: Verb | null): MessageAnswer {
  const parts = about ? [oneVerb(about)] : GROUPS.map(groupOfVerbs);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(parts.join('\n')),
    blocks: [
      ...parts.map((part): types.KnownBlock => section(part)),
      ...actions(
        button('All Abilities', { do: 'list' }),
        button('Agents', { do: 'agents' }),
        button('Upload…', { do: 'upload' }),
      ),
    ],
  };
}

const angles = (usage: string) => usage.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const line = (verb: Verb) => `\`/abilities ${angles(usageOf(verb))}\`  ${verb.summary}`;

const groupOfVerbs = (group: VerbGroup) =>
  [`*${group}*`, ...VERBS.filter((verb) => verb.group === group).map(line)].join('\n');

const oneVerb = (verb: Verb) =>
  [line(verb), `Examples: ${verb.examples.map((example) => `\`/abilities ${example}\``).join(', ')}`].join('\n');
