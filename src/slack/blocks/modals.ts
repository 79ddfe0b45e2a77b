import type { types } from '@slack/bolt';
import type { SharedFile } from '../button-value.ts';
import { code, plain, section } from './kit.ts';

/** A field of a form that chooses one of a few. @param id the block's, and the action's. */
export function choiceInput(
  id: string,
  label: string,
  chosen: string,
  entries: readonly (readonly [value: string, label: string])[],
): types.InputBlock {
  const options = entries.map(([value, text]) => ({ text: plain(text, 75), value }));
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: 'input',
    block_id: id,
    label: plain(label),
    element: { type: 'static_select', action_id: id, options, ...(initial ? { initial_option: initial } : {}) },
  };
}

const TITLE_LIMIT = 24;

/** A modal without a form: a sentence while something is read, or instead of the form that cannot be shown. */
export function sentenceModal(title: string, sentence: string): types.ModalView {
  return {
    type: 'modal',
    title: plain(title, TITLE_LIMIT),
    close: plain('Close', TITLE_LIMIT),
    blocks: [section(sentence)],
  };
}

/** Opened at once, because a trigger lives for 3 seconds, and filled when the service has answered. */
export const readingModal = (title: string) => sentenceModal(title, 'Reading from the service…');

/** While a zip is fetched and looked into. */
export const lookingModal = (title: string, file: SharedFile) =>
  sentenceModal(title, `Looking into ${code(file.name)}… Nothing is uploaded yet.`);

/** In place of a form that was opened by a version whose forms this one cannot read. */
export const oldFormModal = () =>
  sentenceModal(
    'Abilities',
    'This form is from an older version and I cannot read it. Nothing changed. Open it again.',
  );

/** In place of a form that was sent a moment ago, by the same press or one before. */
export const sentTwiceModal = () =>
  sentenceModal(
    'Abilities',
    'This form was sent a moment ago, and I do not know yet what came of it. Look at `/abilities` before you send it again.',
  );

/** A modal with a form; `callbackId` says who reads it. */
export function formModal(form: {
  title: string;
  submit: string;
  callbackId: string;
  metadata: string;
  blocks: types.KnownBlock[];
}): types.ModalView {
  return {
    type: 'modal',
    callback_id: form.callbackId,
    title: plain(form.title, TITLE_LIMIT),
    submit: plain(form.submit, TITLE_LIMIT),
    close: plain('Cancel', TITLE_LIMIT),
    private_metadata: form.metadata,
    blocks: form.blocks,
  };
}
