import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { InteractiveElement, Option } from '../../src/block-kit/index.ts';
import type { Action } from '../../src/page-server/page-api.ts';
import type { FieldValue } from './field-value.ts';

export type Place = Extract<Action, { do: 'click' }>['where'];

/** What the elements of one message, modal or App Home share. */
export interface Surface {
  where: Place;
  /** What has been entered into an element; undefined while it is as the app sent it. */
  entered: (blockId: string, element: InteractiveElement) => FieldValue | undefined;
  enter: (blockId: string, element: InteractiveElement, value: FieldValue | undefined) => void;
  /** Asks where a confirm dialog stands, then tells the app. False when the person said no. */
  work: (blockId: string, element: InteractiveElement, choice?: string | string[]) => Promise<boolean>;
  /** Whether the app has not answered yet. */
  isBusy: (blockId: string, element: InteractiveElement) => boolean;
  /** Why the last click did not go through, and where it was. */
  failure: { blockId: string; sentence: string } | null;
  suggest: (element: InteractiveElement, query: string) => Promise<readonly Option[]>;
}

export const SurfaceContext = createContext<Surface | null>(null);

export function useSurface(): Surface {
  const surface = useContext(SurfaceContext);
  if (!surface) throw new Error('This element stands outside of a message or view.');
  return surface;
}
