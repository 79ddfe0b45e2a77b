import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageServer } from '@abilities-bot/local-slack/page';
import type { Browser, Page } from 'playwright-core';
import { startPagePlayground } from '../../packages/playground/src/start-page-playground.ts';
import { builtOnce } from '../../packages/playground/test/built-once.ts';

/** A separate playground with a browser. */
export interface Visit {
  page: Page;
  playground: PageServer;
  /** Errors of the page itself; must stay empty. */
  faults: string[];
  close: () => Promise<void>;
}

export async function startVisit(browser: Browser): Promise<Visit> {
  const folder = await mkdtemp(join(tmpdir(), 'visit-'));
  const playground = await startPagePlayground({ folder, port: 0, fresh: true, built: await builtOnce() });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // Generous: two other processes share the machine with the browser.
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(playground.url);
  return {
    page,
    playground,
    faults,
    close: async () => {
      await page.close();
      await playground.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
