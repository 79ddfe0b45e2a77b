import type { LocalSlackOptions } from '@abilities-bot/local-slack';
import { type PageOptions, startPage } from '@abilities-bot/local-slack/page';
import type { App } from '@slack/bolt';
import type { Browser } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openApp } from '../../packages/local-slack/test/tiny-app.ts';
import { builtPage } from '../built-playground.ts';

/** The page in a browser with a tiny app, for what the bot itself never renders. A page error fails the test. */
export async function openTinyPage(
  browser: Browser,
  listen: (app: App) => void,
  options: LocalSlackOptions,
  content: Pick<PageOptions, 'samples' | 'troubles'> = {},
) {
  const { slack } = await openApp('HTTP', listen, options);
  const server = await startPage(slack, { ...content, builtPage: await builtPage() });
  onTestFinished(() => server.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 700 } });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  onTestFinished(async () => {
    await page.close();
    expect(faults).toEqual([]);
  });
  page.setDefaultTimeout(30_000);
  await page.goto(server.url);
  return { page, slack };
}
