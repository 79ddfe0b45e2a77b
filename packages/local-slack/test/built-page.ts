import { filledOnce } from '../../../test/filled-once.ts';
import { buildPage } from '../src/page-server/build-page.ts';

/** The folder of the page, built once: each start would build the same. */
export const builtPage = (): Promise<string> => filledOnce('page', buildPage);
