import type { Requester } from '../../core/requester.ts';
import type { Origin } from '../modal-metadata.ts';
import { findAccess, type Identity } from '../people/find-access.ts';
import type { Workspace } from '../workspace.ts';
import { isStranger } from './is-stranger.ts';
import type { Sender } from './payloads.ts';

/** Looks up what the person may do there, and gives the request its number. */
export const identify = async (identity: Identity, workspace: Workspace): Promise<Requester> => ({
  ...{ userId: identity.userId, at: workspace.context.now(), ref: workspace.newRef() },
  access: await findAccess(identity, workspace),
});

/** Who sent a payload. A form counts for where it was opened. */
export const identityOf = (
  sender: Sender,
  { channelId }: Pick<Origin, 'channelId'>,
  workspace: Pick<Workspace, 'tenant'>,
): Identity => ({
  userId: sender.id,
  isStranger: isStranger(sender, workspace),
  channelId,
});
