/** The names of the channels that every workspace has. */
export type ChannelName = 'general' | 'ops' | 'lounge' | 'board';

interface PersonFields {
  /** U… or W…. */
  readonly id: string;
  /** In lower case, as people mention it. */
  readonly name: string;
  /** In which channels they are; by their kind unless given, see {@link channelsOf}. */
  readonly channels?: readonly ChannelName[];
}

/** Somebody of the workspace. Deactivated people can still be driven: what they had open on the screen stays there. */
interface Member extends PersonFields {
  readonly kind: 'owner' | 'admin' | 'member' | 'guest' | 'single-channel guest' | 'bot' | 'deactivated';
  /** What they are in the organisation to which the workspace belongs, if it belongs to one. */
  readonly inOrganisation?: 'owner' | 'admin';
}

/** Somebody of another workspace, with whom a channel is shared by Slack Connect. */
interface Stranger extends PersonFields {
  readonly kind: 'stranger';
  /** Their own workspace. */
  readonly teamId: string;
}

/** Somebody in the channels of the workspace. */
export type Person = Member | Stranger;
export type PersonKind = Person['kind'];

/** The people whom every workspace has. Their IDs never change, so that what was kept still belongs to somebody. */
export const people = {
  ana: { id: 'U0LOCALANA', name: 'ana', kind: 'admin', channels: ['general', 'ops', 'lounge', 'board'] },
  ben: { id: 'U0LOCALBEN', name: 'ben', kind: 'member', channels: ['general', 'ops', 'lounge', 'board'] },
  gus: { id: 'U0LOCALGUS', name: 'gus', kind: 'guest', channels: ['general'] },
} as const satisfies Record<string, Person>;

/** Everybody of a workspace but the bot, by name. */
export type People = Readonly<Record<keyof typeof people, Person> & Record<string, Person>>;

/** In which channels somebody is. Where a stranger is, the channel is shared by Slack Connect. */
export function channelsOf({ kind, channels }: Person): readonly ChannelName[] {
  if (channels) return channels;
  if (kind === 'stranger') return ['ops'];
  return kind === 'single-channel guest' ? ['general'] : ['general', 'ops'];
}

/** The workspace that somebody belongs to. */
export function homeTeamId(person: Person, team: { readonly id: string }): string {
  return person.kind === 'stranger' ? person.teamId : team.id;
}
