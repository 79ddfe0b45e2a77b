import { useState } from 'preact/hooks';
import type { InteractiveElement } from '../../src/block-kit/index.ts';
import { suggest } from '../api/server-api.ts';
import { type FieldValue, type FieldValues, fieldKey } from './field-value.ts';
import { useSession } from './session.ts';
import type { Place, Surface } from './surface.ts';

/** Entered values and how to set them. */
export interface FieldStore {
  read: (blockId: string, element: InteractiveElement) => FieldValue | undefined;
  write: (blockId: string, element: InteractiveElement, value: FieldValue | undefined) => void;
}

/** Field values with the lifetime of the component. */
export function useFields(): FieldStore {
  const [values, setValues] = useState<FieldValues>({});
  return {
    read: (blockId, element) => values[fieldKey(blockId, element)],
    write: (blockId, element, value) => setValues((before) => withField(before, fieldKey(blockId, element), value)),
  };
}

export function withField(before: FieldValues, key: string, value: FieldValue | undefined): FieldValues {
  if (value) return { ...before, [key]: value };
  const { [key]: _, ...rest } = before;
  return rest;
}

/** The state and actions of one message or view. */
export function useSurfaceState(where: Place, fields: FieldStore): Surface {
  const { act, confirm, viewerId } = useSession();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Surface['failure']>(null);

  return {
    where,
    failure,
    entered: fields.read,
    enter: fields.write,
    isBusy: (blockId, element) => busy === fieldKey(blockId, element),
    work: async (blockId, element, choice) => {
      const dialog = 'confirm' in element ? element.confirm : undefined;
      if (dialog && !(await confirm(dialog))) return false;
      const key = fieldKey(blockId, element);
      setBusy(key);
      setFailure(null);
      const answer = await act({
        do: 'click',
        person: viewerId,
        where,
        blockId,
        actionId: element.action_id ?? '',
        ...(choice !== undefined && { choice }),
      });
      setBusy((now) => (now === key ? null : now));
      if (!answer.ok) setFailure({ blockId, sentence: answer.problems?.[blockId] ?? answer.sentence });
      return true;
    },
    suggest: (element, query) => suggest({ person: viewerId, where, actionId: element.action_id ?? '', query }),
  };
}
