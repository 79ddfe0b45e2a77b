import type { Delivery } from '../delivery/delivery.ts';
import type { Faults } from '../gateway/faults.ts';
import type { WireEntry } from '../gateway/wire.ts';
import type { LocalSlackOptions } from '../local-slack.ts';
import type { Person } from '../state/people.ts';
import type { Team } from '../state/team.ts';
import type { LocalSlack } from '../workspace-handle.ts';
import type { InstallResult } from './install-as.ts';
import type { WorkspaceSpec } from './plan-workspaces.ts';

export interface LocalSlackCloudOptions<Name extends string>
  extends Omit<LocalSlackOptions, 'stateDir' | 'onNotice' | 'people' | 'userGroups' | 'scopes'> {
  /** One or more, each as a name or a specification. */
  workspaces: readonly (Name | WorkspaceSpec<Name>)[];
  app: OAuthApp;
  /** The scopes that the app may request. Default: all. */
  scopes?: readonly string[];
}

/** A workspace in which the app may be installed. Its wire and faults cover the calls for this workspace. */
export interface CloudWorkspace extends LocalSlack {
  team: Team;
  /** The app's token for this workspace or its organization. Throws if there is none. */
  botToken: string;
  isInstalled(): boolean;
  /**
   * Uninstalls the app, from the whole organization if it was installed there. Resolves with the deliveries of
   * `app_uninstalled` and `tokens_revoked`, as far as the app is subscribed to them.
   */
  uninstall(): Promise<Delivery[]>;
}

export interface InstallChoice {
  /** The name of a workspace, or the ID of an organization. Default: the person's own workspace. */
  into?: string;
  /** False to press Cancel. */
  allow?: boolean;
}

/** Several Slack workspaces at one address, with OAuth for installing one app in them. */
export interface LocalSlackCloud<Name extends string> {
  /** Without a trailing slash. */
  origin: string;
  /** For SLACK_API_URL; ends with a slash. */
  apiUrl: string;
  /** Replaces https://slack.com/oauth/v2/authorize. */
  authorizationUrl: string;
  signingSecret: string;
  appId: string;
  app: OAuthApp;
  workspaces: Readonly<Record<Name, CloudWorkspace>>;
  /** Replaces the allowed redirect URIs, for an app whose URL is known only once it runs. */
  setRedirectUris(redirectUris: readonly string[]): void;
  /** Sends the payloads of all workspaces to this URL from now on. */
  useHttp(eventsUrl: string): void;
  /**
   * Installs the app as a person would in a browser, starting at the app's own page. `person` is one of a workspace's
   * `people`.
   */
  installAs(person: Person, installUrl: string, choice?: InstallChoice): Promise<InstallResult>;
  /** Expires the token of a workspace or of an organization, which can then be refreshed. */
  expireTokens(tenantId: string): void;
  /** Exchanges that belong to no particular workspace, for example oauth.v2.access and calls with unknown tokens. */
  wire: readonly WireEntry[];
  onWire(listener: (entry: WireEntry) => void): () => void;
  /** For calls that belong to no particular workspace. */
  faults: Faults;
  close(): Promise<void>;
}

/** The Slack settings of an app that can be installed in many workspaces. */
export interface OAuthApp {
  clientId: string;
  clientSecret: string;
  /** Allowed redirect URI prefixes; absent: any. The first is the default. */
  redirectUris?: readonly string[];
  /** Tokens expire and are refreshed. */
  tokenRotation?: boolean;
  /** With token rotation: validity of a token in seconds. Default: 43,200, as in Slack. */
  tokenLifetimeS?: number;
  /** The app can be installed for a whole organization. */
  orgDeploy?: boolean;
}
