import type { types } from '@slack/bolt';
import type { SharedFile } from '../button-value.ts';
import { code, plain, section } from './kit.ts';

/** A select with a few options. @param id used for both the block and the action. */
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
    element: { type: 'static_select', action_id: id, options, initial_option: initial },
  };
}

/** Slack then sends an action for each character that is typed. */
export function whileTyping(
  input: types.InputBlock & { element: types.PlainTextInput },
): types.InputBlock & { element: types.PlainTextInput } {
  const element = {
    ...input.element,
    dispatch_action_config: { trigger_actions_on: ['on_character_entered' as const] },
  };
  return { ...input, dispatch_action: true, element };
}

const TITLE_LIMIT = 24;

/** `named` if it fits into a modal's title, else `general`. */
export const fittingTitle = (named: string, general: string): string =>
  plain(named).text.length <= TITLE_LIMIT ? named : general;

/** A modal with only one sentence, for a form that is loading or can't be shown. */
export function sentenceModal(title: string, sentence: string): types.ModalView {
  return {
    type: 'modal',
    title: plain(title, TITLE_LIMIT),
    close: plain('Close', TITLE_LIMIT),
    blocks: [section(sentence)],
  };
}

/** Opened before the data is read, because a trigger expires after 3 seconds. The form replaces it. */
export const readingModal = (title: string) => sentenceModal(title, 'Loading…');

/** Shown while a zip is downloaded and inspected. */
export const lookingModal = (title: string, file: SharedFile) => sentenceModal(title, `Checking ${code(file.name)}…`);

/** Replaces a form that an older version of the bot drew. */
export const oldFormModal = () =>
  sentenceModal('Abilities', 'This form is from an older version of the app. Nothing changed. Open it again.');

/** Replaces a form that was already submitted. */
export const sentTwiceModal = () =>
  sentenceModal(
    'Abilities',
    'This form was already submitted a moment ago. Check `/abilities` before you submit it again.',
  );

/** @param form `callbackId` identifies the form when it is submitted. */
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
