import * as z from 'zod';

const SlackIds = z.array(z.string().min(1).max(255));
const Listed = z.strictObject({ users: SlackIds, groups: SlackIds });

/**
 * The changes that may require a second admin. `delete` and `replace` include those of enabled Abilities.
 * `update-grown`: an update or a replacement whose code has new facts, such as hosts or keys (see `hasGrown`).
 */
export const APPROVAL_CHOICES = [
  'delete-enabled',
  'delete',
  'replace-enabled',
  'replace',
  'update',
  'update-grown',
  'disable',
] as const;
export type ApprovalChoice = (typeof APPROVAL_CHOICES)[number];

/** What the single setting of older versions means. */
export const OLD_APPROVALS = {
  off: [],
  on: ['delete-enabled', 'replace-enabled'],
  all: ['delete', 'replace'],
} satisfies Record<string, ApprovalChoice[]>;

const Approvals = z.union([
  z.array(z.enum(APPROVAL_CHOICES)),
  z.boolean().transform((isOn): ApprovalChoice[] => (isOn ? OLD_APPROVALS.on : OLD_APPROVALS.off)),
  z.literal('all').transform((): ApprovalChoice[] => OLD_APPROVALS.all),
  z.null().transform((): ApprovalChoice[] => OLD_APPROVALS.off),
]);

/** The former name of the editor role, in the store, in forms and in the environment. */
const FORMER_NAME = 'operator';

export const MemberRole = z.preprocess(
  (value) => (value === FORMER_NAME ? 'editor' : value),
  z.enum(['none', 'viewer', 'editor', 'admin'], { error: 'must be none, viewer, editor or admin' }),
);

const byCurrentNames = (roles: unknown): unknown => {
  const { data } = z.looseObject({ [FORMER_NAME]: z.unknown() }).safeParse(roles);
  if (!data || !(FORMER_NAME in data) || 'editor' in data) return roles;
  const { [FORMER_NAME]: editor, ...others } = data;
  return { ...others, editor };
};

/**
 * A workspace's settings, made by its admins. Stored as JSON.
 *
 * A newer version may add fields, which are ignored and kept. A field that restricts access belongs in `roles`, which
 * is strict, because nobody may get a role from lists that can only be read in part.
 */
export const StoredSettings = z.object({
  /** The IDs of people and user groups, by role. */
  roles: z.preprocess(byCurrentNames, z.strictObject({ viewer: Listed, editor: Listed, admin: Listed })),
  /** The role of full members who are in no list; null for the environment's default. */
  memberRole: MemberRole.nullable(),
  /** The channels where the bot may be used; empty for all. */
  channels: SlackIds,
  /** The channels for changes made in Slack, and for changes made outside of it; null for none. */
  auditChannel: z.string().min(1).max(255).nullable(),
  watchChannel: z.string().min(1).max(255).nullable(),
  /** Changes that require a second admin, in addition to those in the environment. */
  approvals: Approvals,
});
export type StoredSettings = z.infer<typeof StoredSettings>;

export const EMPTY_SETTINGS: StoredSettings = {
  roles: {
    viewer: { users: [], groups: [] },
    editor: { users: [], groups: [] },
    admin: { users: [], groups: [] },
  },
  memberRole: null,
  channels: [],
  auditChannel: null,
  watchChannel: null,
  approvals: [],
};

export type StoredSettingName = keyof StoredSettings;

/** The part of the settings that this version can read. */
export interface KnownSettings {
  /** A field that can't be read grants nothing. */
  settings: StoredSettings;
  unread: readonly StoredSettingName[];
}

const RawSettings = z.record(z.string(), z.unknown());
const RawRoles = z.object({ roles: z.preprocess(byCurrentNames, RawSettings).catch({}) });

/** Null if the document isn't an object. */
export function readKnownSettings(document: unknown): KnownSettings | null {
  const { data: fields } = RawSettings.safeParse(document);
  if (!fields) return null;
  const read = StoredSettings.safeParse(fields);
  if (read.success) return { settings: read.data, unread: [] };
  const unread = SETTING_NAMES.filter((name) => read.error.issues.some(({ path }) => path[0] === name));
  const { roles } = RawRoles.parse({ roles: fields.roles });
  const listed = (role: string) => Listed.safeParse(roles[role]).data ?? { users: [], groups: [] };
  const closed: StoredSettings = {
    ...EMPTY_SETTINGS,
    roles: { viewer: listed('viewer'), editor: listed('editor'), admin: listed('admin') },
    memberRole: 'none',
    approvals: [...APPROVAL_CHOICES],
  };
  const replaced = Object.fromEntries(unread.map((name) => [name, closed[name]]));
  return { settings: StoredSettings.parse({ ...fields, ...replaced }), unread };
}

/**
 * A document for these settings, which keeps fields that a newer version has added. It uses the editor role's former
 * name, because a process of an earlier version, which doesn't know the new one, would let nobody in.
 */
export function writeSettings(settings: StoredSettings, before: unknown): string {
  const kept = Object.entries(RawSettings.safeParse(before).data ?? {}).filter(([name]) => !isSetting(name));
  const { memberRole, roles, ...others } = StoredSettings.parse(settings);
  const { editor, ...otherRoles } = roles;
  return JSON.stringify({
    ...Object.fromEntries(kept),
    ...others,
    roles: { ...otherRoles, [FORMER_NAME]: editor },
    memberRole: memberRole === 'editor' ? FORMER_NAME : memberRole,
  });
}

const SETTING_NAMES = StoredSettings.keyof().options;

const isSetting = (name: string): boolean => SETTING_NAMES.some((one) => one === name);

/** The settings, and who last saved them; null if nobody has. */
export interface SavedSettings {
  settings: StoredSettings;
  savedBy: string | null;
}

export interface TenantSettings {
  /**
   * @throws {StoreError} if this version can't read all of the settings, because an unread one must not count as empty.
   */
  read(): Promise<StoredSettings>;
  /** @throws {StoreError} if this version can't read any of the settings. */
  readKnown(): Promise<KnownSettings>;
  /** Like `read`, for a form. */
  readSaved(): Promise<SavedSettings>;
  /** Replaces all settings that this version knows. The last write wins. */
  save(settings: StoredSettings, userId: string): Promise<void>;
  /** For a workspace that has installed the bot again. Its settings were kept, so its watch channel applies again. */
  resumeWatch(): Promise<void>;
}
