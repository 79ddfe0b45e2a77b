import type { types } from '@slack/bolt';
import type { Answer } from '../../src/slack/blocks/kit.ts';
import { exportProgress, exportSent } from '../../src/slack/features/export.ts';
import { starterProgress, starterSent } from '../../src/slack/features/starter.ts';
import {
  folderChoiceModal,
  lookingAtFilesModal,
  nothingToUploadModal,
  notPackableModal,
  refusedZipModal,
  uploadModal,
  uploadStartedModal,
  zipChoiceModal,
} from '../../src/slack/features/upload/form-view.ts';
import {
  filesNotPackable,
  packOffer,
  shareNote,
  uploadDismissed,
  uploadOffer,
  zipRefused,
} from '../../src/slack/features/upload/messages.ts';
import { notSent } from '../../src/slack/files/send.ts';
import type { Cases } from './name-cases.ts';
import { CONTENTS, FLAT, NESTED, PART, WARNED, ZIP_IN_ZIP } from './sample-uploads.ts';
import { ASKED, AT, FORM, ORIGIN, RADIO, WEATHER, ZIP } from './sample-values.ts';

const WITH_ICON = { ...ZIP, icon: { id: 'F0ICON', name: 'tides.png' } };
const LOOSE = { id: 'F0MAIN', name: 'ability.zip', parts: ['F0MAIN', 'F0CSV', 'F0README'] };
const FOLDER = { ...ZIP, folder: 'repo-main/night_tides/' };
const CHOICES = [
  { file: ZIP, unreadable: null },
  { file: { ...ZIP, id: 'F0OTHER', name: 'moon.zip' }, unreadable: 'moon.zip was deleted. Upload it again.' },
];

const LEFT_ALONE = {
  largeImages: ['poster.png'],
  otherImages: ['a.gif', 'b.webp'],
  others: ['main.py', 'notes.txt', 'tides.csv', 'waves.csv', 'winds.csv'],
  maxIconBytes: 2_097_152,
};

const COUNTS = { onAccount: 2, installed: 0, enabled: 0, orphans: 1 };
const ACCOUNT = {
  lists: { agents: [], abilities: [RADIO, WEATHER], installed: [], counts: COUNTS, unread: 0 },
  history: [],
  filter: null,
  readAt: AT,
};
const form = { contents: null, draft: null, origin: ORIGIN, upload: null };
const modal = (view: types.ModalView): Answer => ({ surface: 'modal', view });

function noteOf(name: string, share: Parameters<typeof shareNote>[0]): Cases {
  const note = shareNote(share);
  return note ? { [name]: note } : {};
}

/** All answers to shared files, and all files that are sent. */
export const SHARE_CASES: Cases = {
  'upload-offer-icon': uploadOffer(WITH_ICON, CONTENTS, 1),
  'upload-offer-icon-of-several': uploadOffer(WITH_ICON, CONTENTS, 3),
  'upload-offer-left-alone': uploadOffer(WITH_ICON, CONTENTS, 1, LEFT_ALONE),
  'upload-offer-flat': uploadOffer(ZIP, FLAT),
  'upload-offer-nested': uploadOffer(ZIP, { ...NESTED, renames: true }),
  'upload-offer-part': uploadOffer(ZIP, PART),
  'upload-offer-folder': uploadOffer(FOLDER, { ...PART, leftOut: null }),
  'upload-offer-name-taken': uploadOffer(ZIP, CONTENTS, 0, null, {
    namesake: { name: 'Night tides', canUpdate: true },
    sameCode: [],
  }),
  'upload-offer-same-code': uploadOffer(ZIP, CONTENTS, 0, null, {
    namesake: { name: 'Night tides', canUpdate: false },
    sameCode: ['Night tides', 'Moon'],
  }),
  'upload-offer-zip-in-zip': uploadOffer(ZIP, ZIP_IN_ZIP),
  'upload-offer-warnings': uploadOffer(ZIP, WARNED),
  'upload-offer-unreadable': zipRefused(
    ZIP,
    "tides.zip is stored in Google Drive, not in Slack, so I can't read it. Download it and upload the file itself.",
  ),
  'upload-offer-loose': packOffer({
    file: LOOSE,
    names: ['main.py', 'tides.csv'],
    leftOut: ['.env', '.DS_Store'],
    images: 0,
  }),
  'upload-offer-loose-one': packOffer({
    file: { ...LOOSE, parts: ['F0MAIN'] },
    names: ['main.py'],
    leftOut: [],
    images: 0,
  }),
  'upload-offer-loose-many': packOffer({
    file: { ...LOOSE, icon: WITH_ICON.icon },
    names: Array.from({ length: 12 }, (_, index) => (index === 0 ? '__init__.py' : `part_${index}.py`)),
    leftOut: [],
    images: 2,
  }),
  'upload-not-packable': filesNotPackable('Two of them are called “main.py”. Rename one and drop them again.'),
  'upload-loose-dismissed': uploadDismissed(LOOSE, ASKED),
  'upload-zip-refused': zipRefused(ZIP, 'The zip is encrypted. Zip the folder again without a password.'),
  'upload-loose-refused': zipRefused(LOOSE, "Slack didn't return file 2 of 3 (file_deleted)."),
  ...noteOf('upload-note-one', { zips: 6, more: 1, images: 0 }),
  ...noteOf('upload-note-several', { zips: 8, more: 3, images: 2 }),
  ...noteOf('upload-note-image', { zips: 2, more: 0, images: 1 }),
  ...noteOf('upload-note-folders', { zips: 1, more: 0, moreFolders: 2, images: 0 }),
  ...noteOf('upload-note-left-alone', { zips: 2, more: 0, images: 0, leftAlone: LEFT_ALONE }),
  'modal-upload-icon': modal(uploadModal({ ...form, file: WITH_ICON, contents: CONTENTS })),
  'modal-upload-part': modal(uploadModal({ ...form, file: ZIP, contents: PART })),
  'modal-upload-loose': modal(uploadModal({ ...form, file: LOOSE, contents: { ...CONTENTS, listed: FLAT.listed } })),
  'modal-upload-loose-not-looked': modal(uploadModal({ ...form, file: LOOSE })),
  'modal-upload-loose-refused': modal(
    refusedZipModal(LOOSE, 'Two of them are called “main.py”. Rename one and drop them again.'),
  ),
  'modal-upload-started-in-thread': modal(uploadStartedModal(FORM, true)),
  'modal-upload-looking-at-files': modal(lookingAtFilesModal()),
  'modal-upload-choice': modal(zipChoiceModal(CHOICES, 0, ORIGIN)),
  'modal-upload-choice-many': modal(zipChoiceModal(Array(12).fill(CHOICES[0]), 1, ORIGIN)),
  'modal-upload-folders': modal(folderChoiceModal(ZIP, ['repo-main/night_tides/', 'repo-main/waves/'], ORIGIN)),
  'modal-upload-nothing': modal(nothingToUploadModal(2)),
  'modal-upload-no-files': modal(nothingToUploadModal(0)),
  'modal-upload-not-packable': modal(
    notPackableModal('There are 31 files, and the limit is 30. Drop a zip of the folder instead.'),
  ),
  'file-export-begun': exportProgress({ lists: ACCOUNT.lists, readAt: AT }),
  'file-export-sent': exportSent(ACCOUNT),
  'file-export-not-sent': notSent(
    'The export',
    'Slack rejected the file (not_allowed). Try again in a minute.',
    ASKED.ref,
  ),
  'file-starter-begun': starterProgress('Night Watch'),
  'file-starter-sent': starterSent('Night Watch', 3),
};
