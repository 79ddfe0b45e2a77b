import type { Option } from './composition.ts';
import type { ConversationFilter, DirectoryElement } from './directory-elements.ts';
import type { ChoiceElement } from './elements.ts';

export interface ListedPerson {
  id: string;
  name: string;
}

export interface ListedConversation {
  id: string;
  /** Display name: `#general`, or the other person in a direct message. */
  name: string;
  type: NonNullable<ConversationFilter['include']>[number];
  /** Shared with another organization through Slack Connect. */
  isExtShared: boolean;
  isWithBot: boolean;
}

/** The options for one person in menus of users and conversations. */
export interface Directory {
  people: readonly ListedPerson[];
  conversations: readonly ListedConversation[];
}

const types: ReadonlySet<string> = new Set<DirectoryElement['type']>([
  'users_select',
  'multi_users_select',
  'conversations_select',
  'multi_conversations_select',
]);

export function isDirectoryElement(element: ChoiceElement): element is DirectoryElement {
  return types.has(element.type);
}

/** The options of a menu of users or conversations. Their values are IDs. */
export function directoryOptions(element: DirectoryElement, { people, conversations }: Directory): Option[] {
  const isOfPeople = element.type === 'users_select' || element.type === 'multi_users_select';
  const listed = isOfPeople ? people : conversations.filter((found) => passesFilter(found, element.filter));
  return listed.map(({ id, name }) => namedOption(id, name));
}

export function passesFilter(
  { type, isExtShared, isWithBot }: ListedConversation,
  { include, exclude_bot_users, exclude_external_shared_channels }: ConversationFilter = {},
): boolean {
  if (include && !include.includes(type)) return false;
  return !(exclude_bot_users && isWithBot) && !(exclude_external_shared_channels && isExtShared);
}

/** The initial selection set by the app. Only the IDs may be known here. */
export function chosenIdsAtFirst(element: DirectoryElement): readonly string[] {
  switch (element.type) {
    case 'users_select':
      return element.initial_user === undefined ? [] : [element.initial_user];
    case 'multi_users_select':
      return element.initial_users ?? [];
    case 'conversations_select':
      return element.initial_conversation === undefined ? [] : [element.initial_conversation];
    case 'multi_conversations_select':
      return element.initial_conversations ?? [];
  }
}

/** A user or conversation as an option; labelled with its ID if the name is unknown. */
export function namedOption(id: string, name = id): Option {
  return { text: { type: 'plain_text', text: name }, value: id };
}
