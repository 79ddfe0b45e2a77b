import type { Actor } from '../../core/actor.ts';
import type { Asked } from '../blocks/asked.ts';
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
  { actor, asked, origin }: { actor: Actor; asked: Asked; origin: Origin },
  workspace: Workspace,
): Promise<void> {
  const tell = (sentence: ReturnType<typeof sentenceMessage>) =>
    workspace.outbound.deliver(sentence, { userId: asked.userId, origin, triggerId: null, openedViewId: null });
  try {
    const targets = [{ kind: 'upload', id: null, name: file.name } as const];
    const refusal = await guard({ asked, origin, verb: 'upload', line: 'dismiss', targets }, actor, workspace);
    if (refusal) return await tell(refusedMessage(refusal, asked.ref));
    if (await workspace.store.uploads.isPlaceTaken(workspace.tenantId, place))
      return await tell(uploadNotDismissed(file));
    await workspace.outbound.edit(place, uploadDismissed(file, asked));
  } catch (error) {
    workspace.log.error({ err: error, ref: asked.ref }, 'an offer could not be put aside');
    await tell(sentenceMessage(faultSentence(asked.ref)));
  }
}
