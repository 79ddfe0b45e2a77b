import type { App } from '@slack/bolt';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';
import { press, say } from '../../packages/playground/src/screenshots/page-steps.ts';
import { openTinyPage } from './open-tiny-page.ts';

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

const raw = (text: string) => ({ type: 'raw_text', text });
const names = ['Weather', 'News', 'Timer 10', 'Timer 9', 'Radio', 'Alarm', 'Lights'];
const table = {
  type: 'data_table',
  block_id: 'abilities',
  caption: 'Abilities by name',
  page_size: 3,
  rows: [
    [raw('Name'), raw('Size')],
    ...names.map((name, index) => [
      raw(name),
      { type: 'raw_number', value: index === 6 ? 100 : index + 1, text: `${index === 6 ? 100 : index + 1} kB` },
    ]),
  ],
};

function listen(app: App) {
  app.command('/abilities', async ({ ack, client, command }) => {
    await client.apiCall('chat.postMessage', { channel: command.channel_id, text: 'the table', blocks: [table] });
    await ack();
  });
}

describe.skipIf(skipped)('a data table, in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(process.env);
  });
  afterAll(() => browser.close());

  test('is paged, sorted and filtered by its readers, by mouse and by keyboard', async () => {
    const { page } = await openTinyPage(browser, listen, {});
    await say(page, '/abilities');
    const shown = page.getByRole('table', { name: 'Abilities by name' });
    const column = async () => (await shown.getByRole('rowheader').allInnerTexts()).join(', ');
    await expect.poll(column).toBe('Weather, News, Timer 10');
    await page.getByText('1–3 of 7').waitFor();

    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(column).toBe('Lights');
    await page.getByText('7–7 of 7').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true');

    const byName = shown.getByRole('columnheader', { name: 'Name' });
    await expect.poll(() => byName.getAttribute('aria-sort')).toBe('none');
    await press(byName.getByRole('button'), 'Enter');
    await expect.poll(column).toBe('Alarm, Lights, News');
    await expect.poll(() => byName.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Space');
    await expect.poll(column).toBe('Weather, Timer 10, Timer 9');
    await expect.poll(() => byName.getAttribute('aria-sort')).toBe('descending');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(column).toBe('Lights, Alarm, Radio');
    await expect.poll(() => byName.getAttribute('aria-sort')).toBe('none');

    await page.getByRole('searchbox', { name: 'Filter Abilities by name' }).fill('timer');
    await expect.poll(column).toBe('Timer 9, Timer 10');
    await page.getByText('1–2 of 2').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Next page' }).count()).toBe(0);
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('No rows match.').waitFor();
  });
});
