import * as z from 'zod';

const SlackIds = z.array(z.string().min(1).max(255));
const Listed = z.strictObject({ users: SlackIds, groups: SlackIds });

/**
 * The changes that can require a second admin; `delete` and `replace` include those of enabled Abilities.
 * `update-grown`: an update or a replacement whose code names more than the current code.
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

/** The meaning of the single setting of older versions. */
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

/** The former name of the role of editors, in the store, in forms and in the environment. */
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
 * The settings of a workspace, made by its admins. Stored as JSON.
 *
 * A newer version may add fields, which are ignored and kept. A field that restricts access belongs in `roles`, which is
 * strict: a person must not be given a role by part of the lists.
 */
export const StoredSettings = z.object({
  /** Users and user groups by role, as IDs. */
  roles: z.preprocess(byCurrentNames, z.strictObject({ viewer: Listed, editor: Listed, admin: Listed })),
  /** Role of full members who are in no list; null: the default of the environment. */
  memberRole: MemberRole.nullable(),
  /** Channels where the bot may be used; empty: everywhere. */
  channels: SlackIds,
  /** The channel for announcements of changes made here, and outside Slack; null: none. */
  auditChannel: z.string().min(1).max(255).nullable(),
  watchChannel: z.string().min(1).max(255).nullable(),
  /** Changes that need a second admin, in addition to those in the environment. */
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

/** Settings as far as this version can read them. */
export interface KnownSettings {
  /** A field that could not be read grants nothing. */
  settings: StoredSettings;
  unread: readonly StoredSettingName[];
}

const RawSettings = z.record(z.string(), z.unknown());
const RawRoles = z.object({ roles: z.preprocess(byCurrentNames, RawSettings).catch({}) });

/** Null if the document has no fields. */
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
 * A document for these settings, with the fields of a newer version that it had before. The role of editors keeps its
 * former name in it, because a process of an earlier version would let nobody in.
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

/** The settings, with the person who saved them last; null if nobody did. */
export interface SavedSettings {
  settings: StoredSettings;
  savedBy: string | null;
}

export interface TenantSettings {
  /** @throws {StoreError} if this version cannot read all of them: they must not be treated as empty. */
  read(): Promise<StoredSettings>;
  /** @throws {StoreError} if this version can read none of them. */
  readKnown(): Promise<KnownSettings>;
  /** The same as `read`, for a form. */
  readSaved(): Promise<SavedSettings>;
  /** Replaces all that this version knows; the last write wins. */
  save(settings: StoredSettings, userId: string): Promise<void>;
  /** For a workspace that installed the bot again: its settings were kept, so its watch channel applies again. */
  resumeWatch(): Promise<void>;
}
