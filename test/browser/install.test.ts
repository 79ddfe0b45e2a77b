import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDistributedApp } from '../../packages/local-slack/test/tiny-cloud.ts';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let browser: Browser;
beforeAll(async () => {
  if (!skipped) browser = await openBrowser(process.env);
});
afterAll(() => browser?.close());

test.skipIf(skipped)('an app is installed in a browser that runs no script', async () => {
  const { cloud, installUrl, kept } = await openDistributedApp<'north' | 'south'>({ workspaces: ['north', 'south'] });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(installUrl);
  await page.getByRole('link', { name: 'Add to Slack' }).click();
  await page.getByRole('heading', { name: 'Install abilities?' }).waitFor();
  await page.getByRole('radio', { name: 'South' }).check();
  await page.getByRole('combobox', { name: 'You are' }).selectOption('ben');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
  expect([...kept.keys()]).toEqual(['T0SOUTH']);
  expect(kept.get('T0SOUTH')).toMatchObject({
    bot: { token: cloud.workspaces.south.botToken },
    user: { id: cloud.workspaces.south.people.ben.id },
  });
  await context.close();
});
