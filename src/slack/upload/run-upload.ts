import type { UploadForm } from '../../core/command.ts';
import { uploadAbility } from '../../core/operations/upload-ability.ts';
import type { MessageAnswer } from '../blocks/answer.ts';
import type { Asked } from '../blocks/notice.ts';
import { uploadNotStarted } from '../blocks/sentence-message.ts';
import { uploadFault, uploadInterrupted, uploadProgress, uploadResult } from '../blocks/upload-messages.ts';
import type { SharedFile } from '../button-value.ts';
import type { Origin } from '../modal-metadata.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import type { Parts } from '../parts.ts';
import { fetchUploadFiles } from './fetch-upload-files.ts';
import { placeKey } from './place-key.ts';
import { ProgressMessage } from './progress-message.ts';

export interface UploadRequest {
  form: UploadForm;
  zip: SharedFile;
  icon: SharedFile | null;
  /** The message that becomes the progress; null for a new one, sent directly to the person. */
  place: MessagePlace | null;
  /** Where the form was asked for: told when there is no other way. */
  origin: Origin;
  asked: Asked;
}

/** From the submitted form to the result, told in one message. Called after the ack; never throws. */
export async function runUpload(request: UploadRequest, parts: Parts): Promise<void> {
  const { asked, form, origin, place, zip } = request;
  const log = parts.log.child({ ref: asked.ref, user: asked.userId, file: zip.id });
  const tellAtOrigin = (answer: MessageAnswer) =>
    parts.outbound.deliver(answer, { userId: asked.userId, origin, triggerId: null, openedViewId: null });
  const first = uploadProgress(form, { step: 'reading', percent: null }, asked);
  let progress: ProgressMessage;
  try {
    progress = await ProgressMessage.start(parts.outbound, place, asked.userId, first);
  } catch (error) {
    log.error({ err: error }, 'an upload was not started: its progress cannot be told');
    return tellAtOrigin(uploadNotStarted(form, asked.ref));
  }
  const end = async (answer: MessageAnswer) => {
    try {
      await progress.finish(answer);
    } catch (error) {
      log.error({ err: error }, 'the end of an upload could not be told in its message');
      await tellAtOrigin(answer);
    }
  };
  await parts.runningUploads.track(
    () => end(uploadInterrupted(form, zip, asked)),
    async () => {
      try {
        const outcome = await upload(request, progress, parts);
        log.info({ verb: 'upload', outcome: outcome.kind }, 'operation');
        if (outcome.kind === 'trouble') log.warn({ problem: outcome.error.message }, 'the service made trouble');
        if (outcome.kind !== 'uploaded' && place) parts.seen.release(placeKey(place));
        await end(uploadResult(outcome, form, zip, asked));
      } catch (error) {
        log.error({ err: error }, 'an upload failed inside the bot');
        if (place) parts.seen.release(placeKey(place));
        await end(uploadFault(form, zip, asked));
      }
    },
  );
}

const upload = ({ asked, form, icon, zip }: UploadRequest, progress: ProgressMessage, parts: Parts) =>
  parts.spool.lend((folder) =>
    uploadAbility(
      {
        form,
        limits: parts.config.uploads,
        fetchFiles: (onPercent) => fetchUploadFiles(zip, icon, folder, onPercent, parts),
        onStep: (step) => progress.update(uploadProgress(form, step, asked)),
      },
      parts.context,
    ),
  );
