import type { PageOptions } from '@abilities-bot/local-slack/page';
import type { App } from '@slack/bolt';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';
import { messageWith, openWire, say } from '../../packages/playground/src/screenshots/page-steps.ts';
import { openTinyPage } from './open-tiny-page.ts';
import { overflowing } from './overflowing.ts';

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

const raw = (text: string) => ({ type: 'raw_text', text });
const row = (name: string, state: string, category: string, words: string) =>
  [name, state, category, words, '2026-11-26'].map(raw);
const table = {
  type: 'data_table',
  caption: 'Abilities',
  rows: [
    ['Name', 'State', 'Category', 'Trigger words', 'Updated'].map(raw),
    row('Night Watch', 'Disabled', 'Background daemon', 'watch the house, stop watching, what did you see'),
    row('Recipe Helper', 'Not installed', 'Skill', 'help me cook, next step'),
  ],
};
const section = { type: 'section', text: { type: 'mrkdwn', text: ':white_circle: *Night Watch* · Disabled' } };

function listen(app: App) {
  app.command('/abilities', async ({ ack, client, command }) => {
    await ack();
    const blocks = [section, table];
    await client.apiCall('chat.postMessage', { channel: command.channel_id, text: 'the table', blocks });
  });
}

const options = { shortcuts: [{ callbackId: 'manage', name: 'Manage Abilities', type: 'global' as const }] };
const content: Pick<PageOptions, 'samples' | 'troubles'> = {
  samples: { list: () => [{ name: 'sunrise.zip', label: 'A good package' }], make: async () => null },
  troubles: {
    list: () =>
      ['Service down', 'Service slow', 'Service busy', 'Slack busy'].map((name) => ({
        id: name,
        name,
        says: 'Responds with 429 Too Many Requests.',
        on: false,
      })),
    set: async () => undefined,
  },
};

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`Not on the page: ${element}`);
  return { ...box, bottom: box.y + box.height };
}

/** The lines of a text. */
const linesOf = (element: Locator): Promise<number> =>
  element.evaluate((cell) => {
    const range = cell.ownerDocument.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });

describe.skipIf(skipped)('in a window of 800 by 600 pixels', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(process.env);
  });
  afterAll(() => browser.close());

  const open = async () => {
    const opened = await openTinyPage(browser, listen, options, content);
    await opened.page.setViewportSize({ width: 800, height: 600 });
    return opened;
  };

  test('the words of a table stay whole', async () => {
    const { page } = await open();
    await say(page, '/abilities');
    const table = messageWith(page, 'Night Watch').getByRole('table');
    await table.waitFor();
    expect(await Promise.all(['Disabled', '2026-11-26'].map((text) => linesOf(table.getByText(text).first())))).toEqual(
      [1, 1],
    );
  });

  test('a thread and its channel have room for what they show', async () => {
    const { page, slack } = await open();
    await slack.as(slack.people.ben).say(slack.channels.general, 'A question');
    const { messages } = slack.transcript;
    await slack.as(slack.people.ben).say(slack.channels.general, 'A reply', { threadTs: messages[0]?.ts ?? '' });
    await page.getByRole('button', { name: /1 reply/ }).click();
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await thread.getByText('A reply').waitFor();
    await expect.poll(() => overflowing(page)).toEqual([]);
    await thread.getByRole('button', { name: 'Close the thread' }).click();
    await messageWith(page, 'A question').waitFor();
    await expect.poll(() => overflowing(page)).toEqual([]);
  });

  test('the open wire shows exchanges', async () => {
    const { page } = await open();
    await openWire(page);
    await say(page, '/abilities');
    await messageWith(page, 'Night Watch').waitFor();
    const exchanges = page.getByRole('list', { name: 'Exchanges' });
    const inView = async () => {
      const list = await boxOf(exchanges.locator('../..'));
      const rows = await Promise.all((await exchanges.getByRole('listitem').all()).map(boxOf));
      return rows.filter(({ y, bottom }) => y >= list.y && bottom <= list.bottom).length;
    };
    await expect.poll(inView).toBeGreaterThanOrEqual(3);
  });

  test('the sign of what is disabled is no brighter than the text around it, when it is dark', async () => {
    const { page } = await open();
    await page.emulateMedia({ colorScheme: 'dark' });
    await say(page, '/abilities');
    const fill = await page
      .getByRole('img', { name: 'white circle' })
      .locator('circle')
      .evaluate((circle) => circle.ownerDocument.defaultView?.getComputedStyle(circle).fill ?? '');
    const [red = 255] = (fill.match(/\d+/g) ?? []).map(Number);
    expect(red).toBeLessThan(80);
  });
});
