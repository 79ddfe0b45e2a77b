import { type JsonObject, readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { findPerson } from '../state/people.ts';
import type { LocalWorkspace } from '../state/workspace.ts';

type Knows = (slack: LocalWorkspace, id: string) => boolean;

const knowsUser: Knows = (slack, id) => findPerson(slack, id) !== undefined || id === slack.team.botUserId;
const knowsChannel: Knows = (slack, id) => slack.conversations.find(id) !== undefined || knowsUser(slack, id);

/** Arguments that identify a workspace, and how to look them up. The first match decides. */
const NAMING_ARGUMENTS: readonly (readonly [string, Knows])[] = [
  ['trigger_id', ({ triggers }, id) => triggers.has(id)],
  ['view_id', ({ transcript }, id) => transcript.findView(id) !== undefined],
  ['channel', knowsChannel],
  ['channel_id', knowsChannel],
  ['file', ({ files }, id) => files.find(id) !== undefined],
  ['user', knowsUser],
  ['user_id', knowsUser],
  ['users', knowsUser],
];

/** Methods about the installation or its uploads, and so about no particular workspace of an organization. */
const ABOUT_NO_WORKSPACE = new Set(['auth.test', 'files.getUploadURLExternal', 'files.completeUploadExternal']);

/**
 * The workspace of a call whose token is valid in several: the one named by `team_id`, or the one that has the object
 * named by the call; null for calls about no particular workspace.
 * @throws SlackApiError missing_argument if ambiguous, as Slack answers to an organization's token.
 */
export function chooseWorkspace(
  workspaces: readonly LocalWorkspace[],
  method: string,
  args: JsonObject,
): LocalWorkspace | null {
  const [first, ...others] = candidates(workspaces, readText(args.team_id));
  if (first && others.length === 0) return first;
  const [wanted] = NAMING_ARGUMENTS.filter(([name]) => readText(args[name]) !== '');
  if (wanted) {
    const [name, knows] = wanted;
    const found = [first, ...others].filter((slack) => slack && knows(slack, readText(args[name])));
    // If nobody has it, the method itself reports that.
    if (found.length < 2) return found[0] ?? first ?? null;
  } else if (ABOUT_NO_WORKSPACE.has(method)) {
    return null;
  }
  throw new SlackApiError('missing_argument', {}, ['[ERROR] missing required field: team_id']);
}

/** Bolt also sends the organization's ID, which identifies none of its workspaces. */
function candidates(workspaces: readonly LocalWorkspace[], teamId: string): readonly LocalWorkspace[] {
  if (teamId === '' || workspaces.some(({ team }) => team.enterprise?.id === teamId)) return workspaces;
  const found = workspaces.filter(({ team }) => team.id === teamId);
  if (found.length === 0) throw new SlackApiError('team_not_found');
  return found;
}
