import type { types } from '@slack/bolt';
import type { TakenBy, UploadRecord } from '../../../store/upload-record.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { formModal } from '../modal-frame.ts';
import { bold, plain, section } from '../text.ts';
import { comparison, NO_BACKUP } from './upload-question.ts';
import { wrapInput } from './wrap-input.ts';

export const REPLACE_FIELD = 'typed_name';

/** Old and new side by side; the name has to be typed, since the old one is deleted for good. */
export function replaceModal(record: UploadRecord, by: TakenBy, origin: Origin): types.ModalView {
  const { contents, form, id } = record;
  return formModal({
    title: 'Replace an Ability',
    submit: 'Replace',
    callbackId: 'replace',
    metadata: encodeMetadata({ form: 'replace', upload: id, abilityId: by.abilityId, origin }),
    blocks: [
      section(
        `The old ${bold(form.name)} (ID ${by.abilityId}) is deleted for good, then the new one is uploaded and gets a new ID. It gets the trigger words, the state and the Agents of the old one, as far as the service tells them. If the new one is refused, the old one is put back where the service gives its package; where it does not, the old one is lost.`,
      ),
      ...(by.packageGiven === false ? [section(NO_BACKUP)] : []),
      comparison(record, by),
      // Preset whatever was chosen before: a flat zip that is refused after the delete costs the old one.
      ...(contents?.flat ? [wrapInput(true)] : []),
      {
        type: 'input',
        block_id: REPLACE_FIELD,
        label: plain(`Type ${form.name} to replace it`),
        element: { type: 'plain_text_input', action_id: REPLACE_FIELD, max_length: 150 },
      },
    ],
  });
}
