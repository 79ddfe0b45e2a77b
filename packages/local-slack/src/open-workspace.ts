import { Dispatcher } from './delivery/dispatcher.ts';
import type { SocketHub } from './delivery/socket-hub.ts';
import type { FileBytes } from './files/file-bytes.ts';
import { FileStore } from './files/file-store.ts';
import type { FileUploads } from './files/file-uploads.ts';
import { Faults } from './gateway/faults.ts';
import { Wire } from './gateway/wire.ts';
import type { LocalSlackOptions } from './local-slack.ts';
import { Conversations } from './state/conversations.ts';
import { MessageStore, Timestamps } from './state/message-store.ts';
import { OfferedOptions } from './state/offered-options.ts';
import type { Person, UserGroup } from './state/people.ts';
import { ResponseUrls } from './state/response-urls.ts';
import type { Installation, Team } from './state/team.ts';
import { Transcript } from './state/transcript.ts';
import { Triggers } from './state/triggers.ts';
import { ViewStore } from './state/view-store.ts';
import type { LocalWorkspace } from './state/workspace.ts';
import { DEFAULT_EVENTS } from './state/workspace-seed.ts';

interface WorkspaceOptions
  extends Pick<
    LocalSlackOptions,
    'eventsUrl' | 'events' | 'shortcuts' | 'ackTimeoutMs' | 'command' | 'now' | 'triggerMs'
  > {
  team: Team;
  /** Part of the IDs of the channels. */
  stem: string;
  people: readonly Person[];
  userGroups?: readonly UserGroup[];
  installation: () => Installation | null;
  origin: () => string;
  hub: SocketHub;
  bytes: FileBytes;
  uploads: FileUploads;
  /** Called after each visible change. */
  onChange?: () => void;
}

/** Creates a new workspace that is not yet reachable. */
export function openWorkspace(options: WorkspaceOptions): LocalWorkspace {
  const {
    team,
    stem,
    people,
    userGroups = [],
    installation,
    origin,
    hub,
    bytes,
    uploads,
    onChange = () => {},
  } = options;
  const {
    events = DEFAULT_EVENTS,
    shortcuts = [],
    command = '/abilities',
    ackTimeoutMs = 3000,
    triggerMs = 3000,
    now = Date.now,
  } = options;
  const isInstalled = () => installation() !== null;
  const wire = new Wire();
  const faults = new Faults();
  const transcript = new Transcript();
  transcript.onChange(onChange);
  const dispatcher = new Dispatcher({ hub, transcript, wire, faults, ackTimeoutMs, isInstalled });
  dispatcher.eventsUrl = options.eventsUrl;
  const conversations = new Conversations({ stem, people, botUserId: team.botUserId, onJoin: onChange });
  return {
    team,
    people,
    userGroups,
    installation,
    command,
    origin,
    conversations,
    wire,
    transcript,
    hub,
    dispatcher,
    get scopes() {
      return installation()?.scopes ?? [];
    },
    get events() {
      return isInstalled() ? events : [];
    },
    get shortcuts() {
      return isInstalled() ? shortcuts : [];
    },
    faults,
    triggers: new Triggers(now, triggerMs),
    offered: new OfferedOptions(),
    responseUrls: new ResponseUrls(team.id, now),
    messages: new MessageStore(transcript, new Timestamps(), team.botUserId),
    views: new ViewStore(transcript),
    files: new FileStore({ team, bytes, uploads, conversations, origin, onChange }),
  };
}
