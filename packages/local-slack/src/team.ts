/** An organisation that holds several workspaces. */
export interface Enterprise {
  readonly id: string;
  readonly name: string;
}

/** Which workspace it is, and who the bot is in it. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** Null for a workspace on its own. */
  readonly enterprise: Enterprise | null;
  readonly botUserId: string;
  readonly botId: string;
}

/** How the app came into a workspace. */
export interface Installation {
  readonly scopes: readonly string[];
  /** Installed once for all workspaces of the organisation. */
  readonly isEnterpriseInstall: boolean;
}
