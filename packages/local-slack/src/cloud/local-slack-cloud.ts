import type { Delivery } from '../delivery.ts';
import type { Faults } from '../faults.ts';
import type { LocalSlackOptions } from '../local-slack.ts';
import type { Person } from '../people.ts';
import type { Team } from '../team.ts';
import type { WireEntry } from '../wire.ts';
import type { LocalSlack } from '../workspace-handle.ts';
import type { InstallResult } from './install-as.ts';
import type { OAuthApp } from './oauth-app.ts';
import type { WorkspaceSpec } from './plan-workspaces.ts';

export interface LocalSlackCloudOptions<Name extends string>
  extends Omit<LocalSlackOptions, 'stateDir' | 'onNotice' | 'people' | 'userGroups' | 'scopes'> {
  /** One or more, each by its name alone or with more about it. */
  readonly workspaces: readonly (Name | WorkspaceSpec<Name>)[];
  readonly app: OAuthApp;
  /** The scopes that the app may ask for; all unless given. */
  readonly scopes?: readonly string[];
}

/** A workspace in which the app may be installed. Its wire and its faults are about the calls for this workspace. */
export interface CloudWorkspace extends LocalSlack {
  readonly team: Team;
  /** The token that the app got for this workspace, or for its organisation. Throws while there is none. */
  readonly botToken: string;
  isInstalled(): boolean;
  /**
   * Takes the app out, of the whole organisation where it was installed for that. Resolves with how the bot acked
   * `app_uninstalled` and `tokens_revoked`, as far as the app is subscribed to them.
   */
  uninstall(): Promise<Delivery[]>;
}

export interface InstallChoice {
  /** The name of a workspace, or the ID of an organisation; the person's own workspace unless given. */
  readonly into?: string;
  /** False to press Cancel. */
  readonly allow?: boolean;
}

/** Several Slack workspaces at one address, and the OAuth by which one app comes into them. */
export interface LocalSlackCloud<Name extends string> {
  /** Without a slash at its end. */
  readonly origin: string;
  /** For SLACK_API_URL; ends with a slash. */
  readonly apiUrl: string;
  /** In place of https://slack.com/oauth/v2/authorize. */
  readonly authorizationUrl: string;
  readonly signingSecret: string;
  readonly appId: string;
  readonly app: OAuthApp;
  readonly workspaces: Readonly<Record<Name, CloudWorkspace>>;
  /** Where people may be sent back to from now on, for an app whose address is known only when it runs. */
  setRedirectUris(redirectUris: readonly string[]): void;
  /** Sends the payloads of all workspaces to this URL from now on. */
  useHttp(eventsUrl: string): void;
  /**
   * Installs the app as somebody does it in a browser, beginning at the app's own page. `person` is one of a workspace's
   * `people`.
   */
  installAs(person: Person, installUrl: string, choice?: InstallChoice): Promise<InstallResult>;
  /** The token of a workspace or of an organisation answers token_expired from now on, and can be refreshed. */
  expireTokens(tenantId: string): void;
  /** The exchanges that belong to no workspace in particular, such as oauth.v2.access and calls with unknown tokens. */
  readonly wire: readonly WireEntry[];
  onWire(listener: (entry: WireEntry) => void): () => void;
  /** For the calls that belong to no workspace in particular. */
  readonly faults: Faults;
  close(): Promise<void>;
}
