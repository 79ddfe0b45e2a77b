import * as z from 'zod';
import { withTimeout } from '../../base/timeout.ts';
import type { Workspace } from '../workspace.ts';

const Groups = z.object({
  usergroups: z.array(z.object({ id: z.string(), handle: z.string().default(''), name: z.string().default('') })),
});

interface UserGroup {
  id: string;
  /** `Operations (@ops-team)` */
  label: string;
}

type Parts = Pick<Workspace, 'client' | 'context' | 'log' | 'people' | 'tenant'>;

/** The workspace's user groups; empty if Slack doesn't answer in time. */
export async function listUserGroups(
  userId: string,
  withinMs: number,
  { client, context, log, people, tenant }: Parts,
): Promise<UserGroup[]> {
  const list = async () => {
    // An organization's token has to name a workspace, so it uses the person's own.
    const [team_id] = tenant.teamId === null ? (await people.read(userId)).teams : [];
    const { usergroups } = Groups.parse(await client.web.usergroups.list(team_id === undefined ? {} : { team_id }));
    return usergroups.map(({ handle, id, name }) => ({ id, label: `${name} (@${handle})` }));
  };
  try {
    return await withTimeout(context.clock, list(), withinMs, () => []);
  } catch (error) {
    log.warn({ err: error }, 'user groups not read from Slack');
    return [];
  }
}
