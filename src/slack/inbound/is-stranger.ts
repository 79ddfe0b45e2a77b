import type { Parts } from '../parts.ts';
import type { Actor, MentionEvent } from './payloads.ts';

/**
 * Whether somebody from another workspace acts, through a button in a channel that is shared by Slack Connect. The
 * account belongs to this workspace, so they may do nothing. Slash commands never come from them.
 */
export const isStranger = (actor: Actor, { teamId }: Pick<Parts, 'teamId'>): boolean =>
  actor.team_id !== undefined && actor.team_id !== null && actor.team_id !== teamId;

/**
 * The same of what is said in a channel. Slack leaves the workspace out of some messages, such as those with files: in a
 * channel that is shared with others nobody is taken for a member then.
 */
export function isSaidByStranger(
  { event, is_ext_shared_channel: isShared }: MentionEvent,
  parts: Pick<Parts, 'teamId'>,
) {
  const team = event.user_team ?? event.source_team ?? event.user_profile?.team ?? event.team;
  return team ? team !== parts.teamId : isShared === true;
}
