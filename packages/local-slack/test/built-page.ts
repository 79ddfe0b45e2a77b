import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPage } from '../src/page-server/start-page.ts';

let page: Promise<string> | null = null;

/** The folder of the page, built once: each start would build the same. */
export function builtPage(): Promise<string> {
  page ??= build();
  return page;
}

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'local-slack-page-'));
  await buildPage(folder);
  return folder;
}
