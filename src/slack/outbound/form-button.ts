import type { types } from '@slack/bolt';
import { findVerb } from '../../core/verbs.ts';
import type { MessageAnswer } from '../blocks/answer.ts';
import { actions, button } from '../blocks/buttons.ts';
import { sentenceMessage } from '../blocks/sentence-message.ts';
import { section } from '../blocks/text.ts';
import { type ButtonValue, encodeButton, VALUE_MAX } from '../button-value.ts';

/** A form that was asked for in a way that lets nobody open one, such as a mention. */
export const formBehindButton = () => sentenceMessage('This needs a form. Nothing changed yet.');

/**
 * The same with a button that opens the form; `line` is the command line that leads to it. One that is too long for a
 * button is left at its verb, whose form begins empty.
 */
export function withFormButton(answer: MessageAnswer, line: string, form: types.ModalView): MessageAnswer {
  // Only this one comes of a line that may also lead to something else.
  const value = { do: line, ...(form.callback_id === 'trigger-words' ? { asks: true as const } : {}) };
  if (encodeButton(value).length <= VALUE_MAX) return withButton(answer, value);
  const verb = findVerb(/^\S*/.exec(line.trim())?.[0] ?? '');
  if (!verb) return answer;
  const longer = { ...answer, text: `${answer.text} ${TOO_LONG}`, blocks: [...answer.blocks, section(TOO_LONG)] };
  return withButton(longer, { do: verb.name });
}

const TOO_LONG =
  'What you wrote is longer than a button of Slack can carry, so the form begins empty. Choose again in it, or write less at once.';

const withButton = (answer: MessageAnswer, value: Omit<ButtonValue, 'v'>): MessageAnswer => ({
  ...answer,
  blocks: [...answer.blocks, ...actions(button('Open the form', value))],
});
