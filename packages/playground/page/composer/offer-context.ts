import { createContext } from 'preact';
import type { PageState } from '../../src/page-api.ts';

/** What the page offers: the verbs and shortcuts of the bot, and what can be dropped without having it. */
export const OfferContext = createContext<Pick<PageState, 'verbs' | 'samples' | 'shortcuts'>>({
  verbs: [],
  samples: [],
  shortcuts: [],
});
