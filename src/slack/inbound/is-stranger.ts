import type { Workspace } from '../workspace.ts';
import type { MentionEvent, Sender } from './payloads.ts';

/**
 * Whether the payload itself says that somebody from another workspace acts, through a button in a channel that is shared
 * by Slack Connect. Slash commands never come from them. An organisation has several workspaces: Slack is asked then.
 */
export const isStranger = ({ team_id: theirs }: Sender, { tenant }: Pick<Workspace, 'tenant'>): boolean =>
  tenant.teamId !== null && theirs !== undefined && theirs !== null && theirs !== tenant.teamId;

/**
 * The same of what is said in a channel. Slack leaves the workspace out of some messages, such as those with files: in a
 * channel that is shared with others nobody is taken for a member then.
 */
export function isSaidByStranger(
  { event, is_ext_shared_channel: isShared }: MentionEvent,
  { tenant }: Pick<Workspace, 'tenant'>,
): boolean {
  if (tenant.teamId === null) return false;
  const team = event.user_team ?? event.source_team ?? event.user_profile?.team ?? event.team;
  return team ? team !== tenant.teamId : isShared === true;
}
