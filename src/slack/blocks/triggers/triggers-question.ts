import type { types } from '@slack/bolt';
import type { Outcome, WordsDifference } from '../../../core/outcome.ts';
import { encodeButton, type SharedPlace, VALUE_MAX } from '../../button-value.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, button } from '../buttons.ts';
import { wordsLine } from '../fit-lines.ts';
import { bold, section, toFallback } from '../text.ts';
import { meanwhileLine } from './meanwhile-line.ts';

/**
 * What would change, before anything is saved. Two words each way are as easy to read as two hundred are to miss.
 * @param shared the message that everybody sees from which it was asked.
 */
export function triggersQuestion(
  { difference, row }: Extract<Outcome, { kind: 'triggers-question' }>,
  shared: SharedPlace | null,
): MessageAnswer {
  const { added, kept, meanwhile, removed } = difference;
  const line = `triggers installed:${row.id}`;
  const beside = shared ? { shared } : {};
  // The words that stay tell afterwards what somebody else did since they were shown here.
  const change = { do: line, words: { add: added, remove: removed, keep: kept }, sure: true, ...beside } as const;
  const fits = encodeButton(change).length <= VALUE_MAX;
  const texts = [
    `Change the trigger words of ${bold(row.name)}? Nothing is saved yet.`,
    differenceLines(difference),
    ...(meanwhile ? [meanwhileLine(meanwhile)] : []),
    ...(fits ? [] : [TOO_MANY]),
  ];
  const save: types.Button[] = fits
    ? [{ ...button('Save', change, `Save the trigger words of ${row.name}`), style: 'primary' }]
    : [];
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(texts.join('\n')),
    blocks: [
      ...texts.map(section),
      ...actions(
        ...save,
        button('Keep as is', { do: line }, `Keep the trigger words of ${row.name} as they are`),
        button('Edit words…', { do: `${line} edit:`, asks: true, ...beside }, `Edit the trigger words of ${row.name}`),
      ),
    ],
  };
}

const TOO_MANY =
  'This is more than one button of Slack can carry, so it cannot be saved from here. Nothing changed. Change fewer words at once.';

const differenceLines = ({ added, kept, removed }: WordsDifference) =>
  [`Adds: ${wordsLine(added, 900)}`, `Removes: ${wordsLine(removed, 900)}`, `Keeps: ${wordsLine(kept, 900)}`].join(
    '\n',
  );
