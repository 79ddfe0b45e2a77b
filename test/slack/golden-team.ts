import { InstalledAbilityId } from '@abilities-bot/service-api';
import { FRESH_POLICY } from '../../packages/playground/src/fresh-policy.ts';
import type { Access } from '../../src/core/access.ts';
import type { HistoryEntry } from '../../src/core/features/history.ts';
import { bad, type Finding, good, unknown } from '../../src/core/finding.ts';
import { ALL_HISTORY } from '../../src/core/history-query.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { AuditRecord } from '../../src/store/audit-record.ts';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';
import type { UndoRecord } from '../../src/store/undo-record.ts';
import { ERRORS } from './error-cases.ts';
import { CHANGE_ID } from './sample-values.ts';

const AT = new Date('2025-01-01T12:00:00Z');

const cleoIsAdmin = { users: ['U0CLEO'], groups: ['S0ADMINS'] };
const known = (access: Partial<Extract<Access, { known: true }>>): Access => ({
  known: true,
  role: 'editor',
  because: { by: 'kind', kind: 'member' },
  admins: cleoIsAdmin,
  onlyIn: null,
  ...access,
});

const record = (change: Partial<AuditRecord>): AuditRecord => ({
  id: '0123456789abcdef',
  ref: '0a1b2c',
  userId: 'U0ANA',
  channelId: 'C0OPS',
  verb: 'disable',
  line: 'disable Weather',
  targets: [{ kind: 'ability', id: null, name: 'Weather' }],
  at: AT,
  ended: {
    outcome: 'done',
    why: null,
    targets: [{ kind: 'installed', id: '90001', name: 'Weather' }],
    before: 'enabled',
    after: 'disabled',
    found: null,
    changeId: 'fedcba9876543210',
    status: 200,
    ms: 41,
    at: AT,
  },
  ...change,
});

const entry = (change: Partial<AuditRecord>, beside: Partial<HistoryEntry> = {}): HistoryEntry => ({
  record: record(change),
  undo: null,
  isRedo: false,
  undoneBy: null,
  ...beside,
});

const ended = (change: Partial<NonNullable<AuditRecord['ended']>>) => {
  const { ended: usual } = record({});
  return usual && { ...usual, ...change };
};

const entries: HistoryEntry[] = [
  entry({}, { undo: 'fedcba9876543210' }),
  entry({}, { undo: 'fedcba9876543210', isRedo: true, undoneBy: 'U0BEN' }),
  entry({ verb: 'undo', ended: ended({ before: 'disabled', after: 'enabled' }) }),
  entry({
    verb: 'assign',
    ended: ended({
      targets: [{ kind: 'agent', id: '301', name: 'Nova' }],
      before: 'Weather',
      after: 'Weather, a deleted Ability',
    }),
  }),
  entry({ verb: 'triggers', ended: ended({ before: '', after: 'read the news, what is new' }) }),
  entry({
    channelId: 'D0ANA',
    verb: 'delete',
    ended: ended({ outcome: 'refused', why: 'needs the role admin', before: null, after: null }),
  }),
  entry({
    channelId: null,
    verb: 'triggers',
    ended: ended({ outcome: 'failed', why: 'unavailable', status: 503, after: null }),
  }),
  entry({ verb: 'enable', ended: ended({ outcome: 'unchanged', before: 'enabled', after: 'enabled' }) }),
  entry({ verb: 'disable', ended: ended({ outcome: 'failed', why: 'interrupted', before: null, after: null }) }),
  entry({ verb: 'upload', targets: [{ kind: 'upload', id: '0123456789abcdef', name: 'Tides' }], ended: null }),
];

const MADE = 'planned for 2026-03-02T09:00:00Z';
const EVERY = `${MADE}, every weekday from 8:00 to 18:00 (Europe/Berlin)`;
const PLAN = '0123456789abcdef';
const plan = (verb: string, before: string | null, after: string) =>
  entry({ verb, ended: ended({ before, after, plan: PLAN }) });

/** What plans and quiet did, and what asked for them. */
const planEntries: HistoryEntry[] = [
  plan('disable', null, MADE),
  plan('enable', null, EVERY),
  plan('disable', 'enabled', 'disabled until 2026-03-02T09:00:00Z'),
  plan('enable', EVERY, MADE),
  plan('disable', MADE, EVERY),
  plan('disable', MADE, 'disabled until 2026-03-02T09:00:00Z'),
  plan('cancel', MADE, 'canceled'),
  plan('cancel', EVERY, 'canceled'),
  entry({
    verb: 'cancel',
    ended: ended({ outcome: 'unchanged', why: 'the plan has changed', before: null, after: null }),
  }),
  plan('quiet', null, 'disabled, quiet until 2026-03-02T09:00:00.000Z'),
  plan('quiet', null, 'disabled, quiet on Nova until resumed'),
  plan('quiet', 'quiet until resumed', 'disabled, quiet until 2026-03-02T09:00:00.000Z'),
  entry({ verb: 'quiet', ended: ended({ outcome: 'unchanged', before: null, after: `60 to disable (${PLAN})` }) }),
];

const refused = entry({ verb: 'delete', ended: ended({ outcome: 'refused', why: 'needs the role admin' }) });
const folded: HistoryEntry[] = [refused, entry({}), refused, refused];

const TOKEN_GOOD: Finding = { subject: 'Slack token', ...good('Valid, for “Ops”. Slack responds in 41 ms.') };

const weatherDisabled: UndoRecord = {
  id: CHANGE_ID,
  userId: 'U0ANA',
  account: null,
  at: AT,
  undoneBy: null,
  shared: null,
  change: { kind: 'toggled', items: [{ id: InstalledAbilityId.parse(90001), name: 'Weather', enabled: false }] },
};

/** Outcomes of the verbs about the team. */
export const TEAM_OUTCOMES = {
  status: {
    usual: {
      kind: 'status',
      status: {
        service: {
          answers: true,
          ms: 45,
          agents: 3,
          abilities: { onAccount: 12, installed: 9, enabled: 7, orphans: 1 },
        },
        latest: weatherDisabled,
        approvals: 1,
        uploads: { waiting: 1, running: 2 },
      },
    },
    quiet: {
      kind: 'status',
      status: {
        service: { answers: true, ms: 8, agents: 0, abilities: { onAccount: 0, installed: 0, enabled: 0, orphans: 0 } },
        latest: null,
        approvals: 0,
        uploads: { waiting: 0, running: 0 },
      },
    },
    'nothing-answers': {
      kind: 'status',
      status: {
        service: { answers: false, error: ERRORS.unavailable.timeout },
        latest: 'unreadable',
        approvals: null,
        uploads: null,
      },
    },
  },
  whoami: {
    editor: { kind: 'whoami', access: known({}) },
    admin: { kind: 'whoami', access: known({ role: 'admin', because: { by: 'group', groupId: 'S0ADMINS' } }) },
    guest: {
      kind: 'whoami',
      access: known({ role: 'none', because: { by: 'kind', kind: 'guest' }, onlyIn: ['C0OPS'] }),
    },
    unknown: { kind: 'whoami', access: { known: false, reason: 'slack' } },
  },
  examined: {
    good: { kind: 'examined', findings: [TOKEN_GOOD, { subject: 'Queue', ...good('No open uploads.') }] },
    bad: {
      kind: 'examined',
      findings: [
        TOKEN_GOOD,
        {
          subject: 'Scopes',
          ...bad('files:write is missing.', 'Add it to the Bot Token Scopes, and reinstall the app.'),
        },
        { subject: 'Last event', ...unknown('Slack has not sent anything to this process yet.') },
        { subject: 'Service', ...unknown('It is rate-limiting requests.', 'Check again in a minute.') },
      ],
    },
    all: {
      kind: 'examined',
      findings: [
        TOKEN_GOOD,
        {
          subject: 'Clock',
          ...bad(
            "It is 301 s ahead of Slack's. If it is more than 300 s ahead, requests from Slack over HTTP are rejected.",
            'Sync the clock with NTP.',
          ),
        },
      ],
      all: true,
    },
    unknown: {
      kind: 'examined',
      findings: [TOKEN_GOOD, { subject: 'Clock', ...unknown("Couldn't be checked: Slack didn't respond.") }],
    },
  },
  history: {
    page: { kind: 'history', query: { ...ALL_HISTORY, page: 2 }, entries, total: 34, pages: 4 },
    filtered: {
      kind: 'history',
      query: { name: 'Weather', userId: 'U0BEN', since: '7d', outcome: 'done', ref: null, page: 1 },
      entries: entries.slice(0, 1),
      total: 1,
      pages: 1,
    },
    details: {
      kind: 'history',
      query: { ...ALL_HISTORY, with: 'details' },
      entries,
      total: entries.length,
      pages: 1,
    },
    plans: { kind: 'history', query: ALL_HISTORY, entries: planEntries, total: planEntries.length, pages: 1 },
    folded: { kind: 'history', query: ALL_HISTORY, entries: folded, total: folded.length, pages: 1 },
    nothing: { kind: 'history', query: { ...ALL_HISTORY, userId: 'me' }, entries: [], total: 0, pages: 1 },
    never: { kind: 'history', query: ALL_HISTORY, entries: [], total: 0, pages: 1 },
  },
  'history-filter-form': {
    empty: { kind: 'history-filter-form', query: ALL_HISTORY },
    filled: {
      kind: 'history-filter-form',
      query: { ...ALL_HISTORY, name: 'Weather', userId: 'U0BEN', since: '2025-01-01', outcome: 'failed' },
    },
  },
  'settings-form': {
    fresh: { kind: 'settings-form', stored: EMPTY_SETTINGS, fixed: FRESH_POLICY },
    set: {
      kind: 'settings-form',
      stored: {
        roles: {
          viewer: { users: ['U0EVE'], groups: [] },
          editor: { users: [], groups: ['S0OPS'] },
          admin: { users: ['U0CLEO', 'U0DAN'], groups: ['S0ADMINS'] },
        },
        memberRole: 'viewer',
        channels: ['C0OPS'],
        auditChannel: 'C0AUDIT',
        watchChannel: 'C0WATCH',
        approvals: ['delete-enabled', 'replace-enabled'],
      },
      fixed: {
        ...FRESH_POLICY,
        grants: { ...FRESH_POLICY.grants, admin: cleoIsAdmin },
        channels: ['C0VOICE'],
        auditChannel: 'C0FIXED',
      },
    },
  },
  'settings-unchanged': { '': { kind: 'settings-unchanged' } },
  'settings-overtaken': {
    '': {
      kind: 'settings-overtaken',
      by: 'U0BEN',
      changes: [
        { kind: 'list', setting: 'approvals', added: [], removed: ['deleting enabled Abilities'] },
        { kind: 'list', setting: 'admins', added: ['U0CLEO', 'S0ADMIN'], removed: ['U0ANA'] },
      ],
    },
  },
  'settings-saved': {
    '': {
      kind: 'settings-saved',
      before: EMPTY_SETTINGS,
      after: { ...EMPTY_SETTINGS, approvals: ['delete-enabled', 'replace-enabled'] },
    },
    alone: {
      kind: 'settings-saved',
      before: EMPTY_SETTINGS,
      after: { ...EMPTY_SETTINGS, approvals: ['disable'] },
      hasNoApprover: true,
    },
    everything: {
      kind: 'settings-saved',
      before: EMPTY_SETTINGS,
      after: {
        roles: {
          viewer: { users: ['U0VIEW'], groups: [] },
          editor: { users: [], groups: ['S0OPER'] },
          admin: { users: ['U0BEN', 'U0ANA'], groups: ['S0ADMIN'] },
        },
        memberRole: 'viewer',
        channels: ['C0OPS'],
        auditChannel: 'C0AUDIT',
        watchChannel: 'C0WATCH',
        approvals: ['delete-enabled', 'replace-enabled'],
      },
    },
  },
} satisfies {
  [K in
    | 'status'
    | 'whoami'
    | 'examined'
    | 'history'
    | 'history-filter-form'
    | 'settings-form'
    | 'settings-saved'
    | 'settings-unchanged'
    | 'settings-overtaken']: Record<string, Outcome & { kind: K }>;
};
