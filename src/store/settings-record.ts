import * as z from 'zod';

const SlackIds = z.array(z.string().min(1).max(255));
const Listed = z.strictObject({ users: SlackIds, groups: SlackIds });

/**
 * The settings of a workspace, made by its admins. Stored as JSON.
 *
 * Strict: access must not be decided by part of the settings, so an unknown field makes them unreadable.
 */
export const StoredSettings = z.strictObject({
  /** Users and user groups by role, as IDs. */
  roles: z.strictObject({ viewer: Listed, operator: Listed, admin: Listed }),
  /** Role of full members who are in no list; null: the default of the environment. */
  memberRole: z.enum(['none', 'viewer', 'operator', 'admin']).nullable(),
  /** Channels where the bot may be used; empty: everywhere. */
  channels: SlackIds,
  /** Where changes made here, and changes made outside of Slack, are posted; null: nowhere. */
  auditChannel: z.string().min(1).max(255).nullable(),
  watchChannel: z.string().min(1).max(255).nullable(),
  /** Whether deleting and replacing require a second admin; null: the default of the environment. */
  approvals: z.boolean().nullable(),
});
export type StoredSettings = z.infer<typeof StoredSettings>;

export const EMPTY_SETTINGS: StoredSettings = {
  roles: {
    viewer: { users: [], groups: [] },
    operator: { users: [], groups: [] },
    admin: { users: [], groups: [] },
  },
  memberRole: null,
  channels: [],
  auditChannel: null,
  watchChannel: null,
  approvals: null,
};

/** With the person who saved them last; null if nobody did. */
export interface SavedSettings {
  settings: StoredSettings;
  savedBy: string | null;
}

export interface TenantSettings {
  /** @throws {StoreError} if this version cannot read them. They must not be mistaken for empty ones. */
  read(): Promise<StoredSettings>;
  /** The same, for a form. */
  readSaved(): Promise<SavedSettings>;
  /** Replaces all of them; the last write wins. */
  save(settings: StoredSettings, userId: string): Promise<void>;
}
