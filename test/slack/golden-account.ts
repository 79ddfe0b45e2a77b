import type { Outcome, Refusal } from '../../src/core/outcome.ts';

const KEY = { lastFour: 'ab_9', connectedBy: 'U0CLEO', connectedAt: new Date('2026-03-01T14:02:00Z') };
const ADMINS = { users: ['U0CLEO', 'U0DAN'], groups: [] };
const NOBODY = { users: [], groups: [] };

/** Outcomes about a workspace's account. */
export const ACCOUNT_OUTCOMES = {
  'connect-form': {
    first: { kind: 'connect-form', present: null },
    again: { kind: 'connect-form', present: KEY },
    unreadable: { kind: 'connect-form', present: 'unreadable' },
  },
  connected: {
    first: { kind: 'connected', lastFour: 'ab_9', before: null },
    again: { kind: 'connected', lastFour: 'ab_9', before: { lastFour: null } },
  },
  'disconnect-question': {
    '': { kind: 'disconnect-question', present: KEY },
    unreadable: { kind: 'disconnect-question', present: 'unreadable' },
  },
  disconnected: {
    '': { kind: 'disconnected', lastFour: 'ab_9' },
    unreadable: { kind: 'disconnected', lastFour: null },
  },
} satisfies Partial<{ [K in Outcome['kind']]: Record<string, Outcome & { kind: K }> }>;

export const ACCOUNT_REFUSALS = {
  'not-connected': {
    admin: { why: 'not-connected', reason: 'none', mayConnect: true, admins: NOBODY },
    member: { why: 'not-connected', reason: 'none', mayConnect: false, admins: ADMINS },
    unreadable: { why: 'not-connected', reason: 'unreadable', mayConnect: false, admins: NOBODY },
  },
  'nothing-connected': { '': { why: 'nothing-connected' } },
  'key-fixed': { '': { why: 'key-fixed' } },
  'key-typed': { '': { why: 'key-typed' } },
} satisfies Partial<{ [W in Refusal['why']]: Record<string, Refusal & { why: W }> }>;
