import * as z from 'zod';
import {
  APPROVAL_CHOICES,
  type ApprovalChoice,
  MemberRole,
  OLD_APPROVALS,
  type StoredSettings,
} from '../../../store/settings-record.ts';
import type { ShownView, View } from '../../payloads/payloads.ts';
import { AS_SET, fieldsOf } from './form-view.ts';

// Slack's selects offer only IDs of this form, but a payload may be forged.
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
  // Sent by forms that earlier versions opened, with a single choice.
  z
    .object({ selected_option: z.object({ value: z.enum(['off', 'on', 'all']) }) })
    .transform(({ selected_option }): ApprovalChoice[] => OLD_APPROVALS[selected_option.value]),
]);

/**
 * The submitted values; an empty field clears its setting.
 * @param shown the settings that the form showed. Their approvals are kept if the form has no readable ones, so that
 * no restriction is lost.
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

/** The form's initial values, for settings that do not fit into its metadata; null if Slack did not send them. */
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
 * @param approvals used if the form has no readable ones.
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
