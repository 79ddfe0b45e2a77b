import type { types } from '@slack/bolt';
import { mayDoAll, refuseVerb } from '../../core/access/refuse-access.ts';
import { verbOf } from '../../core/access/role-for.ts';
import type { Requester } from '../../core/requester.ts';
import { decodeButton, decodeDismissal, decodeUploadChoice } from '../button-value.ts';
import type { Answer } from './answer.ts';

type Permitted = Pick<Requester, 'access'>;

/** What is drawn for one person, without the buttons and menu entries that they may not press. Forms have none of these. */
export const hideForbidden = (answer: Answer, requester: Permitted): Answer =>
  answer.surface === 'message' ? { ...answer, blocks: withoutForbidden(answer.blocks, requester) } : answer;

/** Derived from what each button would do, so that no view has to think of it. */
export function withoutForbidden(blocks: readonly types.KnownBlock[], requester: Permitted): types.KnownBlock[] {
  if (mayDoAll(requester)) return [...blocks];
  return blocks.flatMap((block): types.KnownBlock[] => {
    if (block.type === 'actions') {
      const elements = block.elements.flatMap((element) => leftOf(element, requester) ?? []);
      return elements.length === 0 ? [] : [{ ...block, elements }];
    }
    if (block.type !== 'section' || !block.accessory) return [block];
    const { accessory, ...rest } = block;
    const left = leftOf(accessory, requester);
    return [left ? { ...rest, accessory: left } : rest];
  });
}

/** Null for what may not be pressed at all. */
function leftOf<T extends types.ActionsBlockElement | types.SectionBlockAccessory>(
  element: T,
  requester: Permitted,
): T | types.Overflow | null {
  if (element.type === 'button') return mayPress(element.value, requester) ? element : null;
  if (element.type !== 'overflow') return element;
  const options = element.options.filter(({ value }) => mayPress(value, requester));
  return options.length === 0 ? null : { ...element, options };
}

function mayPress(value: string | undefined, requester: Permitted): boolean {
  const verb = value === undefined ? null : verbOfValue(value);
  return verb === null || refuseVerb(verb, requester) === null;
}

/** Null for a button that is none of these, such as the choice in a form. */
function verbOfValue(value: string): string | null {
  const click = decodeButton(value);
  if (click) return verbOf(click.command);
  const choice = decodeUploadChoice(value);
  if (choice) return choice.decide === 'replace' ? 'replace' : 'upload';
  return decodeDismissal(value) ? 'upload' : null;
}
