import type { App } from '@slack/bolt';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';
import { beSomebody, openWire, press, say } from '../../packages/playground/src/screenshots/page-steps.ts';
import { openTinyPage } from './open-tiny-page.ts';

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

/** Answers a mention privately in its thread, and fails to post elsewhere for the command. */
function listen(app: App) {
  app.event('app_mention', async ({ client, event: { channel, ts, thread_ts = ts, user = '' } }) => {
    await client.chat.postEphemeral({ channel, user, thread_ts, text: 'Only for you' });
  });
  app.command('/abilities', async ({ ack, client, command: { text: channel } }) => {
    await ack();
    await client.chat.postMessage({ channel, text: 'Hello' }).catch(() => undefined);
  });
}

const open = (browser: Browser) =>
  openTinyPage(browser, listen, { scopes: ['chat:write', 'app_mentions:read'], events: ['app_mention'] });

const place = (page: Page, name: string) => page.getByRole('navigation').getByRole('button', { name, exact: true });
const hasFocus = (page: Page, name: string) =>
  page.getByRole('textbox', { name }).evaluate((field) => field.matches(':focus'));

describe.skipIf(skipped)('the places of the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(process.env);
  });
  afterAll(() => browser.close());

  test('are ready for typing when they are picked, and stay over a reload with the person and the wire', async () => {
    const { page } = await open(browser);
    await expect.poll(() => hasFocus(page, 'Message #general')).toBe(true);
    await beSomebody(page, 'ben');
    await place(page, 'board').click();
    await expect.poll(() => hasFocus(page, 'Message #board')).toBe(true);
    await press(place(page, 'lounge'), 'Enter');
    await expect.poll(() => hasFocus(page, 'Message #lounge')).toBe(true);
    const wire = page.getByRole('region', { name: 'Wire' }).getByRole('button', { name: /^Wire/ });
    await expect.poll(() => wire.getAttribute('aria-expanded')).toBe('false');
    await openWire(page);
    await page.reload();
    await page.getByRole('textbox', { name: 'Message #lounge' }).waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'ben' }).isChecked()).toBe(true);
    await expect.poll(() => wire.getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => hasFocus(page, 'Message #lounge')).toBe(true);

    await place(page, 'Home').click();
    await page.reload();
    await page.getByRole('main', { name: /^Home tab/ }).waitFor();
  });

  test('of a thread do not count what only one person sees', async () => {
    const { page, slack } = await open(browser);
    await say(page, '@abilities hello');
    await page.getByRole('button', { name: 'View thread' }).click();
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await thread.getByText('Only for you').waitFor();
    await thread.getByText('No replies yet').waitFor();
    const { messages } = slack.transcript;
    await slack.as(slack.people.ben).say(slack.channels.general, 'For all', { threadTs: messages[0]?.ts ?? '' });
    await page
      .getByRole('main')
      .getByRole('button', { name: /1 reply/ })
      .waitFor();
    await thread.getByText('1 reply').waitFor();
  });

  test('show on the wire which call failed, whatever its status', async () => {
    const { page, slack } = await open(browser);
    await openWire(page);
    const call = (title: string) => page.getByRole('list', { name: 'Exchanges' }).getByRole('button', { name: title });
    await say(page, `/abilities ${slack.channels.lounge.id}`);
    await call('chat.postMessage').getByText('200 not_in_channel').waitFor();
    await call('auth.test').first().getByText('200', { exact: true }).waitFor();
  });
});
