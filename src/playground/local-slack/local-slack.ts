import { join } from 'node:path';
import { type Channel, type ChannelRef, Conversations } from './conversations.ts';
import type { DeclaredShortcut } from './declared-shortcut.ts';
import type { Delivery } from './delivery.ts';
import { Dispatcher } from './dispatcher.ts';
import { Faults } from './faults.ts';
import { FileBytesInFolder, FileBytesInMemory } from './file-bytes.ts';
import { FileDesk } from './file-desk.ts';
import { startGateway } from './gateway.ts';
import { describeState, restoreState } from './kept-state.ts';
import { MessageDesk } from './message-desk.ts';
import { OfferedOptions } from './offered-options.ts';
import { everybody, type Person, people } from './people.ts';
import { PersonDriver } from './person-driver.ts';
import { ResponseUrls } from './response-urls.ts';
import { SocketHub } from './socket-hub.ts';
import { StateKeeper } from './state-keeper.ts';
import type { StoredFile } from './stored-file.ts';
import { Timestamps } from './timestamps.ts';
import { type Message, Transcript } from './transcript.ts';
import { Triggers } from './triggers.ts';
import type { View } from './view.ts';
import { ViewDesk } from './view-desk.ts';
import { type WaitOptions, waitFor } from './wait-for.ts';
import { Wire, type WireEntry } from './wire.ts';
import type { Workspace } from './workspace.ts';
import { appId, botId, botUserId, credentials, defaultScopes, teamId } from './workspace-seed.ts';

export type { Choice, Click } from './click-driver.ts';
export { ClientRefusalError } from './client-refusal-error.ts';
export type { Channel, ChannelRef } from './conversations.ts';
export type { DeclaredShortcut } from './declared-shortcut.ts';
export type { Delivery } from './delivery.ts';
export type { Fault, FaultRule } from './faults.ts';
export type { FileDrop } from './file-desk.ts';
export type { FormValues } from './form-driver.ts';
export type { Person } from './people.ts';
export type { PersonDriver } from './person-driver.ts';
export type { ElementPick } from './pick-element.ts';
export type { Message, Transcript } from './transcript.ts';
export type { View } from './view.ts';
export type { WireEntry } from './wire.ts';

export interface LocalSlackOptions {
  /** Where the bot takes payloads over HTTP; without one they go to an open Socket Mode connection. */
  readonly eventsUrl?: string;
  /** The scopes that the manifest grants the bot. */
  readonly scopes?: readonly string[];
  /** The events that the manifest subscribes to; `file_shared` and `app_home_opened` unless given. */
  readonly events?: readonly string[];
  /** The shortcuts that the manifest declares; none unless given. */
  readonly shortcuts?: readonly DeclaredShortcut[];
  /** How long the bot may take to ack; 3 s as in Slack unless given. */
  readonly ackTimeoutMs?: number;
  /** The slash command; `/abilities` unless given. */
  readonly command?: string;
  /** The clock, in milliseconds, by which trigger IDs and response URLs expire. */
  readonly now?: () => number;
  /**
   * The folder in which messages, files and App Homes are kept for the next start; made when it is missing. Without it
   * nothing is written. One local Slack at a time.
   */
  readonly stateDir?: string;
  /** Told, in a sentence for a person, what of the state could not be read or kept; a process warning unless given. */
  readonly onNotice?: (sentence: string) => void;
}

/** A Slack workspace on 127.0.0.1 for the real Bolt and the real WebClient. */
export interface LocalSlack {
  /** For SLACK_API_URL; ends with a slash. */
  readonly apiUrl: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly botUserId: string;
  readonly botId: string;
  readonly appId: string;
  readonly teamId: string;
  /** ana is workspace admin, ben a member, gus a guest. */
  readonly people: Readonly<Record<Person['name'], Person>>;
  /** The bot is in general and ops, gus is in general only, ana and ben are in all four. Only board is private. */
  readonly channels: Conversations['channels'];
  /** Sends payloads to this URL from now on. */
  useHttp(eventsUrl: string): void;
  /** Resolves when a Socket Mode connection is open. */
  connected(): Promise<void>;
  readonly sockets: Pick<SocketHub, 'size' | 'disconnect' | 'cut'>;
  as(person: Pick<Person, 'id'>): PersonDriver;
  /** The direct message between the bot and a person. */
  isMember(channel: ChannelRef, userId: string): boolean;
  readonly shortcuts: readonly DeclaredShortcut[];
  directMessage(person: Pick<Person, 'id'>): Promise<Channel>;
  readonly transcript: Transcript;
  /**
   * Resolves with the first truthy value of `look`, tried now, after each change of the transcript and after each exchange on the wire.
   * Rejects with a dump of what there is when `signal` fires, or when the local Slack is closed.
   */
  waitFor<T>(look: (transcript: Transcript) => T | undefined | null | false, options?: WaitOptions): Promise<T>;
  /**
   * The first message, not deleted, that fits; with `after` only one that changed after that revision of the transcript.
   */
  nextMessage(fits: (message: Message) => boolean, options?: WaitOptions & { after?: number }): Promise<Message>;
  /** The first open view that fits; with `after` only one that changed after that revision of the transcript. */
  nextView(fits: (view: View) => boolean, options?: WaitOptions & { after?: number }): Promise<View>;
  /** A file of the workspace, whoever sees it. */
  describeFile(id: string): Pick<StoredFile, 'id' | 'name' | 'size'> | undefined;
  /** Sends an event once more, as Slack does when it got no answer; over Socket Mode on the next connection in turn. */
  redeliver(delivery: Delivery, retry?: { number?: number; reason?: string }): Promise<Delivery>;
  /** The latest 2,000 exchanges over the network, in order of completion, secrets masked. */
  readonly wire: readonly WireEntry[];
  /** Calls `listener` for each entry to come; the returned function ends that. */
  onWire(listener: (entry: WireEntry) => void): () => void;
  readonly faults: Faults;
  close(): Promise<void>;
}

/** Starts a workspace on a free port: a fresh one, or with `stateDir` the one that was kept there. */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const { scopes = defaultScopes, ackTimeoutMs = 3000, now = Date.now, command = '/abilities' } = options;
  const { events = ['file_shared', 'app_home_opened'], shortcuts = [] } = options;
  const { stateDir, onNotice = (sentence: string) => process.emitWarning(sentence) } = options;
  const keeper = stateDir === undefined ? null : new StateKeeper({ path: join(stateDir, 'workspace.json'), onNotice });
  const kept = await keeper?.read();
  const onChange = () => keeper?.changed();

  let listensAt = '';
  const origin = () => listensAt;
  const wire = new Wire();
  const transcript = new Transcript();
  transcript.onChange(onChange);
  const hub = new SocketHub();
  const dispatcher = new Dispatcher({ hub, transcript, wire, ackTimeoutMs });
  dispatcher.eventsUrl = options.eventsUrl;
  const conversations = new Conversations(onChange);
  const bytes = stateDir === undefined ? new FileBytesInMemory() : new FileBytesInFolder(join(stateDir, 'files'));
  const workspace: Workspace = {
    ...{ scopes, events, shortcuts, command, origin, conversations, wire, transcript, hub, dispatcher },
    faults: new Faults(),
    triggers: new Triggers(now),
    offered: new OfferedOptions(),
    responseUrls: new ResponseUrls(now),
    messages: new MessageDesk(transcript, new Timestamps()),
    views: new ViewDesk(transcript),
    files: new FileDesk({ bytes, conversations, origin, onChange }),
  };
  const gateway = await startGateway(workspace);
  listensAt = gateway.origin;
  if (kept) restoreState(workspace, kept);
  keeper?.start(() => describeState(workspace));

  const drivers = new Map(everybody.map((person) => [person.id, new PersonDriver(workspace, person)]));
  const closing = new AbortController();
  const wait: LocalSlack['waitFor'] = (look, { signal } = {}) =>
    waitFor(transcript, wire, () => look(transcript), signal ? [closing.signal, signal] : [closing.signal]);

  return {
    apiUrl: `${gateway.origin}/api/`,
    ...{ botUserId, botId, appId, transcript, shortcuts },
    botToken: credentials.botToken,
    appToken: credentials.appToken,
    signingSecret: credentials.signingSecret,
    ...{ teamId, people },
    channels: conversations.channels,
    useHttp: (eventsUrl) => {
      dispatcher.eventsUrl = eventsUrl;
    },
    connected: () => hub.connected(),
    sockets: hub,
    as: ({ id }) => {
      const driver = drivers.get(id);
      if (!driver) throw new Error(`There is nobody with the ID ${id} in this workspace.`);
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
    wire: wire.entries,
    onWire: (listener) => wire.listen(listener),
    faults: workspace.faults,
    close: async () => {
      closing.abort();
      await hub.close();
      await gateway.server.close();
      await keeper?.close();
    },
  };
}
