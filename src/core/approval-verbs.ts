import type { Command } from './command.ts';
import { MAX_PINNED_ROWS } from './list-query.ts';
import { unquote } from './quotes.ts';
import { EVERYWHERE, type Verb } from './verb.ts';

/** The verbs of the second admin. */
export const APPROVAL_VERBS: readonly Verb[] = [
  {
    name: 'approve',
    doing: 'Approving',
    group: 'Team',
    role: 'admin',
    argument: '[ID]',
    summary: 'What waits for a second admin, and agreeing to it. Nobody approves what they asked for.',
    examples: ['approve', 'approve 0123456789abcdef'],
    tryLine: 'approve',
    places: EVERYWHERE,
    read: (argument) => read('approve', argument),
  },
  {
    name: 'decline',
    doing: 'Declining',
    group: 'Team',
    role: 'admin',
    argument: '[ID]',
    summary: 'Decline what waits for a second admin, or withdraw what you asked for.',
    // It touches nothing on the account.
    needsAccount: false,
    examples: ['decline', 'decline 0123456789abcdef'],
    tryLine: 'decline',
    places: EVERYWHERE,
    read: (argument) => read('decline', argument),
  },
];

function read(verb: 'approve' | 'decline', argument: string): Command | null {
  const id = unquote(argument).toLowerCase();
  if (id === '') return verb === 'approve' ? { verb: 'approvals' } : { verb: 'approvals', wanted: 'decline' };
  const rows = /^rows:([0-9a-f]{16}(?:,[0-9a-f]{16})*)$/.exec(id)?.[1]?.split(',');
  if (rows && verb === 'approve') return { verb: 'approvals', rows: rows.slice(0, MAX_PINNED_ROWS) };
  return /^[0-9a-f]{16}$/.test(id) ? { verb, id } : null;
}

/** The line that draws a list of requests with the same rows. */
export const pinnedApprovals = (ids: readonly string[]): string => `approve rows:${ids.join(',')}`;
