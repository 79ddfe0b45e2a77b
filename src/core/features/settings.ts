import type { AuditTarget } from '../../store/audit-record.ts';
import type { StoredSettings } from '../../store/settings-record.ts';
import type { Policy, Requester } from '../access.ts';
import { done, NOTHING, unchanged } from '../audit-result.ts';
import { type Feature, SHOWS } from '../feature.ts';
import type { OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { rebaseList } from '../rebase-list.ts';
import { withoutArgument } from '../verb.ts';
import { APPROVAL_WORDS } from './approvals/needed.ts';

export type SettingsCommand =
  /** Opens the settings form. */
  | { verb: 'settings' }
  /** `base`: what the form showed when it was opened; null if unknown. */
  | { verb: 'save-settings'; settings: StoredSettings; base: StoredSettings | null };

export type SettingsOutcome =
  /** `fixed`: the environment's settings, which admins can add to. */
  /** `groupNames`: known names of user groups, by ID. */
  | { kind: 'settings-form'; stored: StoredSettings; fixed: Policy; groupNames?: ReadonlyMap<string, string> }
  /** `hasNoApprover`: approvals are required, and nobody is known who could approve the requests of the person. */
  | { kind: 'settings-saved'; before: StoredSettings; after: StoredSettings; hasNoApprover?: true }
  | { kind: 'settings-unchanged' }
  /** Somebody saved settings after the form was opened, so the form was not saved. `changes`: what they changed. */
  | { kind: 'settings-overtaken'; by: string; changes: SettingChange[] };

const SETTINGS_TARGET: AuditTarget = { kind: 'setting', id: null, name: 'settings' };

export const settingsFeature: Feature<SettingsCommand, SettingsOutcome> = {
  verbs: {
    settings: {
      group: 'Team',
      role: 'admin',
      action: 'change settings',
      needsAccount: false,
      argument: '',
      summary: 'Change roles, allowed channels, announcements and approvals.',
      examples: ['settings'],
      homeLabel: 'Settings…',
      tryLine: 'settings',
      read: withoutArgument({ verb: 'settings' }),
    },
  },
  commands: {
    settings: {
      changes: false,
      ofAnyAccount: true,
      run: (_, { context }) => openSettings(context),
    },
    'save-settings': {
      verb: 'settings',
      changes: true,
      targets: () => [SETTINGS_TARGET],
      run: ({ base, settings }, { context, requester }) => saveSettings({ base, settings }, requester, context),
    },
  },
  outcomes: {
    'settings-form': SHOWS,
    'settings-saved': {
      // Only the differences, because one changed name would be lost between two long lists.
      audit: ({ after, before }) => ({
        ...done([SETTINGS_TARGET]),
        after: settingsChanges(before, after).map(auditWords).join('; '),
      }),
      change: null,
    },
    'settings-unchanged': { audit: () => unchanged([SETTINGS_TARGET]), change: null },
    'settings-overtaken': {
      audit: () => ({ ...NOTHING, outcome: 'refused', why: 'changed in the meantime', targets: [SETTINGS_TARGET] }),
      change: null,
    },
  },
  records: {},
};

async function openSettings({ settings }: OperationContext): Promise<Outcome> {
  return { kind: 'settings-form', stored: await settings.store.read(), fixed: settings.fixed };
}

/** The submitted settings; `base` as in the command. */
interface SettingsChange {
  settings: StoredSettings;
  base: StoredSettings | null;
}

/** Saves settings if any differ and nobody else has saved since the form was opened. Notifies all processes. */
export const saveSettings = (
  wanted: SettingsChange,
  requester: Requester,
  { locks, settings }: OperationContext,
): Promise<Outcome> => locks.alone('settings', () => save(wanted, requester, settings));

async function save(
  wanted: SettingsChange,
  requester: Requester,
  settings: OperationContext['settings'],
): Promise<Outcome> {
  const { savedBy, settings: before } = await settings.store.readSaved();
  const overtaking = overtakingChanges(wanted.base, before);
  if (savedBy !== null && overtaking.length > 0) {
    return { kind: 'settings-overtaken', by: savedBy, changes: overtaking };
  }
  const after = wanted.settings;
  if (settingsChanges(before, after).length === 0) return { kind: 'settings-unchanged' };
  await settings.store.save(after, requester.userId);
  return { kind: 'settings-saved', before, after };
}

/** What others have saved since a form showed `base`. */
export const overtakingChanges = (base: StoredSettings | null, stored: StoredSettings) =>
  base === null ? [] : settingsChanges(base, stored);

/** `stored`, with the changes that a person made in a form that showed `base`. */
export function rebaseSettings(wanted: StoredSettings, base: StoredSettings, stored: StoredSettings): StoredSettings {
  const role = (name: keyof StoredSettings['roles']) => ({
    users: rebaseList(wanted.roles[name].users, base.roles[name].users, stored.roles[name].users),
    groups: rebaseList(wanted.roles[name].groups, base.roles[name].groups, stored.roles[name].groups),
  });
  const one = <K extends keyof StoredSettings>(key: K) => (wanted[key] === base[key] ? stored[key] : wanted[key]);
  return {
    roles: { viewer: role('viewer'), editor: role('editor'), admin: role('admin') },
    memberRole: one('memberRole'),
    channels: rebaseList(wanted.channels, base.channels, stored.channels),
    auditChannel: one('auditChannel'),
    watchChannel: one('watchChannel'),
    approvals: rebaseList(wanted.approvals, base.approvals, stored.approvals),
  };
}

/** A changed setting. People, groups and channels are IDs. */
export type SettingChange =
  | { kind: 'value'; setting: string; before: string; after: string }
  | { kind: 'list'; setting: string; added: string[]; removed: string[] };

/**
 * The settings that differ in meaning, most important first. A setting that is not set here may still be set in the
 * environment, which the result doesn't mention.
 */
export function settingsChanges(before: StoredSettings, after: StoredSettings): SettingChange[] {
  return SETTINGS.flatMap(([setting, read]): SettingChange[] => {
    const [old, now] = [read(before), read(after)];
    if (typeof old === 'string' || typeof now === 'string') {
      return old === now ? [] : [{ kind: 'value', setting, before: String(old), after: String(now) }];
    }
    const added = now.filter((id) => !old.includes(id));
    const removed = old.filter((id) => !now.includes(id));
    return added.length + removed.length === 0 ? [] : [{ kind: 'list', setting, added, removed }];
  });
}

const NOT_SET = 'not set';

const peopleAndGroups =
  (role: keyof StoredSettings['roles']) =>
  ({ roles }: StoredSettings): string[] =>
    [...new Set([...roles[role].users, ...roles[role].groups])].sort();

const SETTINGS: readonly (readonly [setting: string, read: (settings: StoredSettings) => string | string[]])[] = [
  ['approvals', ({ approvals }) => approvals.map((choice) => APPROVAL_WORDS[choice])],
  ['admins', peopleAndGroups('admin')],
  ['default role', ({ memberRole }) => memberRole ?? NOT_SET],
  ['editors', peopleAndGroups('editor')],
  ['viewers', peopleAndGroups('viewer')],
  ['allowed channels', ({ channels }) => [...new Set(channels)].sort()],
  ['announce every change in', ({ auditChannel }) => auditChannel ?? NOT_SET],
  ['announce changes made outside Slack in', ({ watchChannel }) => watchChannel ?? NOT_SET],
];

function auditWords(change: SettingChange): string {
  if (change.kind === 'value') return `${change.setting}: ${change.before} → ${change.after}`;
  const { added, removed, setting } = change;
  const words = [
    ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ];
  return `${setting}: ${words.join(', ')}`;
}
