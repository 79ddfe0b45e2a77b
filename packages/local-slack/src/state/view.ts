import type { Block } from '../block-kit/blocks.ts';
import type { ViewDefinition } from '../block-kit/check-view.ts';
import type { ListedConversation } from '../block-kit/directory.ts';
import type { StateValues } from './state-values.ts';

/** A modal or App Home of one person. Immutable: a change replaces the object. */
export interface View {
  id: string;
  userId: string;
  type: 'modal' | 'home';
  /** As sent by the app, with block and action IDs filled in. */
  definition: ViewDefinition;
  callbackId: string;
  title: string;
  blocks: readonly Block[];
  privateMetadata: string;
  hash: string;
  rootViewId: string;
  /** When its stack was opened, in milliseconds since 1970. */
  openedAt: number;
  previousViewId: string | null;
  /** The conversation that was visible when the modal opened, if known. */
  here: ListedConversation | null;
  /** The person's input so far. */
  state: StateValues;
  /** The app's errors for the last submission, by block ID. */
  errors: Readonly<Record<string, string>>;
  /** False once it is closed; an App Home stays open. */
  open: boolean;
  revision: number;
}

export function isView<T extends object>(where: T | View): where is View {
  return 'definition' in where;
}
