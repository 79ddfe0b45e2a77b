import type { ChoiceElement, InteractiveElement } from '../../src/block-kit/index.ts';

/** What an input block gives to the element that it labels. */
export interface Field {
  /** The element takes it as its ID, so that the label points to it. */
  id: string;
  labelId: string;
  /** IDs of the hint and the error. */
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  /** Whether entering something tells the app at once. */
  dispatches: boolean;
}

export interface ElementProps<E extends InteractiveElement> {
  blockId: string;
  element: E;
  /** Absent beside a section and among actions, where every choice tells the app at once. */
  field?: Field | undefined;
}

/** A menu, of whatever options. */
export type SelectElement = Exclude<ChoiceElement, { type: 'checkboxes' | 'radio_buttons' }>;

/** Of the one type, or of several. */
export type ElementOf<T extends InteractiveElement['type']> = Extract<InteractiveElement, { type: T }>;
