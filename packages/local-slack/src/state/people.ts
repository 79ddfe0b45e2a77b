/** The channels of every workspace. */
export type ChannelName = 'general' | 'ops' | 'lounge' | 'board';

interface PersonFields {
  /** U… or W…. */
  id: string;
  /** In lower case, as used in mentions. */
  name: string;
  /** Their channels. Default: by their kind, see {@link channelsOf}. */
  channels?: readonly ChannelName[];
  /** Default: `Etc/UTC`. */
  timeZone?: string;
}

/** A person in the workspace. Deactivated people can still be driven: their open views stay on their screens. */
interface Member extends PersonFields {
  kind: 'owner' | 'admin' | 'member' | 'guest' | 'single-channel guest' | 'bot' | 'deactivated';
  /** Their role in the workspace's organization, if there is one. */
  inOrganization?: 'owner' | 'admin';
}

/** Someone from another workspace, in a Slack Connect channel. */
interface Stranger extends PersonFields {
  kind: 'stranger';
  teamId: string;
}

export type Person = Member | Stranger;
export type PersonKind = Person['kind'];

/** The people of every workspace. Their IDs are stable, so that stored data stays theirs. */
export const people = {
  ana: { id: 'U0LOCALANA', name: 'ana', kind: 'admin', channels: ['general', 'ops', 'lounge', 'board'] },
  ben: { id: 'U0LOCALBEN', name: 'ben', kind: 'member', channels: ['general', 'ops', 'lounge', 'board'] },
  gus: { id: 'U0LOCALGUS', name: 'gus', kind: 'guest', channels: ['general'] },
} as const satisfies Record<string, Person>;

/** Everyone in a workspace except the bot, by name. */
export type People = Readonly<Record<keyof typeof people, Person> & Record<string, Person>>;

/** The channels of a person. A stranger's channels are shared through Slack Connect. */
export function channelsOf({ kind, channels }: Person): readonly ChannelName[] {
  if (channels) return channels;
  if (kind === 'stranger') return ['ops'];
  return kind === 'single-channel guest' ? ['general'] : ['general', 'ops'];
}

export function homeTeamId(person: Person, team: { id: string }): string {
  return person.kind === 'stranger' ? person.teamId : team.id;
}

export function findPerson({ people }: { people: readonly Person[] }, id: string): Person | undefined {
  return people.find((person) => person.id === id);
}

/** The workspace of this user: another one for a stranger, this one for everyone else and the bot. */
export function teamOf({ people, team }: { people: readonly Person[]; team: { id: string } }, userId: string): string {
  const person = findPerson({ people }, userId);
  return person ? homeTeamId(person, team) : team.id;
}

/** A user group of the workspace: @on-call. */
export interface UserGroup {
  /** S…. */
  id: string;
  /** Without the at sign. */
  handle: string;
  name: string;
  userIds: readonly string[];
  /** Disabled by an admin: Slack returns it only on request. */
  isDisabled?: boolean;
}
