/** The one that installed the bot: a workspace, or an organisation with all its workspaces. */
export interface Tenant {
  /** By which everything of it is kept: the team's ID, or the organisation's where it installed the bot as a whole. */
  id: string;
  /** Null for an organisation. */
  teamId: string | null;
  /** Null for a workspace that belongs to none. */
  enterpriseId: string | null;
}
