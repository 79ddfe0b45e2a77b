import type { types } from '@slack/bolt';
import { plain } from './text.ts';

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
