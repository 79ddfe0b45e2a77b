import { compiled } from '../../../test/compiled.ts';
import { builtPage } from '../../local-slack/test/built-page.ts';

/** What `startPagePlayground` takes as built before: each start of a playground would build the same. */
export const builtOnce = async () => ({ page: await builtPage(), bot: await compiled('src/main.ts') });
