import type { Actor } from '../../core/actor.ts';
import type { Asked } from '../blocks/asked.ts';
import { refusedMessage, sentenceMessage, uploadNotDismissed } from '../blocks/sentence-message.ts';
import { faultSentence } from '../blocks/trouble-sentence.ts';
import { uploadDismissed } from '../blocks/uploads/upload-messages.ts';
import type { SharedFile } from '../button-value.ts';
import { guard } from '../corridor/guard.ts';
import type { Origin } from '../modal-metadata.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import type { Parts } from '../parts.ts';

/** "Not now": the offer becomes a line, unless somebody's upload is told there already. Never throws. */
export async function dismissUpload(
  file: SharedFile,
  place: MessagePlace,
  { actor, asked, origin }: { actor: Actor; asked: Asked; origin: Origin },
  parts: Parts,
): Promise<void> {
  const tell = (sentence: ReturnType<typeof sentenceMessage>) =>
    parts.outbound.deliver(sentence, { userId: asked.userId, origin, triggerId: null, openedViewId: null });
  try {
    const targets = [{ kind: 'upload', id: null, name: file.name } as const];
    const refusal = await guard({ asked, origin, verb: 'upload', line: 'dismiss', targets }, actor, parts);
    if (refusal) return await tell(refusedMessage(refusal, asked.ref));
    if (await parts.store.uploads.isPlaceTaken(parts.teamId, place)) return await tell(uploadNotDismissed(file));
    await parts.outbound.edit(place, uploadDismissed(file, asked));
  } catch (error) {
    parts.log.error({ err: error, ref: asked.ref }, 'an offer could not be put aside');
    await tell(sentenceMessage(faultSentence(asked.ref)));
  }
}
