import type { types } from '@slack/bolt';
import { plain } from '../text.ts';

export const WRAP_FIELD = 'wrap';

const option: types.PlainTextOption = { text: plain('Put the files into one folder'), value: 'wrap' };

/** The service takes a zip with one folder; the most common mistake is a zip whose files stand at its root. */
export const wrapInput = (initial: boolean): types.InputBlock => ({
  type: 'input',
  block_id: WRAP_FIELD,
  optional: true,
  label: plain('Folder'),
  hint: plain('The service wants a zip with one folder in it; this one has its files at the root.'),
  element: {
    type: 'checkboxes',
    action_id: WRAP_FIELD,
    options: [option],
    ...(initial ? { initial_options: [option] } : {}),
  },
});
