import type { types } from '@slack/bolt';
import { type GrantList, type Policy, ROLES } from '../../../core/access.ts';
import { APPROVAL_WORDS } from '../../../core/features/approvals/needed.ts';
import { APPROVAL_CHOICES, type ApprovalChoice, type StoredSettings } from '../../../store/settings-record.ts';
import { actions, button } from '../../blocks/buttons.ts';
import { capital, context, plain, section } from '../../blocks/kit.ts';
import { channel, group, person } from '../../blocks/mentions.ts';
import { choiceInput, formModal } from '../../blocks/modals.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';

const FIELDS = {
  memberRole: 'member_role',
  admins: 'admins',
  adminGroups: 'admin_groups',
  // The name that forms opened by earlier versions have.
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
export const AS_SET = 'as-set';

const MAX_LISTED = 100;

type Fields = Record<keyof typeof FIELDS, string>;

/**
 * The block IDs of a form. Each redraw has new ones, so that Slack drops the earlier input.
 * @param round the number of redraws.
 */
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

/** A form that is redrawn because others saved settings in the meantime. */
interface Again {
  /** Number of redraws. */
  round: number;
  /** The saved settings, if the form shows unsaved changes. */
  base?: StoredSettings;
  /** Changes saved by others. Shown at both ends, because the form doesn't scroll to the top after *Save*. */
  news: readonly string[];
}

interface SettingsFormOptions {
  again?: Again | null;
  /** By ID. */
  groupNames?: ReadonlyMap<string, string> | undefined;
  /** True if someone clicked the button that shows the fields for user groups. */
  withGroups?: boolean;
}

/** The form omits the fields for user groups if there are none, because most workspaces list only people. */
const needsGroups = ({ roles }: StoredSettings): boolean =>
  Object.values(roles).some(({ groups }) => groups.length > 0);

/** Shows the environment's values with the fields. Its lists always apply; its other values are defaults. */
export function settingsModal(
  stored: StoredSettings,
  fixed: Policy,
  origin: Origin,
  { again = null, groupNames = new Map(), withGroups = false }: SettingsFormOptions = {},
): types.ModalView {
  const { base, news = [], round = 0 } = again ?? {};
  const fields = fieldsOf(round);
  // The fields can be added later only if the metadata has the initial settings.
  const hasGroups = withGroups || again !== null || needsGroups(stored) || !fitsIntoForm(stored);
  const listFields = (role: keyof StoredSettings['roles'], people: string, groups: string) => [
    peopleField(role, people, stored.roles[role]),
    ...(hasGroups ? [groupsField(role, groups, stored.roles[role], groupNames)] : []),
    ...fixedLine([...fixed.grants[role].users.map(person), ...fixed.grants[role].groups.map(group)]),
  ];
  return formModal({
    title: 'Settings',
    submit: again === null ? 'Save' : 'Save again',
    callbackId: 'settings',
    metadata: encodeMetadata(
      again === null
        ? { form: 'settings', base: fitsIntoForm(stored) ? stored : undefined, origin }
        : { form: 'settings-again', round, base, origin },
    ),
    blocks: [
      ...news.map(section),
      heading('Access'),
      section(
        'Workspace owners and admins are *admins*; guests have no access. The lists below take precedence: people first, then user groups.',
      ),
      section(ROLES_EXPLAINED),
      choiceInput(fields.memberRole, 'Default role for members', stored.memberRole ?? AS_SET, [
        [AS_SET, `Default (${ROLE_LABELS[fixed.memberRole]})`],
        ...ROLES.map((role) => [role, ROLE_LABELS[role]] as const),
      ]),
      ...listFields('admin', fields.admins, fields.adminGroups),
      ...listFields('editor', fields.editors, fields.editorGroups),
      ...listFields('viewer', fields.viewers, fields.viewerGroups),
      ...(hasGroups ? [] : actions({ ...button('Add user groups…', { do: 'settings' }), action_id: ADD_GROUPS })),
      heading('Channels'),
      {
        type: 'input',
        block_id: fields.channels,
        optional: true,
        label: plain('Allowed channels'),
        hint: plain(
          `${fixed.channels.length === 0 ? 'Leave empty to allow all. ' : ''}Direct messages and the Home tab always work.`,
        ),
        element: {
          type: 'multi_conversations_select',
          action_id: fields.channels,
          placeholder: plain(fixed.channels.length === 0 ? 'All channels' : 'Add channels'),
          filter: CHANNELS_ONLY,
          max_selected_items: MAX_LISTED,
          initial_conversations: stored.channels.length === 0 ? undefined : stored.channels,
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
  viewer: 'Viewer: view only',
  editor: 'Editor: enable, disable, upload, assign',
  admin: 'Admin: everything',
} as const;

const ROLES_EXPLAINED = [
  "*Viewer*: can see Abilities, Agents and the audit log, but can't change anything.",
  '*Editor*: can also enable, disable, upload and assign Abilities, edit trigger words, and undo changes.',
  '*Admin*: can also delete and replace Abilities, approve requests, and change these settings.',
].join('\n');

/** Excludes direct messages, which are always allowed and too private for announcements. */
const CHANNELS_ONLY: types.MultiConversationsSelect['filter'] = {
  include: ['public', 'private'],
  exclude_bot_users: true,
};

const APPROVAL_NOTES: Partial<Record<ApprovalChoice, string>> = {
  'delete-enabled': 'Not needed for disabled Abilities, unless disabling needs approval too.',
  update: 'Includes zips, rollbacks and releases. Applies to admins too.',
  'update-grown': 'Compared with the current code. Also if that is unknown, and for releases.',
  disable: 'Applies to admins too. Quiet and disabling for a time are then refused.',
  'replace-enabled': 'Not needed for disabled Abilities, unless disabling needs approval too.',
};

function approvalsField(id: string, chosen: readonly ApprovalChoice[]): types.InputBlock {
  const options = APPROVAL_CHOICES.map((choice) => {
    const note = APPROVAL_NOTES[choice];
    return {
      text: plain(capital(APPROVAL_WORDS[choice])),
      value: choice,
      description: note === undefined ? undefined : plain(note),
    };
  });
  const initial = options.filter(({ value }) => chosen.includes(value));
  return {
    type: 'input',
    block_id: id,
    optional: true,
    label: plain('Require approval for'),
    hint: plain('Each selected change needs the approval of another admin.'),
    element: {
      type: 'checkboxes',
      action_id: id,
      options,
      initial_options: initial.length === 0 ? undefined : initial,
    },
  };
}

/** Action ID of the button that shows the fields for user groups. A version that doesn't know it runs the value. */
export const ADD_GROUPS = 'add-user-groups';

const peopleField = (role: string, block: string, { users }: GrantList): types.InputBlock => ({
  type: 'input',
  block_id: block,
  optional: true,
  label: plain(`${capital(role)}: people`),
  element: {
    type: 'multi_users_select',
    action_id: block,
    placeholder: plain('Add people'),
    max_selected_items: MAX_LISTED,
    initial_users: users.length === 0 ? undefined : [...users],
  },
});

/** @param names by ID. A group whose name is unknown is shown by its ID. */
function groupsField(
  role: string,
  block: string,
  { groups }: GrantList,
  names: ReadonlyMap<string, string>,
): types.InputBlock {
  const initial = groups.map((id) => ({ text: plain(names.get(id) ?? id, 75), value: id }));
  return {
    type: 'input',
    block_id: block,
    optional: true,
    label: plain(`${capital(role)}: user groups`),
    element: {
      type: 'multi_external_select',
      action_id: block,
      placeholder: plain('Add user groups'),
      min_query_length: 0,
      max_selected_items: 25,
      initial_options: initial.length === 0 ? undefined : initial,
    },
  };
}

const fixedLine = (names: readonly string[]): types.KnownBlock[] =>
  names.length === 0 ? [] : [context(`Always included (set in the environment): ${names.slice(0, 30).join(', ')}`)];

const oneChannel = (id: string, label: string, chosen: string | null, fixed: string | null): types.InputBlock => ({
  type: 'input',
  block_id: id,
  optional: true,
  label: plain(label),
  hint: plain(
    fixed === null ? 'Leave empty for none. Invite me to the channel first.' : 'Leave empty to use the default.',
  ),
  element: {
    type: 'conversations_select',
    action_id: id,
    placeholder: plain(fixed === null ? 'None' : 'Default'),
    filter: CHANNELS_ONLY,
    initial_conversation: chosen ?? undefined,
  },
});

/** True if the settings fit into a form's metadata, which Slack limits to 3,000 characters. */
export const fitsIntoForm = (settings: StoredSettings): boolean => JSON.stringify(settings).length <= 2200;
