import { everybody, type Person, people } from './people.ts';
import { botUserId } from './workspace-seed.ts';

/** A channel, or the direct message between the bot and one person. */
export interface Channel {
  readonly id: string;
  /** `general`, or `directmessage`. */
  readonly name: string;
  readonly kind: 'channel' | 'direct-message';
  /** A private channel is not there for who is not in it. */
  readonly isPrivate: boolean;
  /** What the app is told instead of the name: Slack keeps that of a private channel to itself. */
  readonly publicName: string;
  /** User IDs, the bot's among them where it is a member. Grows when somebody joins. */
  readonly memberIds: ReadonlySet<string>;
  readonly botIsMember: boolean;
}

/** As much of a channel as names it. */
export type ChannelRef = Pick<Channel, 'id'> & Partial<Channel>;

class Conversation implements Channel {
  readonly id: string;
  readonly name: string;
  readonly kind: Channel['kind'];
  readonly isPrivate: boolean;
  readonly memberIds: Set<string>;

  constructor(id: string, name: string, type: 'public' | 'private' | 'direct-message', memberIds: readonly string[]) {
    this.id = id;
    this.name = name;
    this.kind = type === 'direct-message' ? type : 'channel';
    this.isPrivate = type !== 'public';
    this.memberIds = new Set(memberIds);
  }

  get publicName(): string {
    return this.kind === 'channel' && this.isPrivate ? 'privategroup' : this.name;
  }

  get botIsMember(): boolean {
    return this.memberIds.has(botUserId);
  }
}

const { ana, ben } = people;

/** Every conversation of the workspace and who is in it, under IDs that never change. */
export class Conversations {
  readonly channels: Readonly<Record<'general' | 'ops' | 'lounge' | 'board', Channel>>;
  readonly #all: readonly Conversation[];
  readonly #onJoin: () => void;

  /** @param onJoin is called after somebody has joined. */
  constructor(onJoin: () => void) {
    this.#onJoin = onJoin;
    const channel = (id: string, name: string, memberIds: readonly string[]) =>
      new Conversation(id, name, 'public', memberIds);
    const general = channel('C0LOCALGENERAL', 'general', [...everybody.map(({ id }) => id), botUserId]);
    const ops = channel('C0LOCALOPS', 'ops', [ana.id, ben.id, botUserId]);
    const lounge = channel('C0LOCALLOUNGE', 'lounge', [ana.id, ben.id]);
    const board = new Conversation('C0LOCALBOARD', 'board', 'private', [ana.id, ben.id]);
    const directMessages = everybody.map(
      ({ id }) => new Conversation(directMessageId(id), 'directmessage', 'direct-message', [id, botUserId]),
    );
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
    if (!found) throw new Error(`There is nobody with the ID ${id} in this workspace.`);
    return found;
  }

  join(channelId: string, userId: string): void {
    this.#all.find(({ id }) => id === channelId)?.memberIds.add(userId);
    this.#onJoin();
  }
}

function directMessageId(userId: string): string {
  return userId.replace(/^U/, 'D');
}
