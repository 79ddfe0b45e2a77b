import { areOffered, type ChoiceElement, chosenAtFirst, type Option } from '../../src/block-kit/index.ts';
import { type FieldValue, toAnswer } from '../session/field-value.ts';
import { useSurface } from '../session/surface.ts';
import type { ElementProps } from './element-props.ts';

/** The current selection and how to change it. The app is notified if it wants to be, after any confirm dialog. */
export function useChoice({ blockId, element, field }: ElementProps<ChoiceElement>) {
  const { entered, enter, work } = useSurface();
  const before = entered(blockId, element);
  // An earlier selection is kept while it is still offered.
  const stays = before?.kind === 'options' && areOffered(element, before.options);
  const chosen = stays ? before.options : chosenAtFirst(element);
  const choose = async (options: readonly Option[]) => {
    const value: FieldValue = { kind: 'options', options };
    enter(blockId, element, value);
    if (field && !field.dispatches) return;
    const said = await work(blockId, element, choiceOf(value, element));
    if (!said) enter(blockId, element, before);
  };
  return { chosen, choose };
}

function choiceOf(value: FieldValue, element: ChoiceElement): string | string[] {
  const answer = toAnswer(value, element);
  return typeof answer === 'string' ? answer : answer.filter((item) => typeof item === 'string');
}
