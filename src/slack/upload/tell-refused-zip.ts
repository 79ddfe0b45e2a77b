import type { Requester } from '../../core/requester.ts';
import { zipRefused } from '../blocks/uploads/upload-messages.ts';
import type { SharedFile } from '../button-value.ts';
import type { Origin } from '../modal-metadata.ts';
import type { Workspace } from '../workspace.ts';

/**
 * The form told the one who pressed; the offer in the thread must not go on saying that the zip can become an Ability.
 * Never throws: the one who asked has heard it.
 */
export async function tellRefusedZip(
  { requester, file, origin, sentence }: { requester: Requester; file: SharedFile; origin: Origin; sentence: string },
  { log, outbound, store, tenantId }: Workspace,
): Promise<void> {
  const { channelId, message } = origin;
  if (!channelId || !message || message.ephemeral) return;
  const place = { channel: channelId, ts: message.ts };
  try {
    // Another zip of the same message may be on its way or there.
    if (await store.uploads.isPlaceTaken(tenantId, place)) return;
    await outbound.edit(place, zipRefused(file, sentence, requester), 'announcement');
  } catch (error) {
    log.warn({ err: error, ref: requester.ref }, 'the offer of a refused zip could not be changed');
  }
}
