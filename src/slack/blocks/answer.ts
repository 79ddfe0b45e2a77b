import type { types } from '@slack/bolt';

/** A message ready for Slack. `text` is what notifications show and screen readers say. */
export interface MessageAnswer {
  surface: 'message';
  text: string;
  blocks: types.KnownBlock[];
  /** Whether it may take the place of the private message whose button was clicked. A sentence of trouble never does. */
  replaces: boolean;
  /** The command line that draws the same rows after a change. Left out where the line that was asked does. */
  again?: string;
}

export interface ModalAnswer {
  surface: 'modal';
  view: types.ModalView;
}

export type Answer = MessageAnswer | ModalAnswer;
