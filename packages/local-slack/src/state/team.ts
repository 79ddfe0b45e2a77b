/** An organization with several workspaces. */
export interface Enterprise {
  readonly id: string;
  readonly name: string;
}

/** A workspace, and the bot's IDs in it. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** Null for a standalone workspace. */
  readonly enterprise: Enterprise | null;
  readonly botUserId: string;
  readonly botId: string;
}

export interface Installation {
  readonly scopes: readonly string[];
  /** Installed once for all workspaces of the organization. */
  readonly isEnterpriseInstall: boolean;
}
