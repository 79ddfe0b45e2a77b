import * as z from 'zod';

const SlackIds = z.array(z.string().min(1).max(255));
const Listed = z.strictObject({ users: SlackIds, groups: SlackIds });

/**
 * What the admins of a workspace have set. Kept as JSON.
 *
 * Strict: who may do what is not decided by a part of it. A field that this version does not know makes it unreadable.
 */
export const StoredSettings = z.strictObject({
  /** Who was given which role: IDs of people and of user groups. */
  roles: z.strictObject({ viewer: Listed, operator: Listed, admin: Listed }),
  /** The role of a full member who is in no list; null: the default of the environment. */
  memberRole: z.enum(['none', 'viewer', 'operator', 'admin']).nullable(),
  /** The channels where the bot may be used; empty: everywhere. */
  channels: SlackIds,
  /** Where each change is told, and where what changed outside Slack; null: nowhere. */
  auditChannel: z.string().min(1).max(255).nullable(),
  watchChannel: z.string().min(1).max(255).nullable(),
  /** Whether deleting and replacing wait for another admin; null: the default of the environment. */
  approvals: z.boolean().nullable(),
});
export type StoredSettings = z.infer<typeof StoredSettings>;

/** Those of a workspace where nobody has set anything. */
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

/** The settings of one workspace. */
export interface TenantSettings {
  /** @throws {StoreError} when there are some that this version cannot read: they are not taken for none. */
  read(): Promise<StoredSettings>;
  /** All of them anew; the last one counts. */
  save(settings: StoredSettings, userId: string): Promise<void>;
}
