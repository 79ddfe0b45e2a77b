import type { Parts } from '../parts.ts';
import type { Actor } from './payloads.ts';

/**
 * Whether somebody from another workspace acts, through a button in a channel that is shared by Slack Connect. The
 * account belongs to this workspace, so they may do nothing. Slash commands never come from them.
 */
export const isStranger = (actor: Actor, { teamId }: Parts): boolean =>
  actor.team_id !== undefined && actor.team_id !== null && actor.team_id !== teamId;
