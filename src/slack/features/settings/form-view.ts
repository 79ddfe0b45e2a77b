import type { types } from '@slack/bolt';
import * as z from 'zod';
import { type GrantList, type Policy, ROLES } from '../../../core/access.ts';
import { APPROVAL_WORDS } from '../../../core/features/approvals/needed.ts';
import {
  APPROVAL_CHOICES,
  type ApprovalChoice,
  MemberRole,
  OLD_APPROVALS,
  type StoredSettings,
} from '../../../store/settings-record.ts';
import { capital, context, plain, section } from '../../blocks/kit.ts';
import { channel, group, person } from '../../blocks/mentions.ts';
import { choiceInput, formModal } from '../../blocks/modals.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import type { ShownView, View } from '../../payloads/payloads.ts';

const FIELDS = {
  memberRole: 'member_role',
  admins: 'admins',
  adminGroups: 'admin_groups',
  // As in forms that earlier versions opened.
  editors: 'operators',
  editorGroups: 'operator_groups',
  viewers: 'viewers',
  viewerGroups: 'viewer_groups',
  channels: 'channels',
  auditChannel: 'audit_channel',
  watchChannel: 'watch_channel',
  approvals: 'approvals',
} as const;

/** Selected when the environment decides. */
const AS_SET = 'as-set';

const MAX_LISTED = 100;

type Fields = Record<keyof typeof FIELDS, string>;

/** The block IDs of a form. @param round how often it was drawn again. */
export function fieldsOf(round: number): Fields {
  if (round === 0) return FIELDS;
  const again = (id: string) => `${id}.${round}`;
  return {
    memberRole: again(FIELDS.memberRole),
    admins: again(FIELDS.admins),
    adminGroups: again(FIELDS.adminGroups),
    editors: again(FIELDS.editors),
    editorGroups: again(FIELDS.editorGroups),
    viewers: again(FIELDS.viewers),
    viewerGroups: again(FIELDS.viewerGroups),
    channels: again(FIELDS.channels),
    auditChannel: again(FIELDS.auditChannel),
    watchChannel: again(FIELDS.watchChannel),
    approvals: again(FIELDS.approvals),
  };
}

/** A form that is drawn again, because others saved settings meanwhile. */
interface Again {
  /** How often it was drawn again. */
  round: number;
  /** What is saved, if the form shows it with unsaved changes. */
  base?: StoredSettings;
  /** What others saved. At both ends: the form stays scrolled to where *Save* was pressed. */
  news: readonly string[];
}

/** Roles, channels and notifications. Values set by the environment are shown next to each field and always apply. */
export function settingsModal(
  stored: StoredSettings,
  fixed: Policy,
  origin: Origin,
  again: Again | null = null,
): types.ModalView {
  const { base, news = [], round = 0 } = again ?? {};
  const fields = fieldsOf(round);
  return formModal({
    title: 'Settings',
    submit: again === null ? 'Save' : 'Save again',
    callbackId: 'settings',
    metadata: encodeMetadata(
      again === null
        ? { form: 'settings', ...(fitsIntoForm(stored) ? { base: stored } : {}), origin }
        : { form: 'settings-again', round, ...(base ? { base } : {}), origin },
    ),
    blocks: [
      ...news.map(section),
      heading('Access'),
      section(
        'Workspace admins and owners are *admin*, guests have no access. The lists below take precedence: people first, then user groups.',
      ),
      section(ROLES_EXPLAINED),
      choiceInput(fields.memberRole, 'Default role for members', stored.memberRole ?? AS_SET, [
        [AS_SET, `Default (${ROLE_LABELS[fixed.memberRole]})`],
        ...ROLES.map((role) => [role, ROLE_LABELS[role]] as const),
      ]),
      ...listFields('admin', [fields.admins, fields.adminGroups], stored.roles.admin, fixed.grants.admin),
      ...listFields('editor', [fields.editors, fields.editorGroups], stored.roles.editor, fixed.grants.editor),
      ...listFields('viewer', [fields.viewers, fields.viewerGroups], stored.roles.viewer, fixed.grants.viewer),
      heading('Channels'),
      {
        type: 'input',
        block_id: fields.channels,
        optional: true,
        label: plain('Allowed channels'),
        hint: plain('Leave empty to allow all. Direct messages and the Home tab always work.'),
        element: {
          type: 'multi_conversations_select',
          action_id: fields.channels,
          placeholder: plain('All channels'),
          filter: CHANNELS_ONLY,
          max_selected_items: MAX_LISTED,
          ...(stored.channels.length === 0 ? {} : { initial_conversations: stored.channels }),
        },
      },
      ...fixedLine(fixed.channels.map(channel)),
      heading('Announcements'),
      oneChannel(fields.auditChannel, 'Announce every change in', stored.auditChannel, fixed.auditChannel),
      oneChannel(
        fields.watchChannel,
        'Announce changes made outside Slack in',
        stored.watchChannel,
        fixed.watchChannel,
      ),
      heading('Approvals'),
      approvalsField(fields.approvals, stored.approvals),
      ...fixedLine(fixed.approvals.map((choice) => APPROVAL_WORDS[choice])),
      ...news.map(section),
    ],
  });
}

const heading = (text: string): types.HeaderBlock => ({ type: 'header', text: plain(text) });

const ROLE_LABELS = {
  none: 'None: no access',
  viewer: 'Viewer: see everything',
  editor: 'Editor: enable, disable, upload, assign',
  admin: 'Admin: everything',
} as const;

const ROLES_EXPLAINED = [
  '*Viewer*: sees Abilities, Agents and the audit log, and changes nothing.',
  '*Editor*: also enables, disables, uploads and assigns Abilities, edits trigger words, and undoes changes.',
  '*Admin*: also deletes and replaces Abilities, approves requests, and changes these settings.',
].join('\n');

/** Excludes direct messages, which are always allowed and too private for announcements. */
const CHANNELS_ONLY: types.MultiConversationsSelect['filter'] = {
  include: ['public', 'private'],
  exclude_bot_users: true,
};

const APPROVAL_NOTES: Partial<Record<ApprovalChoice, string>> = {
  'delete-enabled': 'Disabling first avoids the approval, unless that needs one too.',
  update: 'With a zip, an earlier version or a release. Editors ask an admin.',
  disable: 'Editors ask an admin.',
  'replace-enabled': 'Disabling first avoids the approval, unless that needs one too.',
};

function approvalsField(id: string, chosen: readonly ApprovalChoice[]): types.InputBlock {
  const options = APPROVAL_CHOICES.map((choice) => {
    const note = APPROVAL_NOTES[choice];
    return {
      text: plain(capital(APPROVAL_WORDS[choice])),
      value: choice,
      ...(note === undefined ? {} : { description: plain(note) }),
    };
  });
  const initial = options.filter(({ value }) => chosen.includes(value));
  return {
    type: 'input',
    block_id: id,
    optional: true,
    label: plain("Another admin's approval is needed for"),
    hint: plain('If nothing is selected, everybody with the role makes these changes alone.'),
    element: {
      type: 'checkboxes',
      action_id: id,
      options,
      ...(initial.length === 0 ? {} : { initial_options: initial }),
    },
  };
}

function listFields(
  role: keyof StoredSettings['roles'],
  [people, userGroups]: readonly [string, string],
  { groups, users }: GrantList,
  fixed: GrantList,
): types.KnownBlock[] {
  const label = capital(role);
  return [
    {
      type: 'input',
      block_id: people,
      optional: true,
      label: plain(`${label}: people`),
      element: {
        type: 'multi_users_select',
        action_id: people,
        placeholder: plain('Add people'),
        max_selected_items: MAX_LISTED,
        ...(users.length === 0 ? {} : { initial_users: [...users] }),
      },
    },
    {
      type: 'input',
      block_id: userGroups,
      optional: true,
      label: plain(`${label}: user groups`),
      element: {
        type: 'multi_external_select',
        action_id: userGroups,
        placeholder: plain('Add user groups'),
        min_query_length: 0,
        max_selected_items: 25,
        // Slack does not provide group names here; only the ID matters.
        ...(groups.length === 0 ? {} : { initial_options: groups.map((id) => ({ text: plain(id, 75), value: id })) }),
      },
    },
    ...fixedLine([...fixed.users.map(person), ...fixed.groups.map(group)]),
  ];
}

const fixedLine = (names: readonly string[]): types.KnownBlock[] =>
  names.length === 0 ? [] : [context(`Always included (set in the environment): ${names.slice(0, 30).join(', ')}`)];

const oneChannel = (id: string, label: string, chosen: string | null, fixed: string | null): types.InputBlock => ({
  type: 'input',
  block_id: id,
  optional: true,
  label: plain(label),
  hint: plain(fixed === null ? 'Leave empty for none. Invite me there first.' : 'Leave empty to use the default.'),
  element: {
    type: 'conversations_select',
    action_id: id,
    placeholder: plain(fixed === null ? 'None' : 'Default'),
    filter: CHANNELS_ONLY,
    ...(chosen === null ? {} : { initial_conversation: chosen }),
  },
});

// Slack's own selects offer only these, but a payload may have been made by hand.
const UserId = z.string().regex(/^[UW][A-Z0-9]+$/);
const ChannelId = z.string().regex(/^[CG][A-Z0-9]+$/);
const Users = z.object({ selected_users: z.array(UserId) });
const GroupId = z.string().regex(/^S[A-Z0-9]+$/);
const Groups = z.object({ selected_options: z.array(z.object({ value: GroupId })) });
const Channels = z.object({ selected_conversations: z.array(ChannelId) });
const Channel = z.object({ selected_conversation: ChannelId.nullish() });
const Choice = z.object({ selected_option: z.object({ value: z.string() }) });
const Approvals = z.union([
  z
    .object({ selected_options: z.array(z.object({ value: z.enum(APPROVAL_CHOICES) })) })
    .transform(({ selected_options }) => selected_options.map(({ value }) => value)),
  // A form that was open before the choices existed.
  z
    .object({ selected_option: z.object({ value: z.enum(['off', 'on', 'all']) }) })
    .transform(({ selected_option }): ApprovalChoice[] => OLD_APPROVALS[selected_option.value]),
]);

/**
 * What somebody entered; an empty field clears its setting.
 * @param shown its approvals stay if the form has no choices for them that can be read: they restrict admins.
 */
export function readFields({ state }: View, round: number, shown: Pick<StoredSettings, 'approvals'>): StoredSettings {
  return readForm(round, shown.approvals, (block) => state.values[block]?.[block]);
}

const ShownField = z.object({
  block_id: z.string(),
  element: z.object({
    initial_users: z.array(z.string()).optional(),
    initial_options: z.array(z.object({ value: z.string() })).optional(),
    initial_conversations: z.array(z.string()).optional(),
    initial_conversation: z.string().optional(),
    initial_option: z.object({ value: z.string() }).optional(),
  }),
});

/**
 * What a form showed before somebody changed it, for settings that do not fit into its metadata; null if Slack did not
 * send it along.
 */
export function readInitial({ blocks }: ShownView, round: number): StoredSettings | null {
  const shown = new Map(
    blocks.flatMap((block) => {
      const { data } = ShownField.safeParse(block);
      return data ? [[data.block_id, data.element]] : [];
    }),
  );
  if (!shown.has(fieldsOf(round).admins)) return null;
  return readForm(round, [], (block) => {
    const field = shown.get(block) ?? {};
    return {
      selected_users: field.initial_users ?? [],
      selected_options: field.initial_options ?? [],
      selected_conversations: field.initial_conversations ?? [],
      selected_conversation: field.initial_conversation,
      selected_option: field.initial_option,
    };
  });
}

/**
 * @param approvals if the form has none that can be read.
 * @param fieldValue the value of a field by its block ID, as Slack sends it.
 */
function readForm(round: number, approvals: ApprovalChoice[], fieldValue: (block: string) => unknown): StoredSettings {
  const fields = fieldsOf(round);
  const value = <T>(schema: z.ZodType<T>, block: string): T | null => schema.safeParse(fieldValue(block)).data ?? null;
  const listed = (users: string, groups: string) => ({
    users: value(Users, users)?.selected_users ?? [],
    groups: (value(Groups, groups)?.selected_options ?? []).map((option) => option.value),
  });
  const chosen = (block: string) => value(Choice, block)?.selected_option.value ?? AS_SET;
  return {
    roles: {
      admin: listed(fields.admins, fields.adminGroups),
      editor: listed(fields.editors, fields.editorGroups),
      viewer: listed(fields.viewers, fields.viewerGroups),
    },
    memberRole: MemberRole.safeParse(chosen(fields.memberRole)).data ?? null,
    channels: value(Channels, fields.channels)?.selected_conversations ?? [],
    auditChannel: value(Channel, fields.auditChannel)?.selected_conversation ?? null,
    watchChannel: value(Channel, fields.watchChannel)?.selected_conversation ?? null,
    approvals: value(Approvals, fields.approvals) ?? approvals,
  };
}

/** Whether the settings fit into the metadata of a form, which Slack limits to 3,000 characters. */
export const fitsIntoForm = (settings: StoredSettings): boolean => JSON.stringify(settings).length <= 2200;
