import { createContext } from 'preact';
import type { PageState } from '../../src/page-server/page-api.ts';

/** What the page offers: the command, verbs and shortcuts of the app, and what can be dropped without having it. */
export const OfferContext = createContext<Pick<PageState, 'app' | 'verbs' | 'samples' | 'shortcuts' | 'words'>>({
  app: { command: '', mention: '' },
  verbs: [],
  samples: [],
  shortcuts: [],
  words: { hint: '', samples: '', dropSample: '' },
});
