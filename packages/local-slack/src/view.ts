import type { Block } from './block-kit/blocks.ts';
import type { ViewDefinition } from './block-kit/check-view.ts';
import type { ListedConversation } from './block-kit/directory.ts';
import type { StateValues } from './state-values.ts';

/** A modal or App Home as one person has it. Replaced, never changed, when something happens to it. */
export interface View {
  readonly id: string;
  readonly userId: string;
  readonly type: 'modal' | 'home';
  /** What the app sent, with block and action IDs filled in. */
  readonly definition: ViewDefinition;
  readonly callbackId: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly privateMetadata: string;
  readonly hash: string;
  readonly rootViewId: string;
  readonly previousViewId: string | null;
  /** The conversation that was on the screen when the modal opened, where one is known. */
  readonly here: ListedConversation | null;
  /** What the person has entered or chosen so far. */
  readonly state: StateValues;
  /** What the app said at the last submit, by block ID. */
  readonly errors: Readonly<Record<string, string>>;
  /** False once it is closed; an App Home stays open. */
  readonly open: boolean;
  readonly revision: number;
}

/** Tells a view from a message. */
export function isView<T extends object>(where: T | View): where is View {
  return 'definition' in where;
}
