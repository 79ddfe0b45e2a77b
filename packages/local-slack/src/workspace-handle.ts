import type { Delivery } from './delivery/delivery.ts';
import type { SocketHub } from './delivery/socket-hub.ts';
import { PersonDriver } from './drivers/person-driver.ts';
import { type WaitOptions, waitFor } from './drivers/wait-for.ts';
import type { StoredFile } from './files/stored-file.ts';
import type { Faults } from './gateway/faults.ts';
import type { WireEntry } from './gateway/wire.ts';
import type { Channel, ChannelRef, Conversations } from './state/conversations.ts';
import type { People, Person } from './state/people.ts';
import type { Message, Transcript } from './state/transcript.ts';
import type { View } from './state/view.ts';
import type { DeclaredShortcut, LocalWorkspace } from './state/workspace.ts';
import { APP_ID, BOT_NAME, credentials } from './state/workspace-seed.ts';

/** A Slack workspace on 127.0.0.1 for the real Bolt and the real WebClient. */
export interface LocalSlack {
  /** For SLACK_API_URL; ends with a slash. */
  apiUrl: string;
  botToken: string;
  appToken: string;
  signingSecret: string;
  botUserId: string;
  botId: string;
  appId: string;
  teamId: string;
  /** The slash command, with its slash. */
  command: string;
  /** The name by which people mention the bot. */
  botName: string;
  /** ana is a workspace admin, ben a member, gus a guest; plus the people from the options. */
  people: People;
  /** The bot is in general and ops, gus is in general only, ana and ben are in all four. Only board is private. */
  channels: Conversations['channels'];
  /** Sends payloads to this URL from now on. */
  useHttp(eventsUrl: string): void;
  connected(): Promise<void>;
  sockets: Pick<SocketHub, 'size' | 'cut'>;
  as(person: Pick<Person, 'id'>): PersonDriver;
  isMember(channel: ChannelRef, userId: string): boolean;
  shortcuts: readonly DeclaredShortcut[];
  directMessage(person: Pick<Person, 'id'>): Promise<Channel>;
  transcript: Transcript;
  /**
   * Resolves with the first truthy value of `look`, which runs immediately, after each change of the transcript and
   * after each exchange on the wire. Rejects with a dump of the workspace if `signal` aborts or the local Slack is
   * closed.
   */
  waitFor<T>(look: (transcript: Transcript) => T | undefined | null | false, options?: WaitOptions): Promise<T>;
  /**
   * The first matching message that is not deleted; with `after` only one that changed after that revision of the
   * transcript.
   */
  nextMessage(fits: (message: Message) => boolean, options?: WaitOptions & { after?: number }): Promise<Message>;
  /** The first matching open view; with `after` only one that changed after that revision of the transcript. */
  nextView(fits: (view: View) => boolean, options?: WaitOptions & { after?: number }): Promise<View>;
  /** A file of the workspace, without access checks. */
  describeFile(id: string): Pick<StoredFile, 'id' | 'name' | 'size'> | undefined;
  /** Sends an event again, as Slack does without an ack; over Socket Mode on the next connection. */
  redeliver(delivery: Delivery, retry?: { number?: number; reason?: string }): Promise<Delivery>;
  /** A trigger ID like that of a click of this person, for a hand-made payload. */
  issueTrigger(userId: string): string;
  /** The latest 2,000 exchanges over the network, in order of completion, with secrets masked. */
  wire: readonly WireEntry[];
  /** Calls `listener` for each later entry; returns a function that removes it. */
  onWire(listener: (entry: WireEntry) => void): () => void;
  faults: Faults;
  close(): Promise<void>;
}

export interface HandleOptions {
  people: LocalSlack['people'];
  botToken: () => string;
  /** Aborts when the workspace closes, which ends every wait. */
  closing: AbortSignal;
  close: () => Promise<void>;
}

/** The handle of a running workspace, for tests and pages. */
export function makeHandle(workspace: LocalWorkspace, { people, botToken, closing, close }: HandleOptions): LocalSlack {
  const { conversations, dispatcher, hub, origin, team, transcript, wire } = workspace;
  const drivers = new Map(workspace.people.map((person) => [person.id, new PersonDriver(workspace, person)]));
  const wait: LocalSlack['waitFor'] = (look, { signal } = {}) =>
    waitFor(transcript, wire, () => look(transcript), signal ? [closing, signal] : [closing]);

  return {
    get apiUrl() {
      return `${origin()}/api/`;
    },
    get botToken() {
      return botToken();
    },
    get shortcuts() {
      return workspace.shortcuts;
    },
    botUserId: team.botUserId,
    botId: team.botId,
    teamId: team.id,
    appId: APP_ID,
    transcript,
    people,
    command: workspace.command,
    botName: BOT_NAME,
    appToken: credentials.appToken,
    signingSecret: credentials.signingSecret,
    channels: conversations.channels,
    useHttp: (eventsUrl) => {
      dispatcher.eventsUrl = eventsUrl;
    },
    connected: () => hub.connected(),
    sockets: hub,
    as: ({ id }) => {
      const driver = drivers.get(id);
      if (!driver) throw new Error(`No person ${id} in this workspace.`);
      return driver;
    },
    isMember: (channel, userId) => conversations.isMember(channel, userId),
    directMessage: async (person) => conversations.directMessage(person),
    waitFor: wait,
    nextMessage: (fits, { signal, after = -1 } = {}) =>
      wait(
        ({ messages }) => messages.find((message) => !message.deleted && message.revision > after && fits(message)),
        { signal },
      ),
    nextView: (fits, { signal, after = -1 } = {}) =>
      wait(({ views }) => views.find((view) => view.open && view.revision > after && fits(view)), { signal }),
    describeFile: (fileId) => {
      const file = workspace.files.find(fileId);
      return file && { id: file.id, name: file.name, size: file.size };
    },
    redeliver: ({ kind, payload }, { number = 1, reason = 'http_timeout' } = {}) =>
      dispatcher.deliver(kind, payload, { retry: { number, reason } }),
    issueTrigger: (userId) => workspace.triggers.issue({ userId, viewId: null, channelId: null }),
    wire: wire.entries,
    onWire: (listener) => wire.listen(listener),
    faults: workspace.faults,
    close,
  };
}
