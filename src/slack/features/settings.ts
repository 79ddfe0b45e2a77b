import type { types } from '@slack/bolt';
import * as z from 'zod';
import { decideRole, type GrantList, mergePolicy, type Policy, ROLES } from '../../core/access.ts';
import { settingsChanges } from '../../core/features/settings.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { StoredSettings } from '../../store/settings-record.ts';
import type { Drawings, DrawnOutcome } from '../blocks/drawing.ts';
import { capital, context, foreign, plain, section } from '../blocks/kit.ts';
import { channel, group, person } from '../blocks/mentions.ts';
import { choiceInput, formModal } from '../blocks/modals.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import { errorsAt, type Forms, type Read } from '../payloads/form-values.ts';
import type { View } from '../payloads/payloads.ts';
import { tell } from '../request/announce.ts';
import type { Workspace } from '../workspace.ts';

const Users = z.object({ selected_users: z.array(z.string()) });
const Groups = z.object({ selected_options: z.array(z.object({ value: z.string().regex(/^S[A-Z0-9]+$/) })) });
const Channels = z.object({ selected_conversations: z.array(z.string()) });
const Channel = z.object({ selected_conversation: z.string().nullish() });
const Choice = z.object({ selected_option: z.object({ value: z.string() }) });
const MemberRole = z.enum(ROLES);

/** Reads all settings; an empty field clears its setting. */
function readFields(view: View): StoredSettings {
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

/** Rejects settings that would remove the user's own admin role: there might be no admin left to correct that. */
async function readSettings(
  view: View,
  userId: string,
  { config, people }: Pick<Workspace, 'config' | 'people'>,
): Promise<Read<StoredSettings>> {
  const value = readFields(view);
  const { grants, memberRole } = mergePolicy(config.policy, value);
  const groups = [...new Set(Object.values(grants).flatMap((list) => list.groups))];
  const error = (sentence: string) => ({ ok: false as const, errors: { [SETTINGS_FIELDS.admins]: sentence } });
  try {
    const [kind, groupIds] = await Promise.all([people.kindOf(userId), people.groupsOf(userId, groups)]);
    const { role } = decideRole({ userId, kind, groupIds }, grants, memberRole);
    if (role === 'admin') return { ok: true, value };
    return error(`You would not be admin any more, but ${role}. Add yourself here, or let another admin do this.`);
  } catch {
    return error(
      'Slack did not tell me whether you would still be admin. Nothing was saved. Press Save again in a minute.',
    );
  }
}

/**
 * Announces the changed settings in the audit channel, and also in the previous one, so that no admin can silence it
 * unnoticed. Never throws.
 * @param notice mrkdwn.
 */
async function announceSettings(
  outcome: DrawnOutcome<'settings-saved'>,
  notice: string,
  workspace: Workspace,
): Promise<undefined> {
  const channels = [outcome.before, outcome.after].map(
    (stored) => mergePolicy(workspace.config.policy, stored).auditChannel,
  );
  for (const channel of new Set(channels)) if (channel !== null) await tell(channel, null, notice, workspace);
}

/** Not a mention, which would notify the whole group in the audit channel. */
const groupName = (id: string) => `group ${id}`;

const MENTIONS = { U: person, W: person, S: groupName, C: channel, G: channel } as const;

/**
 * A setting's value, with its IDs rendered as names, except truncated ones.
 * @param most characters before the IDs are rendered.
 */
export const settingWords = (words: string, most: number): string =>
  foreign(words, most).replace(/\b([UWSCG])[A-Z0-9]{2,}\b(?!…)/g, (id, letter: keyof typeof MENTIONS) =>
    MENTIONS[letter](id),
  );

/** Maximum characters of each value, before and after. */
const MAX_EACH = 120;

function settingsSavedSentence({ after, before }: Extract<Outcome, { kind: 'settings-saved' }>, by: string): string {
  const changes = settingsChanges(before, after).map(
    (change) =>
      `• ${change.setting}: ${settingWords(change.before, MAX_EACH)} → ${settingWords(change.after, MAX_EACH)}`,
  );
  return [`Settings saved ${by}. They hold at once.`, ...changes].join('\n');
}

const SETTINGS_FIELDS = {
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
const settingsModal = (stored: StoredSettings, fixed: Policy, origin: Origin): types.ModalView =>
  formModal({
    title: 'Settings',
    submit: 'Save',
    callbackId: 'settings',
    metadata: encodeMetadata({ form: 'settings', origin }),
    blocks: [
      section(
        'Admins and owners of the workspace are *admin*, unless they are listed below. Guests and people from other workspaces are *none*. Who is listed by name counts before groups, and groups before the rest.',
      ),
      choiceInput(SETTINGS_FIELDS.memberRole, 'Full members who are not listed', stored.memberRole ?? AS_SET, [
        [AS_SET, `As set by whoever runs the bot (${fixed.memberRole})`],
        ...ROLES.map((role) => [role, ROLE_LABELS[role]] as const),
      ]),
      ...listFields('admin', stored.roles.admin, fixed.grants.admin),
      ...listFields('operator', stored.roles.operator, fixed.grants.operator),
      ...listFields('viewer', stored.roles.viewer, fixed.grants.viewer),
      {
        type: 'input',
        block_id: SETTINGS_FIELDS.channels,
        optional: true,
        label: plain('Only in these channels'),
        hint: plain('Empty: everywhere. Direct messages and the Home tab are always open.'),
        element: {
          type: 'multi_conversations_select',
          action_id: SETTINGS_FIELDS.channels,
          filter: CHANNELS_ONLY,
          max_selected_items: MAX_LISTED,
          ...(stored.channels.length === 0 ? {} : { initial_conversations: stored.channels }),
        },
      },
      ...fixedLine(fixed.channels.map(channel)),
      oneChannel(SETTINGS_FIELDS.auditChannel, 'Tell every change in', stored.auditChannel, fixed.auditChannel),
      oneChannel(
        SETTINGS_FIELDS.watchChannel,
        'Tell what changed outside Slack in',
        stored.watchChannel,
        fixed.watchChannel,
      ),
      approvalsField(stored, fixed),
    ],
  });

const ROLE_LABELS = {
  none: 'None: may do nothing',
  viewer: 'Viewer: look',
  operator: 'Operator: switch, assign, upload',
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
  if (fixed.approvals) return context(`${label} waits until another admin approves, as set by whoever runs the bot.`);
  return choiceInput(SETTINGS_FIELDS.approvals, label, approvals ? 'on' : 'off', [
    ['on', 'Waits until another admin approves'],
    ['off', 'At once, after the question'],
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
  names.length === 0 ? [] : [context(`Besides, set by whoever runs the bot: ${names.slice(0, 30).join(', ')}`)];

const oneChannel = (id: string, label: string, chosen: string | null, fixed: string | null): types.InputBlock => ({
  type: 'input',
  block_id: id,
  optional: true,
  label: plain(label),
  hint: plain(
    fixed === null ? 'Empty: nowhere. Invite me there first.' : 'Empty: the one that whoever runs the bot has set.',
  ),
  element: {
    type: 'conversations_select',
    action_id: id,
    filter: CHANNELS_ONLY,
    ...(chosen === null ? {} : { initial_conversation: chosen }),
  },
});

export const settingsDrawings: Drawings<'settings-form' | 'settings-saved' | 'settings-unchanged'> = {
  'settings-form': { form: ({ fixed, stored }, { origin }) => settingsModal(stored, fixed, origin) },
  'settings-saved': {
    notice: (outcome, { by }) => settingsSavedSentence(outcome, by),
    announce: async (outcome, { notice }, workspace) => announceSettings(outcome, notice, workspace),
  },
  'settings-unchanged': { notice: () => 'The settings were so already. Nothing changed.' },
};

export const settingsForms: Forms<'settings'> = {
  settings: {
    verb: 'settings',
    submit: async ({ payload }, workspace) => {
      const settings = await readSettings(payload.view, payload.user.id, workspace);
      if (!settings.ok) return errorsAt(settings.errors);
      return { command: { verb: 'save-settings', settings: settings.value } };
    },
  },
};
