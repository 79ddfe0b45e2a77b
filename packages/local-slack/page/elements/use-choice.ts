import { areOffered, type ChoiceElement, chosenAtFirst, type Option } from '../../src/block-kit/index.ts';
import { type FieldValue, toAnswer } from '../session/field-value.ts';
import { useSurface } from '../session/surface.ts';
import type { ElementProps } from './element-props.ts';

/** What is chosen in an element, and how to choose: the app is told where it wants to be, after the confirm dialog. */
export function useChoice({ blockId, element, field }: ElementProps<ChoiceElement>) {
  const { entered, enter, work } = useSurface();
  const before = entered(blockId, element);
  // What was chosen in an earlier drawing stays as long as it is on offer.
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
