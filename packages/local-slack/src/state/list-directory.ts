import type { Directory, ListedConversation } from '../block-kit/directory.ts';
import type { Channel } from './conversations.ts';
import type { Person } from './people.ts';
import type { LocalWorkspace } from './workspace.ts';
import { BOT_NAME } from './workspace-seed.ts';

/** The users and conversations that a person can choose in menus, limited to those they can see. */
export function listDirectory(slack: LocalWorkspace, viewer: Person): Directory {
  const { conversations, people, team } = slack;
  const channels = Object.values(conversations.channels);
  const seesAll = !['guest', 'single-channel guest', 'stranger'].includes(viewer.kind);
  const isIn = ({ memberIds }: Channel) => memberIds.has(viewer.id);
  const meets = ({ id }: Person) => channels.some((channel) => isIn(channel) && channel.memberIds.has(id));
  const seen = people.filter(
    (person) => person.kind !== 'deactivated' && ((seesAll && person.kind !== 'stranger') || meets(person)),
  );
  const open = channels.filter((channel) => isIn(channel) || (seesAll && !channel.isPrivate));
  return {
    people: [...seen.map(({ id, name }) => ({ id, name })), { id: team.botUserId, name: BOT_NAME }],
    conversations: [...open, conversations.directMessage(viewer)].map(describeConversation),
  };
}

/** The conversation as listed in menus; null if it does not exist. */
export function listConversation({ conversations }: LocalWorkspace, id: string | null): ListedConversation | null {
  const found = id === null ? undefined : conversations.find(id);
  return found ? describeConversation(found) : null;
}

/** The only direct messages of this workspace are those with the bot. */
function describeConversation({ id, name, kind, isPrivate, isExtShared }: Channel): ListedConversation {
  const isDirect = kind === 'direct-message';
  return {
    id,
    isExtShared,
    isWithBot: isDirect,
    name: isDirect ? BOT_NAME : `#${name}`,
    type: isDirect ? 'im' : isPrivate ? 'private' : 'public',
  };
}
