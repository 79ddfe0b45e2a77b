import type { AuditTarget } from '../../store/audit-record.ts';
import type { StoredSettings } from '../../store/settings-record.ts';
import type { Policy, Requester } from '../access.ts';
import { done, unchanged } from '../audit-result.ts';
import { type Feature, SHOWS } from '../feature.ts';
import type { OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { EVERYWHERE, withoutArgument } from '../verb.ts';

export type SettingsCommand =
  /** The settings form. */
  { verb: 'settings' } | { verb: 'save-settings'; settings: StoredSettings };

export type SettingsOutcome =
  /** `fixed`: the environment's settings, to which the admins add. */
  | { kind: 'settings-form'; stored: StoredSettings; fixed: Policy }
  | { kind: 'settings-saved'; before: StoredSettings; after: StoredSettings }
  | { kind: 'settings-unchanged' };

const SETTINGS_TARGET: AuditTarget = { kind: 'setting', id: null, name: 'settings' };

export const settingsFeature = {
  verbs: {
    settings: {
      name: 'settings',
      group: 'Team',
      role: 'admin',
      needsAccount: false,
      argument: '',
      summary: 'Roles, allowed channels, announcements and approvals.',
      examples: ['settings'],
      tryLine: 'settings',
      places: EVERYWHERE,
      read: withoutArgument({ verb: 'settings' }),
    },
  },
  commands: {
    settings: { verb: 'settings', changes: false, targets: () => [], run: (_, { context }) => openSettings(context) },
    'save-settings': {
      verb: 'settings',
      changes: true,
      targets: () => [SETTINGS_TARGET],
      run: ({ settings }, { context, requester }) => saveSettings(settings, requester, context),
    },
  },
  outcomes: {
    'settings-form': SHOWS,
    'settings-saved': {
      audit: ({ after, before }) => {
        const changes = settingsChanges(before, after);
        const said = (side: 'before' | 'after') => changes.map((one) => `${one.setting}: ${one[side]}`).join('; ');
        return { ...done([SETTINGS_TARGET]), before: said('before'), after: said('after') };
      },
      change: null,
    },
    'settings-unchanged': { audit: () => unchanged([SETTINGS_TARGET]), change: null },
  },
} satisfies Feature<SettingsCommand, SettingsOutcome>;

async function openSettings({ settings }: OperationContext): Promise<Outcome> {
  return { kind: 'settings-form', stored: await settings.book.read(), fixed: settings.fixed };
}

/** Saves all settings if any differs. The store notifies all processes. */
export const saveSettings = (
  wanted: StoredSettings,
  requester: Requester,
  { locks, settings }: OperationContext,
): Promise<Outcome> => locks.alone('settings', () => save(wanted, requester, settings));

async function save(
  wanted: StoredSettings,
  requester: Requester,
  settings: OperationContext['settings'],
): Promise<Outcome> {
  const before = await settings.book.read();
  // The form then has no field for approvals, so the stored value must stay.
  const after = settings.fixed.approvals ? { ...wanted, approvals: before.approvals } : wanted;
  if (settingsChanges(before, after).length === 0) return { kind: 'settings-unchanged' };
  await settings.book.save(after, requester.userId);
  return { kind: 'settings-saved', before, after };
}

/** A changed setting; people, groups and channels are IDs. */
interface SettingChange {
  setting: string;
  before: string;
  after: string;
}

/**
 * The settings that differ in meaning. A setting that is not set here may still be set in the environment, which is not
 * mentioned.
 */
export function settingsChanges(before: StoredSettings, after: StoredSettings): SettingChange[] {
  return Object.entries(WORDS)
    .map(([setting, wordsOf]) => ({ setting, before: wordsOf(before), after: wordsOf(after) }))
    .filter((change) => change.before !== change.after);
}

const NOT_SET = 'not set';

const listed = (ids: readonly string[]) => (ids.length === 0 ? NOT_SET : [...new Set(ids)].sort().join(', '));

const roleWords =
  (role: keyof StoredSettings['roles']) =>
  ({ roles }: StoredSettings): string =>
    listed([...roles[role].users, ...roles[role].groups]);

const WORDS: Record<string, (settings: StoredSettings) => string> = {
  admins: roleWords('admin'),
  operators: roleWords('operator'),
  viewers: roleWords('viewer'),
  'everyone else': ({ memberRole }) => memberRole ?? NOT_SET,
  'allowed channels': ({ channels }) => listed(channels),
  'all changes announced in': ({ auditChannel }) => auditChannel ?? NOT_SET,
  'changes outside Slack announced in': ({ watchChannel }) => watchChannel ?? NOT_SET,
  // Not set counts as false.
  approvals: ({ approvals }) => (approvals ? 'needed' : 'not needed'),
};
