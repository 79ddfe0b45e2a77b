import * as z from 'zod';
import { choiceOption, type InteractiveElement, namedOption, type Option } from '../../src/block-kit/index.ts';
import type { Action } from '../../src/page-server/page-api.ts';
import type { DroppedFile } from '../files/dropped-file.ts';

export type FieldValue =
  | { kind: 'text'; text: string }
  | { kind: 'options'; options: readonly Option[] }
  | { kind: 'files'; files: readonly DroppedFile[] };

/** By `fieldKey`. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** Slack keeps entered values while block ID, action ID and type stay the same. */
export function fieldKey(blockId: string, { action_id = '', type }: InteractiveElement): string {
  return JSON.stringify([blockId, action_id, type]);
}

/** The value for an action: a text, the value of one option, the values of several, or files. */
export function toAnswer(value: FieldValue, { type }: InteractiveElement): Submitted {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'files':
      return [...value.files];
    case 'options': {
      const values = value.options.map((option) => option.value);
      return type === 'checkboxes' || type.startsWith('multi_') ? values : (values[0] ?? '');
    }
  }
}

type Submitted = Extract<Action, { do: 'submit' }>['values'][string];

const ids = z.union([z.array(z.string()), z.string().nullable()]).transform((chosen) => [chosen ?? []].flat());

const elementState = z.union([
  z.object({ value: z.string().nullable() }),
  z.object({ selected_option: choiceOption.nullable() }),
  z.object({ selected_options: z.array(choiceOption) }),
  z
    .object({ selected_date_time: z.number().nullable() })
    .transform(({ selected_date_time: at }) => ({ value: at === null ? '' : new Date(at * 1000).toISOString() })),
  z.object({ selected_user: ids }).transform((state) => ({ ids: state.selected_user })),
  z.object({ selected_users: ids }).transform((state) => ({ ids: state.selected_users })),
  z.object({ selected_conversation: ids }).transform((state) => ({ ids: state.selected_conversation })),
  z.object({ selected_conversations: ids }).transform((state) => ({ ids: state.selected_conversations })),
]);

/** Parses one element of Slack's `state.values`; undefined for values that cannot be shown again, such as files. */
export function readState(state: unknown): FieldValue | undefined {
  const { data } = elementState.safeParse(state);
  if (!data) return undefined;
  if ('value' in data) return { kind: 'text', text: data.value ?? '' };
  if ('selected_option' in data) {
    return { kind: 'options', options: data.selected_option ? [data.selected_option] : [] };
  }
  if ('ids' in data) return { kind: 'options', options: data.ids.map((id) => namedOption(id)) };
  return { kind: 'options', options: data.selected_options };
}
