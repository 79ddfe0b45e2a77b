import { useState } from 'preact/hooks';
import type { ViewInfo } from '../../src/page-server/page-api.ts';
import { type FieldValues, fieldKey, readState } from '../session/field-value.ts';
import { type FieldStore, withField } from '../session/use-surface-state.ts';

/**
 * Values entered into the modals of a stack, by view. They survive updates and are still there when a modal returns to
 * the top.
 */
export function useModalFields({ id, state }: ViewInfo): { fields: FieldStore; touched: FieldValues } {
  const [views, setViews] = useState<Readonly<Record<string, FieldValues>>>({});
  const touched = views[id] ?? {};
  return {
    touched,
    fields: {
      read: (blockId, element) =>
        touched[fieldKey(blockId, element)] ?? readState(state[blockId]?.[element.action_id ?? '']),
      write: (blockId, element, value) =>
        setViews((before) => ({ ...before, [id]: withField(before[id] ?? {}, fieldKey(blockId, element), value) })),
    },
  };
}
