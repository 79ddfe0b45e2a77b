import { createContext } from 'preact';
import type { PageState } from '../../src/page-server/page-api.ts';

/** What the page offers: the app's command, verbs and shortcuts, and sample files to drop. */
export const OfferContext = createContext<Pick<PageState, 'app' | 'verbs' | 'samples' | 'shortcuts' | 'words'>>({
  app: { command: '', mention: '' },
  verbs: [],
  samples: [],
  shortcuts: [],
  words: { hint: '', samples: '' },
});
