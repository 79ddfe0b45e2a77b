import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';
import { press } from '../../packages/playground/src/screenshots/page-steps.ts';
import { startVisited, type Visit, type Visited } from './visit.ts';

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

describe.skipIf(skipped)('the places beside the slash command, in a browser', () => {
  let browser: Browser;
  let visited: Visited;
  let visit: Visit;
  beforeAll(async () => {
    browser = await openBrowser(process.env);
    visited = await startVisited();
  });
  afterAll(async () => {
    await browser.close();
    await visited.close();
  });
  beforeEach(async () => {
    visit = await visited.visit(browser);
  });
  afterEach(async () => {
    await visit.close();
    expect(visit.faults).toEqual([]);
  });

  test('the shortcuts menu and the Home tab open a dialog', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByRole('menuitem', { name: 'Manage Abilities' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 not installed').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Home', exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Search…' }).click();
    await dialog.getByLabel('Words').waitFor();
    // An open form belongs to the person, so the next test would find it.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('by keyboard: the shortcut of a message, and a mention in its thread', async () => {
    const { page } = visit;
    await press(page.getByRole('button', { name: 'Drop a sample package' }), 'Enter');
    await press(page.getByRole('menuitem', { name: /Three loose files/ }), 'Enter');
    // The answer to a sample opens its thread. It names the files too, so only the channel's message is meant.
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await thread.getByText(/^Upload 3 files/).waitFor();
    const drop = page.getByRole('main').getByRole('article').filter({ hasText: 'moon.py' });
    await press(drop.getByRole('button', { name: 'More actions for the message from ana' }), 'Enter');
    await press(page.getByRole('menuitem', { name: 'Upload as an Ability' }), 'Enter');
    const form = page.getByRole('dialog', { name: 'Upload an Ability' });
    await form.getByLabel('Description').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });

    const reply = thread.getByRole('textbox', { name: 'Reply…' });
    await reply.fill('@abilities agents');
    await reply.press('Enter');
    await thread.getByText(/^3 Agents/).waitFor();
    await thread.getByText('@Abilities', { exact: true }).waitFor();
  });

  test('a file of a message can be downloaded', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Drop a sample package' }).click();
    await page.getByRole('menuitem', { name: /A zip and an icon/ }).click();
    const arrives = page.waitForEvent('download');
    await Promise.all([arrives, page.getByRole('link', { name: 'Download sunrise-icon.png' }).click()]);
    expect((await arrives).suggestedFilename()).toBe('sunrise-icon.png');
  });
});
