import type { StoredSettings } from '../store/workspace-settings-record.ts';

/** One setting that is other than before, in words; people, groups and channels by their IDs. */
export interface SettingChange {
  setting: string;
  before: string;
  after: string;
}

/**
 * What saving `after` over `before` changes: nothing when they mean the same. What is not set here may still be set by
 * whoever runs the bot, and nothing is said of that.
 */
export function settingsChanges(before: StoredSettings, after: StoredSettings): SettingChange[] {
  return Object.entries(WORDS)
    .map(([setting, wordsOf]) => ({ setting, before: wordsOf(before), after: wordsOf(after) }))
    .filter((change) => change.before !== change.after);
}

const NOT_SET = 'not set here';

const listed = (ids: readonly string[]) => (ids.length === 0 ? NOT_SET : [...new Set(ids)].sort().join(', '));

const roleWords =
  (role: keyof StoredSettings['roles']) =>
  ({ roles }: StoredSettings): string =>
    listed([...roles[role].users, ...roles[role].groups]);

const WORDS: Record<string, (settings: StoredSettings) => string> = {
  admins: roleWords('admin'),
  operators: roleWords('operator'),
  viewers: roleWords('viewer'),
  'full members': ({ memberRole }) => memberRole ?? NOT_SET,
  channels: ({ channels }) => listed(channels),
  'every change is told in': ({ auditChannel }) => auditChannel ?? NOT_SET,
  'changes outside Slack are told in': ({ watchChannel }) => watchChannel ?? NOT_SET,
  // Not set means the same.
  'second admin': ({ approvals }) => (approvals ? 'needed' : 'not needed'),
};
