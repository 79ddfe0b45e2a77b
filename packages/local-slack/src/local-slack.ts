import { join } from 'node:path';
import { SocketHub } from './delivery/socket-hub.ts';
import { FileBytesInFolder, FileBytesInMemory } from './files/file-bytes.ts';
import { FileUploads } from './files/file-uploads.ts';
import { startGateway } from './gateway/gateway.ts';
import { oneWorkspace } from './gateway/switchboard.ts';
import type { LocalSlackOptions } from './local-slack-options.ts';
import { gatherPeople } from './state/gather-people.ts';
import { describeState, restoreState } from './state/kept-state.ts';
import { openWorkspace } from './state/open-workspace.ts';
import { people as residents } from './state/people.ts';
import { StateKeeper } from './state/state-keeper.ts';
import { credentials, defaultScopes, localStem, localTeam } from './state/workspace-seed.ts';
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
export type { LocalSlackOptions } from './local-slack-options.ts';
export type { Channel, ChannelRef } from './state/conversations.ts';
export type { DeclaredShortcut } from './state/declared-shortcut.ts';
export type { Person, PersonKind } from './state/people.ts';
export type { Message, Transcript } from './state/transcript.ts';
export type { UserGroup } from './state/user-group.ts';
export type { View } from './state/view.ts';
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
