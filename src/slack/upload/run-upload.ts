import type { UploadForm } from '../../core/command.ts';
import { uploadAbility } from '../../core/operations/upload-ability.ts';
import type { Asked } from '../blocks/notice.ts';
import { uploadNotTold } from '../blocks/sentence-message.ts';
import { uploadFault, uploadProgress, uploadResult } from '../blocks/upload-messages.ts';
import type { SharedFile } from '../button-value.ts';
import { withSpool } from '../files/with-spool.ts';
import type { Origin } from '../modal-metadata.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import type { Parts } from '../parts.ts';
import { fetchUploadFiles } from './fetch-upload-files.ts';
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
  const { asked, form, zip } = request;
  const log = parts.log.child({ ref: asked.ref, user: asked.userId, file: zip.id });
  try {
    const first = uploadProgress(form, { step: 'reading', percent: null }, asked);
    const progress = await ProgressMessage.start(parts.outbound, request.place, asked.userId, first);
    try {
      const outcome = await upload(request, progress, parts);
      log.info({ verb: 'upload', outcome: outcome.kind }, 'operation');
      if (outcome.kind === 'trouble') log.warn({ problem: outcome.error.message }, 'the service made trouble');
      if (outcome.kind !== 'uploaded' && request.place) parts.uploadPlaces.release(request.place);
      await progress.finish(uploadResult(outcome, form, zip, asked));
    } catch (error) {
      log.error({ err: error }, 'an upload failed inside the bot');
      if (request.place) parts.uploadPlaces.release(request.place);
      await progress.finish(uploadFault(form, zip, asked));
    }
  } catch (error) {
    log.error({ err: error }, 'the progress of an upload could not be told');
    const destination = { userId: asked.userId, origin: request.origin, triggerId: null, openedViewId: null };
    await parts.outbound.deliver(uploadNotTold(form, asked.ref), destination);
  }
}

const upload = ({ asked, form, icon, zip }: UploadRequest, progress: ProgressMessage, parts: Parts) =>
  withSpool(parts.config.uploads.spoolDir, (folder) =>
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
