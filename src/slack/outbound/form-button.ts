import type { types } from '@slack/bolt';
import type { MessageAnswer } from '../blocks/answer.ts';
import { actions, button } from '../blocks/buttons.ts';
import { sentenceMessage } from '../blocks/sentence-message.ts';

/** A form that was asked for in a way that lets nobody open one, such as a mention. */
export const formBehindButton = () => sentenceMessage('This needs a form. Nothing changed yet.');

/** The same with a button that opens the form; `line` is the command line that leads to it. */
export const withFormButton = (answer: MessageAnswer, line: string, form: types.ModalView): MessageAnswer => ({
  ...answer,
  blocks: [
    ...answer.blocks,
    ...actions(
      button('Open the form', {
        do: line,
        // Only this one comes of a line that may also lead to something else.
        ...(form.callback_id === 'trigger-words' ? { asks: true } : {}),
      }),
    ),
  ],
});
