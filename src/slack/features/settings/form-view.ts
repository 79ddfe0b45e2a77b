import type { types } from '@slack/bolt';
import * as z from 'zod';
import { type GrantList, type Policy, ROLES } from '../../../core/access.ts';
import type { StoredSettings } from '../../../store/settings-record.ts';
import { capital, context, plain, section } from '../../blocks/kit.ts';
import { channel, group, person } from '../../blocks/mentions.ts';
import { choiceInput, formModal } from '../../blocks/modals.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import type { View } from '../../payloads/payloads.ts';

export const SETTINGS_FIELDS = {
  memberRole: 'member_role',
  admins: 'admins',
  adminGroups: 'admin_groups',
  operators: 'operators',
  operatorGroups: 'operator_groups',
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

/** Roles, channels and notifications. Values set by the environment are shown next to each field and always apply. */
export const settingsModal = (stored: StoredSettings, fixed: Policy, origin: Origin): types.ModalView =>
  formModal({
    title: 'Settings',
    submit: 'Save',
    callbackId: 'settings',
    metadata: encodeMetadata({ form: 'settings', origin }),
    blocks: [
      section(
        'Workspace admins and owners are *admin*, guests have no access. The lists below take precedence: people first, then user groups.',
      ),
      choiceInput(SETTINGS_FIELDS.memberRole, 'Everyone else (full members)', stored.memberRole ?? AS_SET, [
        [AS_SET, `Default (${fixed.memberRole})`],
        ...ROLES.map((role) => [role, ROLE_LABELS[role]] as const),
      ]),
      ...listFields('admin', stored.roles.admin, fixed.grants.admin),
      ...listFields('operator', stored.roles.operator, fixed.grants.operator),
      ...listFields('viewer', stored.roles.viewer, fixed.grants.viewer),
      {
        type: 'input',
        block_id: SETTINGS_FIELDS.channels,
        optional: true,
        label: plain('Allowed channels'),
        hint: plain('Leave empty to allow all. Direct messages and the Home tab always work.'),
        element: {
          type: 'multi_conversations_select',
          action_id: SETTINGS_FIELDS.channels,
          filter: CHANNELS_ONLY,
          max_selected_items: MAX_LISTED,
          ...(stored.channels.length === 0 ? {} : { initial_conversations: stored.channels }),
        },
      },
      ...fixedLine(fixed.channels.map(channel)),
      oneChannel(SETTINGS_FIELDS.auditChannel, 'Announce every change in', stored.auditChannel, fixed.auditChannel),
      oneChannel(
        SETTINGS_FIELDS.watchChannel,
        'Announce changes made outside Slack in',
        stored.watchChannel,
        fixed.watchChannel,
      ),
      approvalsField(stored, fixed),
    ],
  });

const ROLE_LABELS = {
  none: 'None: no access',
  viewer: 'Viewer: see everything',
  operator: 'Operator: enable, disable, upload, assign',
  admin: 'Admin: everything',
} as const;

/** Excludes direct messages, which are always allowed and too private for announcements. */
const CHANNELS_ONLY: types.MultiConversationsSelect['filter'] = {
  include: ['public', 'private'],
  exclude_bot_users: true,
};

/** There is no choice if the environment already requires approvals. */
function approvalsField({ approvals }: StoredSettings, fixed: Policy): types.KnownBlock {
  const label = 'Deleting or replacing an enabled Ability';
  if (fixed.approvals) return context(`${label} needs another admin's approval (set by the operator).`);
  return choiceInput(SETTINGS_FIELDS.approvals, label, approvals ? 'on' : 'off', [
    ['on', "Needs another admin's approval"],
    ['off', 'Needs only a confirmation'],
  ]);
}

const FIELDS_OF = {
  admin: [SETTINGS_FIELDS.admins, SETTINGS_FIELDS.adminGroups],
  operator: [SETTINGS_FIELDS.operators, SETTINGS_FIELDS.operatorGroups],
  viewer: [SETTINGS_FIELDS.viewers, SETTINGS_FIELDS.viewerGroups],
} as const;

function listFields(role: keyof typeof FIELDS_OF, { groups, users }: GrantList, fixed: GrantList): types.KnownBlock[] {
  const [people, userGroups] = FIELDS_OF[role];
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
  names.length === 0 ? [] : [context(`Also, set by the operator: ${names.slice(0, 30).join(', ')}`)];

const oneChannel = (id: string, label: string, chosen: string | null, fixed: string | null): types.InputBlock => ({
  type: 'input',
  block_id: id,
  optional: true,
  label: plain(label),
  hint: plain(
    fixed === null ? 'Leave empty for none. Invite me there first.' : "Leave empty for the operator's default.",
  ),
  element: {
    type: 'conversations_select',
    action_id: id,
    filter: CHANNELS_ONLY,
    ...(chosen === null ? {} : { initial_conversation: chosen }),
  },
});

const Users = z.object({ selected_users: z.array(z.string()) });
const Groups = z.object({ selected_options: z.array(z.object({ value: z.string().regex(/^S[A-Z0-9]+$/) })) });
const Channels = z.object({ selected_conversations: z.array(z.string()) });
const Channel = z.object({ selected_conversation: z.string().nullish() });
const Choice = z.object({ selected_option: z.object({ value: z.string() }) });
const MemberRole = z.enum(ROLES);

/** Reads all settings; an empty field clears its setting. */
export function readFields(view: View): StoredSettings {
  const value = <T>(schema: z.ZodType<T>, block: string): T | null =>
    schema.safeParse(view.state.values[block]?.[block]).data ?? null;
  const listed = (users: string, groups: string) => ({
    users: value(Users, users)?.selected_users ?? [],
    groups: (value(Groups, groups)?.selected_options ?? []).map((option) => option.value),
  });
  const chosen = (block: string) => value(Choice, block)?.selected_option.value ?? AS_SET;
  const approvals = chosen(SETTINGS_FIELDS.approvals);
  return {
    roles: {
      admin: listed(SETTINGS_FIELDS.admins, SETTINGS_FIELDS.adminGroups),
      operator: listed(SETTINGS_FIELDS.operators, SETTINGS_FIELDS.operatorGroups),
      viewer: listed(SETTINGS_FIELDS.viewers, SETTINGS_FIELDS.viewerGroups),
    },
    memberRole: MemberRole.safeParse(chosen(SETTINGS_FIELDS.memberRole)).data ?? null,
    channels: value(Channels, SETTINGS_FIELDS.channels)?.selected_conversations ?? [],
    auditChannel: value(Channel, SETTINGS_FIELDS.auditChannel)?.selected_conversation ?? null,
    watchChannel: value(Channel, SETTINGS_FIELDS.watchChannel)?.selected_conversation ?? null,
    approvals: approvals === AS_SET ? null : approvals === 'on',
  };
}
