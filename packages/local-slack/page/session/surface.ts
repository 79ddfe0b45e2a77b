import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { InteractiveElement, Option } from '../../src/block-kit/index.ts';
import type { Action } from '../../src/page-server/page-api.ts';
import type { FieldValue } from './field-value.ts';

export type Place = Extract<Action, { do: 'click' }>['where'];

/** Shared by the elements of one message, modal or App Home. */
export interface Surface {
  where: Place;
  /** The entered value; undefined if unchanged since the app sent it. */
  entered: (blockId: string, element: InteractiveElement) => FieldValue | undefined;
  enter: (blockId: string, element: InteractiveElement, value: FieldValue | undefined) => void;
  /** Shows the confirm dialog if there is one, then notifies the app. Resolves to false if the person declined. */
  work: (blockId: string, element: InteractiveElement, choice?: string | string[]) => Promise<boolean>;
  /** True until the app has responded. */
  isBusy: (blockId: string, element: InteractiveElement) => boolean;
  /** Why and where the last click failed. */
  failure: { blockId: string; sentence: string } | null;
  suggest: (element: InteractiveElement, query: string) => Promise<readonly Option[]>;
}

export const SurfaceContext = createContext<Surface | null>(null);

export function useSurface(): Surface {
  const surface = useContext(SurfaceContext);
  if (!surface) throw new Error('This element is outside a message or view.');
  return surface;
}
