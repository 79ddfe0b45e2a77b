import type { Command } from './command.ts';
import { connectFeature } from './features/connect.ts';
import { historyFeature } from './features/history.ts';
import { settingsFeature } from './features/settings.ts';
import { MAX_PINNED_ROWS } from './list-query.ts';
import { unquote } from './references.ts';
import { EVERYWHERE, type Verb, withoutArgument } from './verb.ts';

/** The verbs about the account with which a workspace works. */
export const ACCOUNT_VERBS: readonly Verb[] = [connectFeature.verbs.connect, connectFeature.verbs.disconnect];

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
    read: (argument) => readDecision('approve', argument),
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
    read: (argument) => readDecision('decline', argument),
  },
];

function readDecision(verb: 'approve' | 'decline', argument: string): Command | null {
  const id = unquote(argument).toLowerCase();
  if (id === '') return verb === 'approve' ? { verb: 'approvals' } : { verb: 'approvals', wanted: 'decline' };
  const rows = /^rows:([0-9a-f]{16}(?:,[0-9a-f]{16})*)$/.exec(id)?.[1]?.split(',');
  if (rows && verb === 'approve') return { verb: 'approvals', rows: rows.slice(0, MAX_PINNED_ROWS) };
  return /^[0-9a-f]{16}$/.test(id) ? { verb, id } : null;
}

/** The line that draws a list of requests with the same rows. */
export const pinnedApprovals = (ids: readonly string[]): string => `approve rows:${ids.join(',')}`;

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
  historyFeature.verbs.history,
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
  settingsFeature.verbs.settings,
];
