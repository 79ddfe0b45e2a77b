import { type ChannelName, channelsOf, type Person } from './people.ts';

/** A channel, or the direct message between the bot and one person. */
export interface Channel {
  id: string;
  /** `general`, or `directmessage`. */
  name: string;
  kind: 'channel' | 'direct-message';
  /** A private channel is invisible to non-members. */
  isPrivate: boolean;
  /** The name in payloads: Slack hides that of a private channel. */
  publicName: string;
  /** User IDs, including the bot's if it is a member. Grows when someone joins. */
  memberIds: ReadonlySet<string>;
  botIsMember: boolean;
  /** Shared through Slack Connect: it has members from another workspace. */
  isExtShared: boolean;
}

/** Identifies a channel. */
export type ChannelRef = Pick<Channel, 'id'> & Partial<Channel>;

class Conversation implements Channel {
  readonly id: string;
  readonly name: string;
  readonly kind: Channel['kind'];
  readonly isPrivate: boolean;
  readonly isExtShared: boolean;
  readonly memberIds: Set<string>;
  readonly #botUserId: string;

  constructor(
    { id, name, type }: { id: string; name: string; type: 'public' | 'private' | 'direct-message' },
    botUserId: string,
    members: readonly Person[],
    isBotIn: boolean,
  ) {
    this.id = id;
    this.name = name;
    this.kind = type === 'direct-message' ? type : 'channel';
    this.isPrivate = type !== 'public';
    this.#botUserId = botUserId;
    this.isExtShared = this.kind === 'channel' && members.some((member) => member.kind === 'stranger');
    this.memberIds = new Set([...members.map((member) => member.id), ...(isBotIn ? [botUserId] : [])]);
  }

  get publicName(): string {
    return this.kind === 'channel' && this.isPrivate ? 'privategroup' : this.name;
  }

  get botIsMember(): boolean {
    return this.memberIds.has(this.#botUserId);
  }
}

interface ConversationsOptions {
  /** Part of the IDs of the channels. */
  stem: string;
  people: readonly Person[];
  botUserId: string;
  onJoin: () => void;
}

/** All conversations of the workspace with their members, under stable IDs. */
export class Conversations {
  readonly channels: Readonly<Record<ChannelName, Channel>>;
  readonly #all: readonly Conversation[];
  readonly #onJoin: () => void;

  constructor({ stem, people, botUserId, onJoin }: ConversationsOptions) {
    this.#onJoin = onJoin;
    const channel = (name: ChannelName, type: 'public' | 'private', isBotIn: boolean) => {
      const members = people.filter((person) => channelsOf(person).includes(name));
      return new Conversation({ id: `C0${stem}${name.toUpperCase()}`, name, type }, botUserId, members, isBotIn);
    };
    const general = channel('general', 'public', true);
    const ops = channel('ops', 'public', true);
    const lounge = channel('lounge', 'public', false);
    const board = channel('board', 'private', false);
    const directMessages = people.map((person) => {
      const named = { id: directMessageId(person.id), name: 'directmessage', type: 'direct-message' } as const;
      return new Conversation(named, botUserId, [person], true);
    });
    this.channels = { general, ops, lounge, board };
    this.#all = [general, ops, lounge, board, ...directMessages];
  }

  find(id: string): Channel | undefined {
    return this.#all.find((conversation) => conversation.id === id);
  }

  isMember({ id }: ChannelRef, userId: string): boolean {
    return this.find(id)?.memberIds.has(userId) ?? false;
  }

  directMessage({ id }: Pick<Person, 'id'>): Channel {
    const found = this.find(directMessageId(id));
    if (!found) throw new Error(`No person ${id} in this workspace.`);
    return found;
  }

  join(channelId: string, userId: string): void {
    this.#all.find(({ id }) => id === channelId)?.memberIds.add(userId);
    this.#onJoin();
  }
}

function directMessageId(userId: string): string {
  return userId.replace(/^[UW]/, 'D');
}
