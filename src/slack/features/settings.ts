import * as z from 'zod';
import { decideRole, mergePolicy, ROLES } from '../../core/access.ts';
import type { StoredSettings } from '../../store/settings-record.ts';
import { AS_SET, SETTINGS_FIELDS } from '../blocks/settings.ts';
import type { Read } from '../payloads/form-values.ts';
import type { View } from '../payloads/payloads.ts';
import type { Workspace } from '../workspace.ts';

const Users = z.object({ selected_users: z.array(z.string()) });
const Groups = z.object({ selected_options: z.array(z.object({ value: z.string().regex(/^S[A-Z0-9]+$/) })) });
const Channels = z.object({ selected_conversations: z.array(z.string()) });
const Channel = z.object({ selected_conversation: z.string().nullish() });
const Choice = z.object({ selected_option: z.object({ value: z.string() }) });
const MemberRole = z.enum(ROLES);

/** What was filled in for the settings, all of it: a field that is left empty is empty from now on. */
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

/** The settings, unless whoever saves them would lose the right to: then nobody may be left who could mend it. */
export async function readSettings(
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
