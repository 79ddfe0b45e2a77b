import type { Requester } from '../../core/requester.ts';
import { refusedMessage, sentenceMessage, uploadNotDismissed } from '../blocks/sentence-message.ts';
import { faultSentence } from '../blocks/trouble-sentence.ts';
import { uploadDismissed } from '../blocks/uploads/upload-messages.ts';
import type { SharedFile } from '../button-value.ts';
import type { Origin } from '../modal-metadata.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import { guard } from '../request/guard.ts';
import type { Workspace } from '../workspace.ts';

/** "Not now": the offer becomes a line, unless somebody's upload is told there already. Never throws. */
export async function dismissUpload(
  file: SharedFile,
  place: MessagePlace,
  { requester, origin }: { requester: Requester; origin: Origin },
  workspace: Workspace,
): Promise<void> {
  const tell = (sentence: ReturnType<typeof sentenceMessage>) =>
    workspace.outbound.deliver(sentence, { userId: requester.userId, origin, triggerId: null, openedViewId: null });
  try {
    const targets = [{ kind: 'upload', id: null, name: file.name } as const];
    const refusal = await guard({ requester, origin, verb: 'upload', line: 'dismiss', targets }, requester, workspace);
    if (refusal) return await tell(refusedMessage(refusal, requester.ref));
    if (await workspace.store.uploads.isPlaceTaken(workspace.tenantId, place))
      return await tell(uploadNotDismissed(file));
    await workspace.outbound.edit(place, uploadDismissed(file, requester));
  } catch (error) {
    workspace.log.error({ err: error, ref: requester.ref }, 'an offer could not be put aside');
    await tell(sentenceMessage(faultSentence(requester.ref)));
  }
}
