import type { SocketHub } from '../delivery/socket-hub.ts';
import type { JsonObject } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { credentials } from '../state/workspace-seed.ts';
import { callWebApi } from '../web-api/call-web-api.ts';
import { chooseWorkspace } from './choose-workspace.ts';
import type { Faults } from './faults.ts';
import type { Wire } from './wire.ts';

/** The owner of recorded exchanges and faults: a workspace, or the part shared by all. */
export interface Place {
  wire: Wire;
  faults: Faults;
  scopes: readonly string[];
}

/** The workspaces that a token is valid for. Not empty. */
export type Reach = readonly [LocalWorkspace, ...LocalWorkspace[]];

/** The owner of a token. `refused`: unknown, or no longer valid in `reach`. */
export type Bearer =
  | { kind: 'app' }
  | { kind: 'bot'; reach: Reach }
  | { kind: 'refused'; error: string; reach: readonly LocalWorkspace[] };

export interface IncomingCall {
  method: string;
  token: string;
  args: JsonObject;
  /** The whole header; empty if absent. */
  authorization: string;
}

interface ConnectedCall {
  place: Place;
  /** Rejects with a SlackApiError for requests that Slack rejects. */
  answer: () => Promise<JsonObject>;
}

interface SwitchboardOptions {
  workspaces: Reach;
  hub: SocketHub;
  /** For calls that belong to no particular workspace. */
  lobby: Place;
  bearerOf: (token: string) => Bearer;
  /** Methods about the app itself; each checks the token on its own. */
  appMethods?: ReadonlyMap<string, (call: IncomingCall) => JsonObject>;
}

/** Routes the bot's calls to workspaces. */
export class Switchboard {
  readonly hub: SocketHub;
  readonly lobby: Place;
  readonly #options: SwitchboardOptions;

  constructor(options: SwitchboardOptions) {
    this.hub = options.hub;
    this.lobby = options.lobby;
    this.#options = options;
  }

  connect(call: IncomingCall): ConnectedCall {
    const { bearerOf, appMethods } = this.#options;
    const appMethod = appMethods?.get(call.method);
    if (appMethod) return { place: this.lobby, answer: async () => appMethod(call) };
    const bearer = bearerOf(call.token);
    if (bearer.kind === 'refused') {
      const [only, ...others] = bearer.reach;
      return refusing(others.length === 0 ? (only ?? this.lobby) : this.lobby, new SlackApiError(bearer.error));
    }
    const { method, args } = call;
    if (bearer.kind === 'app') {
      const [anyone] = this.#options.workspaces;
      return { place: this.lobby, answer: () => callWebApi(anyone, { method, bearer: 'app', args }) };
    }
    try {
      const slack = chooseWorkspace(bearer.reach, method, args);
      const answers = slack ?? bearer.reach[0];
      const place = slack ?? { ...this.lobby, scopes: answers.scopes };
      return { place, answer: () => callWebApi(answers, { method, bearer: 'bot', args }) };
    } catch (error) {
      if (error instanceof SlackApiError) return refusing(this.lobby, error);
      throw error;
    }
  }

  /**
   * The workspace for a download: the token's workspace that has the file, else any of them; null for an invalid token.
   */
  withFile(token: string, fileId: string): LocalWorkspace | null {
    const bearer = this.#options.bearerOf(token);
    if (bearer.kind !== 'bot') return null;
    return bearer.reach.find(({ files }) => files.findForBot(fileId)) ?? bearer.reach[0];
  }

  /** The workspace with this file or pending upload. */
  withUpload(fileId: string): LocalWorkspace | null {
    return this.#options.workspaces.find(({ files }) => files.nameOf(fileId) !== undefined) ?? null;
  }

  withTeam(teamId: string): LocalWorkspace | null {
    return this.#options.workspaces.find(({ team }) => team.id === teamId) ?? null;
  }
}

/** The switchboard of a single workspace. */
export function oneWorkspace(slack: LocalWorkspace): Switchboard {
  const bearerOf = (token: string): Bearer => {
    if (token === credentials.botToken) return { kind: 'bot', reach: [slack] };
    if (token === credentials.appToken) return { kind: 'app' };
    return { kind: 'refused', error: token === '' ? 'not_authed' : 'invalid_auth', reach: [slack] };
  };
  return new Switchboard({ workspaces: [slack], hub: slack.hub, lobby: slack, bearerOf });
}

function refusing(place: Place, error: SlackApiError): ConnectedCall {
  return { place, answer: () => Promise.reject(error) };
}
