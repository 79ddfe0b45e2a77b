import type { Command } from './command.ts';
import { assignFeature } from './features/assign.ts';
import { readListQuery } from './list-query.ts';
import type { Refusal } from './outcome.ts';
import { parseAbilityRef, unquote } from './references.ts';
import { EVERYWHERE, type Verb, withoutArgument } from './verb.ts';

const LIST_ARGUMENT = '[words] [category:…] [state:…] [sort:…] [page:…]';

/** The verbs that only look. */
export const LOOK_VERBS: readonly Verb[] = [
  {
    name: 'list',
    group: 'Look',
    role: 'viewer',
    argument: LIST_ARGUMENT,
    summary: 'All Abilities, or those that fit, with state, trigger words and buttons.',
    examples: ['list', 'list 2', 'list rain category:skill state:enabled', 'list sort:updated'],
    tryLine: 'list',
    places: [...EVERYWHERE, 'shortcut'],
    read: (argument) => readQuery('list', argument),
  },
  {
    name: 'search',
    group: 'Look',
    role: 'viewer',
    argument: LIST_ARGUMENT,
    summary: 'A form that searches and filters the Abilities.',
    examples: ['search', 'search rain state:disabled'],
    tryLine: 'search',
    places: EVERYWHERE,
    read: (argument) => readQuery('search', argument),
  },
  {
    name: 'show',
    group: 'Look',
    role: 'viewer',
    argument: '[name]',
    summary: 'One Ability in full. A name alone does the same.',
    examples: ['show Weather', 'show id:6001', 'show'],
    tryLine: 'show',
    places: EVERYWHERE,
    read: (argument) => {
      const name = unquote(argument);
      return name === '' ? { verb: 'choose', wanted: 'show' } : { verb: 'show', target: parseAbilityRef(name) };
    },
  },
  assignFeature.verbs.agents,
  {
    name: 'export',
    group: 'Look',
    role: 'viewer',
    argument: '',
    summary: 'Everything on the account as a file.',
    examples: ['export'],
    tryLine: 'export',
    places: EVERYWHERE,
    read: withoutArgument({ verb: 'export' }),
  },
];

function readQuery(verb: 'list' | 'search', argument: string): Command | Refusal {
  const read = readListQuery(argument);
  if (!read.ok) return { why: 'bad-argument', verb, usage: `${verb} ${read.usage}`, given: read.given };
  const { query } = read;
  return verb === 'list' ? { verb, query } : { verb, query };
}
