import { ALL_ABILITIES } from '../../core/list-query.ts';
import { operate } from '../../core/operate.ts';
import type { OperationContext } from '../../core/operations/context.ts';
import type { Logger } from '../../logger.ts';
import type { Store } from '../../store/open-store.ts';
import { type HomeContents, MOST_UPLOADS_COUNTED } from '../blocks/home/home-view.ts';

const MOST_CHANGES = 8;

/** What the Home tab is read from. */
export interface HomeSources {
  context: OperationContext;
  log: Logger;
  store: Pick<Store, 'uploads'>;
  teamId: string;
}

/** Reads all of it side by side. Never throws for a service or a store that makes trouble: that is part of the view. */
export async function readHome({ context, log, store, teamId }: HomeSources, userId: string): Promise<HomeContents> {
  const actor = { userId };
  const unknown = (error: unknown) => {
    log.error({ err: error }, 'the store does not answer; the Home tab is drawn without it');
    return null;
  };
  const [list, agents, uploads, changes] = await Promise.all([
    operate({ verb: 'list', query: ALL_ABILITIES }, context, actor),
    operate({ verb: 'agents' }, context, actor),
    store.uploads.listOpen(teamId, MOST_UPLOADS_COUNTED).catch(unknown),
    context.history.recent(MOST_CHANGES).catch(unknown),
  ]);
  return { list, agents, uploads: uploads ?? [], changes };
}
