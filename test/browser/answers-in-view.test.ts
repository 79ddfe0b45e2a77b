import type { App } from '@slack/bolt';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';
import { messageWith, press, say } from '../../packages/playground/src/screenshots/page-steps.ts';
import { openTinyPage } from './open-tiny-page.ts';

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

const plain = (text: string) => ({ type: 'plain_text', text });
const button = (action_id: string, label: string) => ({ type: 'button', action_id, text: plain(label) });
const section = (text: string, accessory?: object) => ({ type: 'section', text: { type: 'mrkdwn', text }, accessory });

/** Taller than the window. */
const long = [
  section('*A long list*'),
  ...Array.from({ length: 24 }, (_, index) => section(`Row ${index + 1}`, button('keep', `Keep ${index + 1}`))),
  { type: 'actions', elements: [button('shorten', 'Shorten')] },
];
const short = [section('*A short answer*'), section('Nothing else to see.')];

/** Posts a long message for the command and for a mention, whose last button replaces it with a short one. */
function listen(app: App) {
  app.command('/abilities', async ({ ack, client, command: { channel_id: channel } }) => {
    await client.apiCall('chat.postMessage', { channel, text: 'long', blocks: long });
    await ack();
  });
  app.event('app_mention', async ({ client, event: { channel, ts, thread_ts = ts } }) => {
    await client.apiCall('chat.postMessage', { channel, thread_ts, text: 'long', blocks: long });
  });
  app.action('shorten', async ({ ack, respond }) => {
    await ack();
    await respond(JSON.parse(JSON.stringify({ replace_original: true, text: 'short', blocks: short })));
  });
}

const open = (browser: Browser) =>
  openTinyPage(browser, listen, { scopes: ['chat:write', 'app_mentions:read'], events: ['app_mention'] });

async function edgesOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`Not on the page: ${element}`);
  return { top: box.y, bottom: box.y + box.height };
}

/** How many pixels a message reaches above and below what is visible of its list, and how far the list scrolls on. */
async function overflowOf(message: Locator, list: Locator) {
  const [inner, outer] = await Promise.all([edgesOf(message), edgesOf(list)]);
  return {
    above: Math.max(0, Math.round(outer.top - inner.top)),
    below: Math.max(0, Math.round(inner.bottom - outer.bottom)),
    beyond: await list.evaluate((element) => element.scrollHeight - element.clientHeight),
  };
}

const NONE = { above: 0, below: 0, beyond: 0 };

async function mention(page: Page): Promise<Locator> {
  await say(page, '@abilities list');
  await page.getByRole('button', { name: /1 reply/ }).click();
  const thread = page.getByRole('complementary', { name: 'Thread' });
  await thread.getByRole('button', { name: 'Shorten' }).waitFor();
  return thread;
}

describe.skipIf(skipped)('an answer', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(process.env);
  });
  afterAll(() => browser.close());

  test.each(['mouse', 'keyboard'])('that replaces a longer one is all in view in a channel, by %s', async (by) => {
    const { page } = await open(browser);
    await say(page, '/abilities');
    const list = page.getByRole('log', { name: /^Messages in/ });
    const shorten = list.getByRole('button', { name: 'Shorten' });
    await (by === 'mouse' ? shorten.click() : press(shorten, 'Enter'));
    const answer = messageWith(page, 'A short answer');
    await answer.waitFor();
    await expect.poll(() => overflowOf(answer, list)).toEqual(NONE);
  });

  test('that replaces a longer one is all in view in a thread', async () => {
    const { page } = await open(browser);
    const thread = await mention(page);
    const list = thread.getByRole('log');
    await thread.getByRole('button', { name: 'Shorten' }).click();
    const answer = list.getByRole('article').filter({ hasText: 'A short answer' });
    await answer.waitFor();
    await expect.poll(() => overflowOf(answer, list)).toEqual(NONE);
  });

  test('that replaces a longer one further up is in view from its beginning', async () => {
    const { page, slack } = await open(browser);
    await say(page, '/abilities');
    const list = page.getByRole('log', { name: /^Messages in/ });
    const shorten = list.getByRole('button', { name: 'Shorten' });
    await shorten.waitFor();
    const lines = Array.from({ length: 30 }, (_, index) => `Line ${index + 1}`).join('\n');
    await slack.as(slack.people.ben).say(slack.channels.general, lines);
    await messageWith(page, 'Line 30').waitFor();
    await shorten.click();
    const answer = messageWith(page, 'A short answer');
    await answer.waitFor();
    await expect.poll(async () => (await overflowOf(answer, list)).above).toBe(0);
  });

  test('to what somebody writes in a thread is in view, wherever they were reading', async () => {
    const { page } = await open(browser);
    const thread = await mention(page);
    const list = thread.getByRole('log');
    await list.getByRole('button', { name: 'Keep 3', exact: true }).hover();
    const reply = thread.getByRole('textbox', { name: 'Reply…' });
    await reply.fill('@abilities again');
    await reply.press('Enter');
    await list.getByRole('button', { name: 'Shorten' }).nth(1).waitFor();
    await expect.poll(async () => (await overflowOf(list.getByRole('article').last(), list)).below).toBe(0);
  });
});
