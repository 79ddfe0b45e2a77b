import { join } from 'node:path';
import { SocketHub } from './delivery/socket-hub.ts';
import { FileBytesInFolder, FileBytesInMemory } from './files/file-bytes.ts';
import { FileUploads } from './files/file-uploads.ts';
import { startGateway } from './gateway/gateway.ts';
import { oneWorkspace } from './gateway/switchboard.ts';
import { openWorkspace } from './open-workspace.ts';
import { gatherPeople } from './state/gather-people.ts';
import { describeState, restoreState } from './state/kept-state.ts';
import { type Person, people as residents, type UserGroup } from './state/people.ts';
import { StateKeeper } from './state/state-keeper.ts';
import type { DeclaredShortcut } from './state/workspace.ts';
import { credentials, DEFAULT_SCOPES, LOCAL_STEM, LOCAL_TEAM } from './state/workspace-seed.ts';
import { type LocalSlack, makeHandle } from './workspace-handle.ts';

export { ClientRefusalError } from './client-refusal-error.ts';
export type { Delivery } from './delivery/delivery.ts';
export type { Choice, Click } from './drivers/click-driver.ts';
export type { FormValues } from './drivers/form-driver.ts';
export type { PersonDriver } from './drivers/person-driver.ts';
export type { ElementPick } from './drivers/pick-element.ts';
export type { FileDrop } from './files/file-store.ts';
export type { BlockRejection, Fault, FaultRule } from './gateway/faults.ts';
export type { WireEntry } from './gateway/wire.ts';
export type { Channel, ChannelRef } from './state/conversations.ts';
export type { Person, PersonKind, UserGroup } from './state/people.ts';
export type { Message, Transcript } from './state/transcript.ts';
export type { View } from './state/view.ts';
export type { DeclaredShortcut } from './state/workspace.ts';
export type { LocalSlack } from './workspace-handle.ts';

export interface LocalSlackOptions {
  /** The bot's HTTP endpoint for payloads; without it they go to an open Socket Mode connection. */
  eventsUrl?: string;
  scopes?: readonly string[];
  /** The event subscriptions in the manifest. Default: `file_shared` and `app_home_opened`. */
  events?: readonly string[];
  /** The shortcuts in the manifest. Default: none. */
  shortcuts?: readonly DeclaredShortcut[];
  /** People in the workspace besides ana, ben and gus. */
  people?: readonly Person[];
  /** Default: none. */
  userGroups?: readonly UserGroup[];
  /** Time limit for acks. Default: 3 s, as in Slack. */
  ackTimeoutMs?: number;
  /** Lifetime of a trigger ID. Default: 3 s, as in Slack. */
  triggerMs?: number;
  /** The slash command. Default: `/abilities`. */
  command?: string;
  /** The clock, in milliseconds: sent with every answer, and used for expiring trigger IDs and response URLs. */
  now?: () => number;
  /**
   * Folder in which messages, files and App Homes are stored for the next start, created if missing. Without it nothing
   * is stored. Used by one local Slack at a time.
   */
  stateDir?: string;
  /** Called, with a message for people, if state could not be read or written. Default: a process warning. */
  onNotice?: (sentence: string) => void;
}

/** Starts a workspace on a free port: a new one, or with `stateDir` the stored one. */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const { scopes = DEFAULT_SCOPES } = options;
  const people = gatherPeople(residents, options.people ?? [], LOCAL_TEAM);
  const { stateDir, onNotice = (sentence: string) => process.emitWarning(sentence) } = options;
  const keeper = stateDir === undefined ? null : new StateKeeper({ path: join(stateDir, 'workspace.json'), onNotice });
  const kept = await keeper?.read();

  let listensAt = '';
  const hub = new SocketHub();
  const workspace = openWorkspace({
    ...options,
    team: LOCAL_TEAM,
    stem: LOCAL_STEM,
    people: Object.values(people),
    hub,
    origin: () => listensAt,
    installation: () => ({ scopes, isEnterpriseInstall: false }),
    bytes: stateDir === undefined ? new FileBytesInMemory() : new FileBytesInFolder(join(stateDir, 'files')),
    uploads: new FileUploads(),
    onChange: () => keeper?.changed(),
  });
  const gateway = await startGateway(oneWorkspace(workspace), { now: options.now });
  listensAt = gateway.origin;
  if (kept) restoreState(workspace, kept);
  keeper?.start(() => describeState(workspace));

  const closing = new AbortController();
  return makeHandle(workspace, {
    people,
    botToken: () => credentials.botToken,
    closing: closing.signal,
    close: async () => {
      closing.abort();
      await hub.close();
      await gateway.server.close();
      await keeper?.close();
    },
  });
}
