import type { Delivery } from './delivery.ts';
import { Dispatcher } from './dispatcher.ts';
import { type Channel, EmulatedWorkspace, type Person } from './emulated-workspace.ts';
import { Faults } from './faults.ts';
import { FileDesk } from './file-desk.ts';
import { startGateway } from './gateway.ts';
import { MessageDesk } from './message-desk.ts';
import { PersonDriver } from './person-driver.ts';
import { ResponseUrls } from './response-urls.ts';
import { SocketHub } from './socket-hub.ts';
import { type Message, Transcript } from './transcript.ts';
import { Triggers } from './triggers.ts';
import type { View } from './view.ts';
import { ViewDesk } from './view-desk.ts';
import { type WaitOptions, waitFor } from './wait-for.ts';
import { Wire, type WireEntry } from './wire.ts';
import type { Workspace } from './workspace.ts';
import { appId, botId, botUserId, credentials, defaultScopes } from './workspace-seed.ts';

export type { Choice, Click } from './click-driver.ts';
export { ClientRefusalError } from './client-refusal-error.ts';
export type { Delivery } from './delivery.ts';
export type { Channel, Person } from './emulated-workspace.ts';
export type { Fault, FaultRule } from './faults.ts';
export type { FileDrop } from './file-desk.ts';
export type { FormValues } from './form-driver.ts';
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
  /** How long the bot may take to ack; 3 s as in Slack unless given. */
  readonly ackTimeoutMs?: number;
  /** The slash command; `/abilities` unless given. */
  readonly command?: string;
  /** The clock, in milliseconds, by which trigger IDs and response URLs expire. */
  readonly now?: () => number;
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
  readonly people: Workspace['people'];
  /** The bot is a member of general and ops, not of lounge. */
  readonly channels: Workspace['channels'];
  /** Sends payloads to this URL from now on. */
  useHttp(eventsUrl: string): void;
  /** Resolves when a Socket Mode connection is open. */
  connected(): Promise<void>;
  readonly sockets: Pick<SocketHub, 'size' | 'disconnect' | 'cut'>;
  as(person: Person): PersonDriver;
  /** The direct message between the bot and a person. */
  directMessage(person: Person): Promise<Channel>;
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
  /** Sends an event once more, as Slack does when it got no answer; over Socket Mode on the next connection in turn. */
  redeliver(delivery: Delivery, retry?: { number?: number; reason?: string }): Promise<Delivery>;
  /** Everything that went over the network, in order of completion, secrets masked. */
  readonly wire: readonly WireEntry[];
  /** Calls `listener` for each entry to come; the returned function ends that. */
  onWire(listener: (entry: WireEntry) => void): () => void;
  readonly faults: Faults;
  close(): Promise<void>;
}

/** Starts a fresh workspace on free ports. */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const { scopes = defaultScopes, ackTimeoutMs = 3000, now = Date.now, command = '/abilities' } = options;
  const { events = ['file_shared', 'app_home_opened'] } = options;
  const emulated = await EmulatedWorkspace.start(scopes);
  const wire = new Wire();
  const transcript = new Transcript();
  const hub = new SocketHub();
  const dispatcher = new Dispatcher({ hub, transcript, wire, ackTimeoutMs });
  dispatcher.eventsUrl = options.eventsUrl;
  const workspace: Workspace = {
    ...(await emulated.settle()),
    ...{ scopes, events, command, emulated, wire, transcript, hub, dispatcher },
    faults: new Faults(),
    triggers: new Triggers(now),
    responseUrls: new ResponseUrls(now),
    messages: new MessageDesk(emulated, transcript),
    views: new ViewDesk(transcript),
    files: new FileDesk(emulated),
  };
  const gateway = await startGateway(workspace);
  emulated.publicUrl = gateway.origin;

  const drivers = new Map(
    Object.values(workspace.people).map((person) => [person.id, new PersonDriver(workspace, person)]),
  );
  const closing = new AbortController();
  const wait: LocalSlack['waitFor'] = (look, { signal } = {}) =>
    waitFor(transcript, wire, () => look(transcript), signal ? [closing.signal, signal] : [closing.signal]);

  return {
    apiUrl: `${gateway.origin}/api/`,
    ...{ botUserId, botId, appId, transcript },
    botToken: credentials.botToken,
    appToken: credentials.appToken,
    signingSecret: credentials.signingSecret,
    teamId: workspace.teamId,
    people: workspace.people,
    channels: workspace.channels,
    useHttp: (eventsUrl) => {
      dispatcher.eventsUrl = eventsUrl;
    },
    connected: () => hub.connected(),
    sockets: hub,
    as: (person) => drivers.get(person.id) ?? new PersonDriver(workspace, person),
    directMessage: (person) => emulated.openDirectMessage(person),
    waitFor: wait,
    nextMessage: (fits, { signal, after = -1 } = {}) =>
      wait(
        ({ messages }) => messages.find((message) => !message.deleted && message.revision > after && fits(message)),
        { signal },
      ),
    nextView: (fits, { signal, after = -1 } = {}) =>
      wait(({ views }) => views.find((view) => view.open && view.revision > after && fits(view)), { signal }),
    redeliver: ({ kind, payload }, { number = 1, reason = 'http_timeout' } = {}) =>
      dispatcher.deliver(kind, payload, { retry: { number, reason } }),
    wire: wire.entries,
    onWire: (listener) => wire.listen(listener),
    faults: workspace.faults,
    close: async () => {
      closing.abort();
      await hub.close();
      await gateway.server.close();
      await emulated.close();
    },
  };
}
