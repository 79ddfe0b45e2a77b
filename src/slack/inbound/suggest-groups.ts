import { setTimeout as wait } from 'node:timers/promises';
import type { types } from '@slack/bolt';
import * as z from 'zod';
import { fold } from '../../core/suggest.ts';
import { plain } from '../blocks/text.ts';
import type { Workspace } from '../workspace.ts';

const Groups = z.object({
  usergroups: z.array(z.object({ id: z.string(), handle: z.string().default(''), name: z.string().default('') })),
});
/** Slack's own limit of a menu. */
const MAX_SUGGESTED_GROUPS = 100;
/** Slack waits 3 seconds for them. */
const WITHIN_MS = 2000;

/** The user groups whose name or handle contains what was typed; none when Slack does not tell in time. */
export async function suggestGroups(
  query: string,
  { client, log }: Pick<Workspace, 'client' | 'log'>,
): Promise<types.PlainTextOption[]> {
  const find = async () => {
    const { usergroups } = Groups.parse(await client.web.usergroups.list());
    return usergroups
      .map(({ handle, id, name }) => ({ label: `${name} (@${handle})`, value: id }))
      .filter(({ label }) => fold(label).includes(fold(query)))
      .slice(0, MAX_SUGGESTED_GROUPS)
      .map(({ label, value }) => ({ text: plain(label, 75), value }));
  };
  try {
    return await Promise.race([find(), wait(WITHIN_MS, [], { ref: false })]);
  } catch (error) {
    log.warn({ err: error }, 'Slack does not tell the user groups');
    return [];
  }
}
