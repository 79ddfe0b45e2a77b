import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageServer } from '@abilities-bot/local-slack/page';
import type { Browser, Page } from 'playwright-core';
import { UNHURRIED } from '../../packages/local-slack/test/unhurried.ts';
import { startPagePlayground } from '../../packages/playground/src/start-page-playground.ts';
import { builtPlayground } from '../built-playground.ts';

/** A page of a playground. */
export interface Visit {
  page: Page;
  playground: PageServer;
  /** Errors of the page itself; must stay empty. */
  faults: string[];
  close: () => Promise<void>;
}

/** A playground that several tests visit, each with a page of its own. */
export interface Visited {
  visit: (browser: Browser) => Promise<Visit>;
  close: () => Promise<void>;
}

export async function startVisited(): Promise<Visited> {
  const folder = await mkdtemp(join(tmpdir(), 'visit-'));
  const built = await builtPlayground();
  const playground = await startPagePlayground({ folder, port: 0, fresh: true, built, slackTimes: UNHURRIED });
  return {
    visit: (browser) => openPage(browser, playground),
    close: async () => {
      await playground.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A separate playground with a page. */
export async function startVisit(browser: Browser): Promise<Visit> {
  const visited = await startVisited();
  const visit = await visited.visit(browser);
  return {
    ...visit,
    close: async () => {
      await visit.close();
      await visited.close();
    },
  };
}

async function openPage(browser: Browser, playground: PageServer): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // Generous: two other processes share the machine with the browser.
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(playground.url);
  return { page, playground, faults, close: () => page.close() };
}
