import type { Actor } from '../../core/actor.ts';
import type { Asked } from '../blocks/asked.ts';
import type { Origin } from '../modal-metadata.ts';
import { type Asker, findAccess } from '../people/find-access.ts';
import type { Workspace } from '../workspace.ts';
import { isStranger } from './is-stranger.ts';
import type { Actor as Sender } from './payloads.ts';

/** Who asks, at which moment, under which number, and what they may do there. */
export async function askedBy(asker: Asker, workspace: Workspace): Promise<{ asked: Asked; actor: Actor }> {
  const { userId } = asker;
  const asked = { userId, at: workspace.context.now(), ref: workspace.newRef() };
  return { asked, actor: { userId, access: await findAccess(asker, workspace) } };
}

/** Of a payload that names its sender: a form counts for where it was opened. */
export const askerOf = (
  sender: Sender,
  { channelId }: Pick<Origin, 'channelId'>,
  workspace: Pick<Workspace, 'tenant'>,
): Asker => ({
  userId: sender.id,
  isStranger: isStranger(sender, workspace),
  channelId,
});
