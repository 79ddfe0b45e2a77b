import type { ChoiceElement, InteractiveElement } from '../../src/block-kit/index.ts';

/** What an input block passes to the element that it labels. */
export interface Field {
  /** ID for the element, so that the label points to it. */
  id: string;
  labelId: string;
  /** IDs of the hint and the error. */
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  /** Whether every change is sent to the app immediately. */
  dispatches: boolean;
}

export interface ElementProps<E extends InteractiveElement> {
  blockId: string;
  element: E;
  /** What the text of its block is about, for elements without a label of their own. */
  subject?: string | null;
  /** Absent in sections and actions, where every choice is sent to the app immediately. */
  field?: Field | undefined;
}

export type SelectElement = Exclude<ChoiceElement, { type: 'checkboxes' | 'radio_buttons' }>;

/** Accepts one type or a union. */
export type ElementOf<T extends InteractiveElement['type']> = Extract<InteractiveElement, { type: T }>;
