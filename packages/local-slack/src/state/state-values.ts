import type { Option } from '../block-kit/composition.ts';
import type { JsonObject } from '../json.ts';

/** The input in one element, in the format of Slack's `state.values`. */
export type ElementState =
  | { readonly type: 'plain_text_input'; readonly value: string | null }
  | { readonly type: 'static_select' | 'external_select' | 'radio_buttons'; readonly selected_option: Option | null }
  | {
      readonly type: 'multi_static_select' | 'multi_external_select' | 'checkboxes';
      readonly selected_options: readonly Option[];
    }
  | { readonly type: 'users_select'; readonly selected_user: string | null }
  | { readonly type: 'multi_users_select'; readonly selected_users: readonly string[] }
  | { readonly type: 'conversations_select'; readonly selected_conversation: string | null }
  | { readonly type: 'multi_conversations_select'; readonly selected_conversations: readonly string[] }
  | { readonly type: 'file_input'; readonly files: readonly JsonObject[] };

/** By block ID, then action ID. */
export type StateValues = Readonly<Record<string, Readonly<Record<string, ElementState>>>>;
