import { join } from 'node:path';
import { FileBytesInFolder, FileBytesInMemory } from './file-bytes.ts';
import { FileUploads } from './file-uploads.ts';
import { startGateway } from './gateway.ts';
import { gatherPeople } from './gather-people.ts';
import { describeState, restoreState } from './kept-state.ts';
import type { LocalSlackOptions } from './local-slack-options.ts';
import { openWorkspace } from './open-workspace.ts';
import { people as residents } from './people.ts';
import { SocketHub } from './socket-hub.ts';
import { StateKeeper } from './state-keeper.ts';
import { oneWorkspace } from './switchboard.ts';
import { type LocalSlack, makeHandle } from './workspace-handle.ts';
import { credentials, defaultScopes, localStem, localTeam } from './workspace-seed.ts';

export type { Choice, Click } from './click-driver.ts';
export { ClientRefusalError } from './client-refusal-error.ts';
export type { Channel, ChannelRef } from './conversations.ts';
export type { DeclaredShortcut } from './declared-shortcut.ts';
export type { Delivery } from './delivery.ts';
export type { BlockRejection, Fault, FaultRule } from './faults.ts';
export type { FileDrop } from './file-store.ts';
export type { FormValues } from './form-driver.ts';
export type { LocalSlackOptions } from './local-slack-options.ts';
export type { Person, PersonKind } from './people.ts';
export type { PersonDriver } from './person-driver.ts';
export type { ElementPick } from './pick-element.ts';
export type { Message, Transcript } from './transcript.ts';
export type { UserGroup } from './user-group.ts';
export type { View } from './view.ts';
export type { WireEntry } from './wire.ts';
export type { LocalSlack } from './workspace-handle.ts';

/** Starts a workspace on a free port: a new one, or with `stateDir` the stored one. */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const { scopes = defaultScopes } = options;
  const people = gatherPeople(residents, options.people ?? [], localTeam);
  const { stateDir, onNotice = (sentence: string) => process.emitWarning(sentence) } = options;
  const keeper = stateDir === undefined ? null : new StateKeeper({ path: join(stateDir, 'workspace.json'), onNotice });
  const kept = await keeper?.read();

  let listensAt = '';
  const hub = new SocketHub();
  const workspace = openWorkspace({
    ...options,
    team: localTeam,
    stem: localStem,
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
