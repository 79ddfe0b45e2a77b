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

const WINDOW = { width: 1440, height: 900 };
const NAMES = ['Alarm', 'Café Finder', 'Garage', 'Lights', 'News', 'Night Watch', 'Quiz', 'Radio', 'Timer', 'Weather'];

const plain = (text: string) => ({ type: 'plain_text', text });
const section = (text: string, accessory?: object) => ({ type: 'section', text: { type: 'mrkdwn', text }, accessory });
const button = (action_id: string, label: string, value = '') => ({
  type: 'button',
  action_id,
  text: plain(label),
  ...(value && { value }),
});
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const menu = (action_id: string, label: string) => ({
  type: 'static_select',
  action_id,
  placeholder: plain(label),
  options: NAMES.map((name) => ({ text: plain(name), value: name })),
});
const more = { type: 'overflow', action_id: 'more', options: [{ text: plain('Details'), value: 'details' }] };

/** A list as an app may draw it: a header line, menus, ten rows, the result of the latest click, and buttons. */
const list = (disabled: string | null = null) => [
  section(`*Abilities* · ${disabled ? '9 enabled · 1 disabled' : '10 enabled'}`, more),
  actions(menu('states', 'All states'), menu('categories', 'All categories'), button('search', 'Search…')),
  ...NAMES.map((name) =>
    section(
      `${name === disabled ? ':white_circle:' : ':large_green_circle:'} *${name}* · Skill\n“open ${name.toLowerCase()}”, “start it” +3`,
      button('toggle', name === disabled ? 'Enable' : 'Disable', name),
    ),
  ),
  ...(disabled ? [section(`✓ *${disabled}* disabled by you · 8:38 PM`, button('undo', 'Undo'))] : []),
  actions(menu('about', 'More about…'), button('previous', 'Previous'), button('next', 'Next'), more),
];

/** Draws the list: privately for the command, to all for the command with a text. */
function listen(app: App) {
  app.command('/abilities', async ({ ack, client, command: { channel_id: channel, user_id: user, text } }) => {
    const message = { channel, text: 'list', blocks: list() };
    if (text) await client.apiCall('chat.postMessage', message);
    else await client.apiCall('chat.postEphemeral', { ...message, user });
    await ack();
  });
  app.action('toggle', async ({ ack, action, respond }) => {
    await ack();
    const name = 'value' in action ? String(action.value) : null;
    await respond(JSON.parse(JSON.stringify({ replace_original: true, text: 'list', blocks: list(name) })));
  });
}

const open = async (browser: Browser) => {
  const opened = await openTinyPage(browser, listen, {});
  await opened.page.setViewportSize(WINDOW);
  return opened;
};

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`Not on the page: ${element}`);
  return { ...box, bottom: box.y + box.height };
}

describe.skipIf(skipped)('the page of the local Slack', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(process.env);
  });
  afterAll(() => browser.close());

  test('draws a list of ten rows within 700 pixels, beside the wire', async () => {
    const { page } = await open(browser);
    await openWire(page);
    await say(page, '/abilities');
    const message = messageWith(page, 'Café Finder');
    await message.getByRole('button', { name: 'Disable' }).nth(4).click();
    await message.getByText('disabled by you').waitFor();
    const heightOf = async (element: Locator) => (await boxOf(element)).height;
    await expect.poll(() => heightOf(message)).toBeLessThanOrEqual(700);
    const block = (text: string) => message.locator('.block').filter({ hasText: text }).first();
    await expect.poll(() => heightOf(block('Night Watch'))).toBeLessThanOrEqual(48);
    await expect.poll(() => heightOf(block('disabled by you'))).toBeLessThanOrEqual(34);
    const unevenness = async () => {
      const menus = await Promise.all([
        ...['All states', 'All categories'].map((name) => boxOf(message.getByRole('combobox', { name }))),
        boxOf(message.getByRole('button', { name: 'Search…' })),
      ]);
      const middles = menus.map(({ height, y }) => y + height / 2);
      return Math.max(...middles) - Math.min(...middles);
    };
    await expect.poll(unevenness).toBeLessThan(2);
    await message.getByRole('img', { name: 'white circle' }).waitFor();
  });

  test.each(['News', 'Alarm', 'Weather'])(
    'keeps the row of %s under the pointer, and shows the result',
    async (name) => {
      const { page } = await open(browser);
      await say(page, '/abilities all');
      await say(page, '/abilities');
      const message = page.getByRole('article').filter({ hasText: 'Only visible to you' });
      const toggle = message.getByRole('button', { name: 'Disable' }).nth(NAMES.indexOf(name));
      const before = await boxOf(toggle);
      await toggle.click();
      const undo = message.getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      const row = message.locator('.block').filter({ hasText: name }).first();
      const pressed = row.getByRole('button', { name: 'Enable' });
      await expect.poll(async () => Math.abs((await boxOf(pressed)).y - before.y)).toBeLessThan(1);
      const composer = page.getByRole('form', { name: /^Write to/ });
      await expect.poll(async () => (await boxOf(undo)).bottom <= (await boxOf(composer)).y).toBe(true);
      await expect.poll(() => page.getByRole('button', { name: 'Jump to newest' }).count()).toBe(0);
    },
  );

  test('keeps the row under the pointer when a message above it is edited', async () => {
    const { page, slack } = await open(browser);
    const { ops } = slack.channels;
    await page.getByRole('button', { name: 'ops', exact: true }).click();
    const post = (method: string, args: object) =>
      fetch(`${slack.apiUrl}${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ channel: ops.id, ...args }),
      });
    await post('chat.postMessage', { text: 'Uploading…' });
    const [waiting] = slack.transcript.messages;
    await say(page, '/abilities all');
    const toggle = messageWith(page, 'Café Finder').getByRole('button', { name: 'Disable' }).nth(6);
    await toggle.hover();
    const before = await boxOf(toggle);
    await post('chat.update', { ts: waiting?.ts, text: 'Uploaded.\nSix\nmore\nlines\nof\ntext.' });
    await page.getByText('Uploaded.').waitFor({ state: 'attached' });
    await expect.poll(async () => Math.abs((await boxOf(toggle)).y - before.y)).toBeLessThan(1);
  });

  test('keeps the place of the reader through new messages and resizes, and offers the way back', async () => {
    const { page, slack } = await open(browser);
    for (const text of ['all', 'all', 'all']) await say(page, `/abilities ${text}`);
    await expect.poll(() => page.getByRole('article').count()).toBe(3);
    const jump = page.getByRole('button', { name: 'Jump to newest' });
    await expect.poll(() => jump.count()).toBe(0);
    const log = page.getByRole('log');
    await log.evaluate((element) => element.scrollTo({ top: 300 }));
    await jump.waitFor();
    const row = page.getByRole('article').first().locator('.block').filter({ hasText: 'Radio' });
    const before = await boxOf(row);
    await slack.as(slack.people.ben).say(slack.channels.general, 'Hello there');
    await messageWith(page, 'Hello there').waitFor({ state: 'attached' });
    await expect.poll(async () => Math.abs((await boxOf(row)).y - before.y)).toBeLessThan(1);
    const first = log.locator('.block').filter({ hasText: 'Garage' }).first();
    const top = (await boxOf(first)).y;
    await page.setViewportSize({ width: 1100, height: 700 });
    await page.setViewportSize(WINDOW);
    await expect.poll(async () => Math.round(Math.abs((await boxOf(first)).y - top))).toBeLessThanOrEqual(2);
    await jump.click();
    await jump.waitFor({ state: 'detached' });
    const composer = page.getByRole('form', { name: /^Write to/ });
    const newest = messageWith(page, 'Hello there');
    await expect.poll(async () => (await boxOf(newest)).bottom <= (await boxOf(composer)).y).toBe(true);
  });

  test('never covers the last message with the composer, nor overflows beside a thread and the wire', async () => {
    const { page, slack } = await open(browser);
    await openWire(page);
    await say(page, '/abilities all');
    await messageWith(page, 'Café Finder').waitFor();
    const { messages } = slack.transcript;
    await slack.as(slack.people.ben).say(slack.channels.general, 'A reply', { threadTs: messages[0]?.ts ?? '' });
    await page.getByRole('button', { name: /1 reply/ }).click();
    await page.getByRole('complementary', { name: 'Thread' }).getByText('A reply').waitFor();
    await expect.poll(() => overflowing(page)).toEqual([]);
    const writing = page.getByRole('textbox', { name: /^Message / });
    await writing.fill('one\ntwo\nthree\nfour\nfive\nsix\nseven');
    const composer = page.getByRole('form', { name: /^Write to/ });
    const last = page.getByRole('main').getByRole('article').last();
    await expect.poll(async () => (await boxOf(last)).bottom <= (await boxOf(composer)).y).toBe(true);
  });

  test('forgets ephemeral messages on reload, and never marks them as edited', async () => {
    const { page } = await open(browser);
    await say(page, '/abilities all');
    await say(page, '/abilities');
    const own = page.getByRole('article').filter({ hasText: 'Only visible to you' });
    await own.getByRole('button', { name: 'Disable' }).first().click();
    await own.getByText('disabled by you').waitFor();
    expect(await own.getByText('(edited)').count()).toBe(0);
    await page.reload();
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await expect.poll(() => own.count()).toBe(0);
    await page.getByRole('button', { name: 'Disable' }).first().click();
    await page.getByText('(edited)').waitFor();
  });

  test('closes a dialog on reload, and opens the next one', async () => {
    const { page } = await openTinyPage(
      browser,
      (app) =>
        app.command('/abilities', async ({ ack, client, command }) => {
          await ack();
          const blocks = [{ type: 'section', text: plain('The first step') }];
          const view = { type: 'modal', title: plain('Upload'), blocks };
          await client.apiCall('views.open', { trigger_id: command.trigger_id, view });
        }),
      {},
    );
    const dialog = page.getByRole('dialog', { name: 'Upload' });
    await say(page, '/abilities');
    await dialog.waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: /^Message / }).waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
    await say(page, '/abilities');
    await dialog.waitFor();
  });

  test('says how to send and to start a new line', async () => {
    const { page } = await open(browser);
    const composer = page.getByRole('textbox', { name: /^Message / });
    await expect.poll(() => composer.evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.getByText('Enter sends').waitFor();
    await page.keyboard.type('Hello');
    await page.getByText('Enter sends, Shift Enter starts a new line').waitFor();
    const form = page.getByRole('form', { name: /^Write to/ });
    await expect.poll(() => form.ariaSnapshot()).toContain('Hello');
    await page.keyboard.press('Enter');
    await messageWith(page, 'Hello').waitFor();
  });

  test('sends what was entered while something else was on its way, in this order', async () => {
    const { page } = await open(browser);
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/act', async (route) => {
      await gate;
      await route.continue();
    });
    await say(page, 'The first one');
    await say(page, 'The second one');
    release();
    await messageWith(page, 'The second one').waitFor();
    const said = await page.getByRole('article').filter({ hasText: 'one' }).allInnerTexts();
    expect(said.map((text) => /The (first|second) one/.exec(text)?.[1])).toEqual(['first', 'second']);
  });

  test('submits what is being typed without announcing it too, so that an error stays', async () => {
    const told: string[] = [];
    const { page } = await openTinyPage(
      browser,
      (app) => {
        app.command('/abilities', async ({ ack, client, command }) => {
          await ack();
          const typing = { trigger_actions_on: ['on_character_entered'] };
          const element = { type: 'plain_text_input', action_id: 'name', dispatch_action_config: typing };
          const blocks = [{ type: 'input', block_id: 'name', label: plain('Name'), dispatch_action: true, element }];
          const view = { type: 'modal', title: plain('Rename'), submit: plain('Save'), blocks };
          await client.apiCall('views.open', { trigger_id: command.trigger_id, view });
        });
        app.action('name', async ({ ack }) => {
          told.push('typed');
          await ack();
        });
        app.view(/.*/, async ({ ack }) => {
          told.push('submitted');
          await ack({ response_action: 'errors', errors: { name: 'Taken.' } });
        });
      },
      {},
    );
    await page.clock.install();
    await say(page, '/abilities');
    const form = page.getByRole('dialog', { name: 'Rename' });
    const name = form.getByRole('textbox', { name: 'Name' });
    await name.waitFor();
    await page.clock.pauseAt(Date.now() + 600_000);
    await name.fill('a');
    await page.clock.runFor(1000);
    await expect.poll(() => told).toEqual(['typed']);
    await name.fill('ab');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Taken.').waitFor();
    await page.clock.runFor(1000);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => told).toEqual(['typed', 'submitted', 'submitted']);
  });

  test('counts characters only near the limit, and lists its own requests apart', async () => {
    const { page } = await openTinyPage(
      browser,
      (app) =>
        app.command('/abilities', async ({ ack, client, command }) => {
          await ack();
          const element = { type: 'plain_text_input', max_length: 100 };
          const blocks = [{ type: 'input', label: plain('Name'), element }];
          const view = { type: 'modal', title: plain('Rename'), submit: plain('Save'), blocks };
          await client.apiCall('views.open', { trigger_id: command.trigger_id, view });
        }),
      {},
    );
    const wire = page.getByRole('list', { name: 'Exchanges' });
    await openWire(page);
    await say(page, '/abilities');
    const form = page.getByRole('dialog', { name: 'Rename' });
    const name = form.getByLabel('Name');
    await name.fill('x'.repeat(89));
    expect(await form.getByText(/characters? (left|too many)/).count()).toBe(0);
    await name.fill('x'.repeat(90));
    await form.getByText('10 characters left').waitFor();
    await name.fill('x'.repeat(101));
    await form.getByText('1 character too many').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });

    await wire.getByText('views.open').waitFor();
    expect(await wire.getByText('page to Slack').count()).toBe(0);
    await page.getByRole('checkbox', { name: /page to Slack/ }).check();
    await wire.getByText('close-view').waitFor();
  });
});
