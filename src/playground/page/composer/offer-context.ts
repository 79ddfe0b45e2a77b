import { createContext } from 'preact';
import type { PageState } from '../../page-api.ts';

/** What the composer offers: the verbs of the bot, and packages to drop without having one. */
export const OfferContext = createContext<Pick<PageState, 'verbs' | 'samples'>>({ verbs: [], samples: [] });
