import type { SelectElement } from './element-props.ts';

/** The placeholder of a menu for which the app sets none. */
export function defaultPlaceholder({ type }: SelectElement): string {
  switch (type) {
    case 'static_select':
    case 'external_select':
      return 'Choose an option';
    case 'multi_static_select':
    case 'multi_external_select':
      return 'Choose options';
    case 'users_select':
      return 'Choose a person';
    case 'multi_users_select':
      return 'Choose people';
    case 'conversations_select':
      return 'Choose a conversation';
    case 'multi_conversations_select':
      return 'Choose conversations';
  }
}
