import * as z from 'zod';
import { action_id, confirm, focus_on_load, max_selected_items, placeholder } from './element-fields.ts';

const menu = { action_id, placeholder, confirm, focus_on_load };
const userId = z.string().regex(/^[UW][A-Z0-9]+$/, 'must be the ID of a user');
const conversationId = z.string().regex(/^[CGD][A-Z0-9]+$/, 'must be the ID of a conversation');

/** The conversations that a menu lists. */
export const conversationFilter = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional(),
  })
  .refine((filter) => Object.values(filter).some((value) => value !== undefined), 'must have at least one field');

const conversations = {
  ...menu,
  default_to_current_conversation: z.boolean().optional(),
  filter: conversationFilter.optional(),
};

const usersSelect = z.strictObject({ type: z.literal('users_select'), ...menu, initial_user: userId.optional() });

const multiUsersSelect = z.strictObject({
  type: z.literal('multi_users_select'),
  ...menu,
  initial_users: z.array(userId).min(1).optional(),
  max_selected_items,
});

const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...conversations,
  initial_conversation: conversationId.optional(),
});

const multiConversationsSelect = z.strictObject({
  type: z.literal('multi_conversations_select'),
  ...conversations,
  initial_conversations: z.array(conversationId).min(1).optional(),
  max_selected_items,
});

/** Menus of users and conversations, whose options come from Slack. */
export const directoryElements = [
  usersSelect,
  multiUsersSelect,
  conversationsSelect,
  multiConversationsSelect,
] as const;

export type ConversationFilter = z.infer<typeof conversationFilter>;
export type DirectoryElement = z.infer<(typeof directoryElements)[number]>;
