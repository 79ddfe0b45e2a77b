import type { types } from '@slack/bolt';
import type { UploadContents } from '../../../store/upload-record.ts';
import { plain } from '../text.ts';

export const WRAP_FIELD = 'wrap';

/** The service expects one folder with main.py in it. Common other layouts, and the fix offered for each. */
const OFFERS = {
  flat: {
    label: 'Folder',
    option: 'Put the files into one folder',
    hint: 'The service wants a zip with one folder in it; this one has its files at the root.',
  },
  folder: {
    label: 'Folder',
    option: 'Move the inner folder to the top',
    hint: 'The service wants main.py in the top folder; this zip has it in a folder below.',
  },
  zip: {
    label: 'Zip in the zip',
    option: 'Upload the zip inside',
    hint: 'The service wants the Ability itself; this zip holds another zip.',
  },
} as const;

/** The preselected option to repack a zip in the expected layout; none if it already has it. */
export function wrapInput(contents: UploadContents | null): types.InputBlock[] {
  const kind = contents?.lift?.kind ?? (contents?.flat ? 'flat' : null);
  if (kind === null) return [];
  const { hint, label, option } = OFFERS[kind];
  const choice: types.PlainTextOption = { text: plain(option), value: 'wrap' };
  return [
    {
      type: 'input',
      block_id: WRAP_FIELD,
      optional: true,
      label: plain(label),
      hint: plain(hint),
      element: { type: 'checkboxes', action_id: WRAP_FIELD, options: [choice], initial_options: [choice] },
    },
  ];
}
