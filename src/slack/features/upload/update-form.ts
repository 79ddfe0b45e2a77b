import type { types } from '@slack/bolt';
import type { TakenBy, UploadContents, UploadRecord } from '../../../store/upload-record.ts';
import { STATE_WORDS } from '../../blocks/ability.ts';
import { changesBlocks, listedNames } from '../../blocks/code-changes.ts';
import { bold, section } from '../../blocks/kit.ts';
import { fittingTitle, formModal } from '../../blocks/modals.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { warningText } from './contents.ts';

export const UPDATE_TITLE = 'Update code';

/** The only confirmation of an update. Shows the changed files and lines, and the code's hosts, keys and imports. */
export function updateModal(record: UploadRecord, by: TakenBy, origin: Origin): types.ModalView {
  const { contents, form, id, version } = record;
  return formModal({
    title: fittingTitle(`Update ${form.name}`, UPDATE_TITLE),
    submit: UPDATE_TITLE,
    callbackId: 'update',
    metadata: encodeMetadata({ form: 'update', upload: id, abilityId: by.abilityId, version, origin }),
    blocks: [
      section(
        `${bold(form.name)} (${STATE_WORDS[by.state]}) gets new code. Its description, category, icon, trigger words, state and Agents stay the same. ${by.code ? "You can't undo this, but *Versions* keeps the current code." : "This can't be undone."}`,
      ),
      ...(by.code ? changesBlocks(by.code, { id, name: form.name }) : [section(newFilesText(contents))]),
      ...(contents ? warningText(contents).map(section) : []),
    ],
  });
}

function newFilesText(contents: UploadContents | null): string {
  const unknown = "I couldn't read the current code, so I can't show the changes.";
  if (!contents) return unknown;
  const paths = { first: contents.listed.map(({ path }) => path), count: contents.files };
  return `${unknown}\n*New files*  ${listedNames(paths)}`;
}
