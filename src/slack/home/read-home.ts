import { ALL_ABILITIES } from '../../core/list-query.ts';
import { operate } from '../../core/operate.ts';
import type { HomeContents } from '../blocks/home-view.ts';
import type { Parts } from '../parts.ts';

const MOST_UPLOADS = 5;
const MOST_CHANGES = 8;

/** Reads all of it side by side. Never throws for a service or a store that makes trouble: that is part of the view. */
export async function readHome(
  { context, log, store, teamId }: Pick<Parts, 'context' | 'log' | 'store' | 'teamId'>,
  userId: string,
): Promise<HomeContents> {
  const actor = { userId };
  const unknown = (error: unknown) => {
    log.error({ err: error }, 'the store does not answer; the Home tab is drawn without it');
    return null;
  };
  const [list, agents, uploads, changes] = await Promise.all([
    operate({ verb: 'list', query: ALL_ABILITIES }, context, actor),
    operate({ verb: 'agents' }, context, actor),
    store.uploads.listOpen(teamId, MOST_UPLOADS).catch(unknown),
    context.history.recent(MOST_CHANGES).catch(unknown),
  ]);
  return { list, agents, uploads: uploads ?? [], changes };
}
