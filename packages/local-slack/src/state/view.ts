import type { Block } from '../block-kit/blocks.ts';
import type { ViewDefinition } from '../block-kit/check-view.ts';
import type { ListedConversation } from '../block-kit/directory.ts';
import type { StateValues } from './state-values.ts';

/** A modal or App Home of one person. Immutable: a change replaces the object. */
export interface View {
  readonly id: string;
  readonly userId: string;
  readonly type: 'modal' | 'home';
  /** As sent by the app, with block and action IDs filled in. */
  readonly definition: ViewDefinition;
  readonly callbackId: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly privateMetadata: string;
  readonly hash: string;
  readonly rootViewId: string;
  readonly previousViewId: string | null;
  /** The conversation that was visible when the modal opened, if known. */
  readonly here: ListedConversation | null;
  /** The person's input so far. */
  readonly state: StateValues;
  /** The app's errors for the last submission, by block ID. */
  readonly errors: Readonly<Record<string, string>>;
  /** False once it is closed; an App Home stays open. */
  readonly open: boolean;
  readonly revision: number;
}

export function isView<T extends object>(where: T | View): where is View {
  return 'definition' in where;
}
