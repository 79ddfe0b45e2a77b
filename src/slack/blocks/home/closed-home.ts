import type { Refusal } from '../../../core/refusal.ts';
import type { Requester } from '../../../core/requester.ts';
import { actions, button } from '../buttons.ts';
import { refusalSentence } from '../sentences.ts';
import { plain, section } from '../text.ts';
import type { HomeTab } from './home-view.ts';

/** The Home tab of somebody who may not look at the account. */
export const closedHome = (refusal: Refusal | null, { ref }: Requester): HomeTab => ({
  type: 'home',
  blocks: [
    { type: 'header', text: plain('Abilities') },
    section(refusal ? `${refusalSentence(refusal)} (ref ${ref})` : 'Open this tab again in a minute.'),
    ...actions(
      refusal?.why === 'not-connected' ? button('Connect…', { do: 'connect' }) : null,
      button('What may I do?', { do: 'whoami' }),
      button('Help', { do: 'help' }),
    ),
  ],
});
