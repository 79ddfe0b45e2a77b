/** An organization with several workspaces. */
interface Enterprise {
  id: string;
  name: string;
}

/** A workspace, and the bot's IDs in it. */
export interface Team {
  id: string;
  name: string;
  domain: string;
  /** Null for a standalone workspace. */
  enterprise: Enterprise | null;
  botUserId: string;
  botId: string;
}

export interface Installation {
  scopes: readonly string[];
  /** Installed once for all workspaces of the organization. */
  isEnterpriseInstall: boolean;
}
