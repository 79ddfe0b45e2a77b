import type { Answer } from '../../src/slack/blocks/kit.ts';
import { decodeButton } from '../../src/slack/button-value.ts';

/** The value of every button and menu entry of an answer that carries a command. */
export const valuesOf = (answer: Answer): string[] =>
  answer.surface === 'modal' ? valuesIn(answer.view) : valuesIn(answer.blocks);

/** The same for any part of one. */
export function valuesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'type' in part && part.type === 'button' && 'value' in part ? [String(part.value)] : [];
  return [...own, ...linesOfOptions(part), ...Object.values(part).flatMap(valuesIn)];
}

/** Menu entries that carry a command; those in forms are plain words. */
function linesOfOptions(part: object): string[] {
  const options: unknown[] = 'options' in part && Array.isArray(part.options) ? part.options : [];
  return options.flatMap((option) =>
    typeof option === 'object' && option !== null && 'value' in option && String(option.value).startsWith('{')
      ? [String(option.value)]
      : [],
  );
}

/** Whether a click on a button with this value is understood. */
export const isReadable = (value: string): boolean => decodeButton(value) !== null;
