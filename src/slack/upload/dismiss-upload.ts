import type { Asked } from '../blocks/notice.ts';
import { sentenceMessage, uploadNotDismissed } from '../blocks/sentence-message.ts';
import { faultSentence } from '../blocks/trouble-sentence.ts';
import { uploadDismissed } from '../blocks/uploads/upload-messages.ts';
import type { SharedFile } from '../button-value.ts';
import type { Origin } from '../modal-metadata.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import type { Parts } from '../parts.ts';

/** "Not now": the offer becomes a line, unless somebody's upload is told there already. Never throws. */
export async function dismissUpload(
  file: SharedFile,
  place: MessagePlace,
  { asked, origin }: { asked: Asked; origin: Origin },
  parts: Parts,
): Promise<void> {
  const tell = (sentence: ReturnType<typeof sentenceMessage>) =>
    parts.outbound.deliver(sentence, { userId: asked.userId, origin, triggerId: null, openedViewId: null });
  try {
    if (await parts.store.uploads.isPlaceTaken(place)) return await tell(uploadNotDismissed(file));
    await parts.outbound.edit(place, uploadDismissed(file, asked));
  } catch (error) {
    parts.log.error({ err: error, ref: asked.ref }, 'an offer could not be put aside');
    await tell(sentenceMessage(faultSentence(asked.ref)));
  }
}
