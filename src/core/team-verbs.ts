import type { Command } from './command.ts';
import { readHistoryQuery } from './history-query.ts';
import type { Refusal } from './refusal.ts';
import { EVERYWHERE, type Verb, withoutArgument } from './verb.ts';

/** The verbs about who may do what, and who did. */
export const TEAM_VERBS: readonly Verb[] = [
  {
    name: 'whoami',
    group: 'Team',
    role: 'none',
    needsAccount: false,
    argument: '',
    summary: 'What you may do here, and why.',
    examples: ['whoami'],
    tryLine: 'whoami',
    places: EVERYWHERE,
    read: withoutArgument({ verb: 'whoami' }),
  },
  {
    name: 'history',
    group: 'Team',
    role: 'viewer',
    needsAccount: false,
    argument: '[name] [@person] [since:7d]',
    summary: 'Who did what, what came of it, and a way back where there is one.',
    examples: ['history', 'history Weather since:7d', 'history by:me outcome:failed', 'history page:2'],
    tryLine: 'history',
    places: EVERYWHERE,
    read: readHistory,
  },
  {
    name: 'doctor',
    group: 'Team',
    role: 'admin',
    needsAccount: false,
    argument: '',
    summary: 'Whether all that I need is there and right, and what mends the rest.',
    examples: ['doctor'],
    tryLine: 'doctor',
    places: EVERYWHERE,
    read: withoutArgument({ verb: 'doctor' }),
  },
  {
    name: 'settings',
    group: 'Team',
    role: 'admin',
    needsAccount: false,
    argument: '',
    summary: 'Who may do what, where, and who is told.',
    examples: ['settings'],
    tryLine: 'settings',
    places: EVERYWHERE,
    read: withoutArgument({ verb: 'settings' }),
  },
];

function readHistory(argument: string): Command | Refusal {
  const read = readHistoryQuery(argument);
  if (read.ok) return { verb: 'history', query: read.query };
  return { why: 'bad-argument', verb: 'history', usage: `history ${read.usage}`, given: read.given };
}
