import type { Option } from '../block-kit/composition.ts';
import type { JsonObject } from '../json.ts';

/** The input in one element, in the format of Slack's `state.values`. */
export type ElementState =
  | { type: 'plain_text_input'; value: string | null }
  | { type: 'static_select' | 'external_select' | 'radio_buttons'; selected_option: Option | null }
  | {
      type: 'multi_static_select' | 'multi_external_select' | 'checkboxes';
      selected_options: readonly Option[];
    }
  | { type: 'users_select'; selected_user: string | null }
  | { type: 'multi_users_select'; selected_users: readonly string[] }
  | { type: 'conversations_select'; selected_conversation: string | null }
  | { type: 'multi_conversations_select'; selected_conversations: readonly string[] }
  /** In seconds since 1970. */
  | { type: 'datetimepicker'; selected_date_time: number | null }
  | { type: 'file_input'; files: readonly JsonObject[] };

/** By block ID, then action ID. */
export type StateValues = Readonly<Record<string, Readonly<Record<string, ElementState>>>>;
