import { ALL_ABILITIES } from '../../core/list-query.ts';
import { tellTrouble } from '../../core/operate.ts';
import type { OperationContext } from '../../core/operations/context.ts';
import { listAbilities } from '../../core/operations/list-abilities.ts';
import { listAgents } from '../../core/operations/list-agents.ts';
import type { Logger } from '../../logger.ts';
import type { Store } from '../../store/open-store.ts';
import { type HomeContents, MAX_UPLOADS_COUNTED } from '../blocks/home/home-view.ts';

const MAX_CHANGES = 8;

/** What the Home tab is read from. */
export interface HomeSources {
  context: OperationContext;
  log: Logger;
  store: Pick<Store, 'uploads'>;
  teamId: string;
}

/** Reads all of it side by side, for those who may look. Never throws for a service or a store that makes trouble: that is part of the view. */
export async function readHome({ context, log, store, teamId }: HomeSources): Promise<HomeContents> {
  const unknown = (error: unknown) => {
    log.error({ err: error }, 'the store does not answer; the Home tab is drawn without it');
    return null;
  };
  const [list, agents, uploads, changes] = await Promise.all([
    tellTrouble(() => listAbilities(ALL_ABILITIES, context)),
    tellTrouble(() => listAgents(context)),
    store.uploads.listOpen(teamId, MAX_UPLOADS_COUNTED).catch(unknown),
    context.undoLog.recent(MAX_CHANGES).catch(unknown),
  ]);
  return { list, agents, uploads: uploads ?? [], changes, ownAccount: context.connection.kind === 'own' };
}
