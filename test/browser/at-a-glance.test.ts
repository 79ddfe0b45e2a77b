import { startPage } from '@abilities-bot/local-slack/page';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';
import { messageWith, say } from '../../packages/playground/src/screenshots/page-steps.ts';
import { builtPage } from '../built-playground.ts';
import { type House, startHouse } from '../e2e/start-house.ts';

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

const WINDOW = { width: 1440, height: 900 };

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('not on screen');
  return box;
};

/** The labels of the buttons that a reader sees without scrolling, with nothing on top of them. */
async function inView(page: Page, name: RegExp): Promise<string[]> {
  const boxes = await Promise.all((await page.getByRole('button', { name }).all()).map(boxOf));
  const labels = boxes.map(({ height, width, x, y }) => {
    const top = `document.elementFromPoint(${x + width / 2}, ${y + height / 2})?.closest('button')`;
    return page.evaluate<string | null>(`${top}?.getAttribute('aria-label') ?? ${top}?.textContent ?? null`);
  });
  return (await Promise.all(labels)).filter((label) => label !== null && name.test(label)).map(String);
}

describe.skipIf(skipped)('a window of 1440 by 900 pixels', () => {
  let browser: Browser;
  let house: House;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser(process.env);
  });
  afterAll(() => browser.close());
  afterEach(() => house.close());

  async function visit(seed: 'demo' | 'large', policy: Partial<House['config']['policy']> = {}) {
    house = await startHouse({ mode: 'socket', service: { seed }, policy });
    const server = await startPage(house.slack, { builtPage: await builtPage() });
    page = await browser.newPage({ viewport: WINDOW });
    // A list of 5,000 takes long on a busy machine.
    page.setDefaultTimeout(120_000);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'ops', exact: true }).click();
  }

  test('twelve rows are at most 700 pixels tall, and each switch shows its result without moving a row', async () => {
    await visit('demo');
    await say(page, '/abilities');
    const list = messageWith(page, '3 not installed');
    const switches = list.getByRole('button', { name: /^(?:(?:Enable|Disable|Show) \p{Lu}|Add to Agent: )/u });
    await expect.poll(() => switches.count()).toBe(12);
    await expect.poll(async () => (await boxOf(list)).height).toBeLessThanOrEqual(700);
    const tops = async () => (await Promise.all((await switches.all()).map(boxOf))).map(({ y }) => y);
    const before = await tops();
    await expect.poll(() => inView(page, /^(Enable|Disable) \p{Lu}/u)).toHaveLength(9);
    const names = await inView(page, /^(Enable|Disable) \p{Lu}/u);
    for (const name of names) {
      const [verb, ability = ''] = name.split(/ (.*)/);
      // The one without trigger words opens a form.
      if (ability === 'Radio') continue;
      await list.getByRole('button', { name: `${verb} ${ability}`, exact: true }).click();
      await messageWith(page, `${ability} ${verb === 'Enable' ? 'enabled' : 'disabled'} by you`).waitFor();
      await expect.poll(tops).toEqual(before);
      await expect.poll(() => inView(page, /^Undo/)).toHaveLength(1);
    }
  });

  test('twelve rows whose switches ask for approval are at most 700 pixels tall', async () => {
    await visit('demo', { approvals: ['disable'] });
    await say(page, '/abilities');
    const list = messageWith(page, '3 not installed');
    await expect.poll(() => list.getByRole('button', { name: /^Ask to disable/ }).count()).toBeGreaterThan(5);
    await expect.poll(async () => (await boxOf(list)).height).toBeLessThanOrEqual(700);
  });

  test('twelve rows below the line about quiet are at most 700 pixels tall', async () => {
    await visit('demo');
    await say(page, '/abilities quiet for 30m');
    await messageWith(page, /Everything is quiet/).waitFor();
    await say(page, '/abilities');
    const list = messageWith(page, '3 not installed');
    await list.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    await expect.poll(async () => (await boxOf(list)).height).toBeLessThanOrEqual(700);
  });

  test('Home shows eight switches without scrolling, however many Agents there are', async () => {
    await visit('large');
    await page.getByRole('button', { name: 'Home', exact: true }).click();
    await page
      .getByRole('main')
      .getByText(/\d+ enabled · \d+ disabled/)
      .waitFor();
    await expect.poll(async () => (await inView(page, /^(Enable|Disable) \p{Lu}/u)).length).toBeGreaterThanOrEqual(8);
  });

  test('one of 5,000 Abilities is found in two steps', async () => {
    await visit('large');
    await say(page, '/abilities');
    const list = messageWith(page, /\d+ enabled · \d+ disabled/);
    await list.getByRole('button', { name: 'Search…' }).click();
    const form = page.getByRole('dialog', { name: 'Search Abilities' });
    await form.getByLabel('Words').fill('number 4711');
    await page.keyboard.press('Enter');
    await expect.poll(() => inView(page, /^(Enable|Disable|Add) .*4711/)).toHaveLength(1);
  });
});
