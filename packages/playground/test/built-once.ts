import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled } from '../../../test/compiled.ts';
import { buildPage } from '../src/page-server/build-page.ts';

let page: Promise<string> | null = null;

/** The folder of the page, built once: each start of a playground would build the same. */
export function builtPage(): Promise<string> {
  page ??= build();
  return page;
}

/** What `startPagePlayground` takes as built before. */
export const builtOnce = async () => ({ page: await builtPage(), bot: await compiled('src/main.ts') });

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'abilities-page-'));
  await buildPage(folder);
  return folder;
}
