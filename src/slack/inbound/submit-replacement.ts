import { decideUpload } from '../../uploads/decide-upload.ts';
import { sentenceModal } from '../blocks/modal-frame.ts';
import { uploadPastChoice, uploadUnknown } from '../blocks/sentence-message.ts';
import { REPLACE_FIELD } from '../blocks/uploads/replace-modal.ts';
import type { ModalMetadata } from '../modal-metadata.ts';
import type { Parts } from '../parts.ts';
import type { FormReply } from './form-reply.ts';
import { readTypedName, readWrap } from './form-values.ts';
import type { SubmissionPayload } from './payloads.ts';

/** A label shows several spaces as one. */
const asShown = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim();

/** The form that replaces an Ability: the name has to be typed as it is. */
export async function submitReplacement(
  { view }: SubmissionPayload,
  metadata: Extract<ModalMetadata, { form: 'replace' }>,
  parts: Parts,
): Promise<FormReply | undefined> {
  try {
    return await decide(view, metadata, parts);
  } catch (error) {
    const ref = parts.newRef();
    parts.log.error({ err: error, ref }, 'a replacement could not be written down');
    const told = `I could not write this down just now, so nothing changed. Press Replace again in a minute. (ref ${ref})`;
    return { response_action: 'errors', errors: { [REPLACE_FIELD]: told } };
  }
}

async function decide(
  view: SubmissionPayload['view'],
  { abilityId, upload }: Extract<ModalMetadata, { form: 'replace' }>,
  parts: Parts,
): Promise<FormReply | undefined> {
  const { uploadTools, uploadWorker } = parts;
  const record = await uploadTools.store.uploads.find(upload);
  const instead = (text: string): FormReply => ({
    response_action: 'update',
    view: sentenceModal('Replace an Ability', text),
  });
  if (!record || record.teamId !== parts.teamId) return instead(uploadUnknown().text);
  if (asShown(readTypedName(view)) !== asShown(record.form.name)) {
    const told = `This is not its name. Type ${record.form.name} to replace it, or press Cancel.`;
    return { response_action: 'errors', errors: { [REPLACE_FIELD]: told } };
  }
  const wrap = record.contents?.flat ? readWrap(view) : record.wrap;
  const decided = await decideUpload(record, { kind: 'replace', abilityId, wrap }, uploadTools);
  if (!decided) return instead(uploadPastChoice(record).text);
  uploadWorker.wake();
  return undefined;
}
