/** The Slack settings of an app that can be installed in many workspaces. */
export interface OAuthApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Allowed redirect URI prefixes; absent: any. The first is the default. */
  readonly redirectUris?: readonly string[];
  /** Tokens expire and are refreshed. */
  readonly tokenRotation?: boolean;
  /** With token rotation: validity of a token in seconds. Default: 43,200, as in Slack. */
  readonly tokenLifetimeS?: number;
  /** The app can be installed for a whole organization. */
  readonly orgDeploy?: boolean;
}
