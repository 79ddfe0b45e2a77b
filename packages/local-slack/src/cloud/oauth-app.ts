/** An app that can be installed in many workspaces, as its settings at Slack describe it. */
export interface OAuthApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** People may be sent back to what begins with one of these; anywhere unless given. The first is the usual one. */
  readonly redirectUris?: readonly string[];
  /** Tokens expire and are refreshed. */
  readonly tokenRotation?: boolean;
  /** With token rotation: how long a token is good, in seconds; 43,200 as in Slack unless given. */
  readonly tokenLifetimeS?: number;
  /** It can be installed for a whole organisation. */
  readonly orgDeploy?: boolean;
}
