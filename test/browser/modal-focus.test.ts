import type { App } from '@slack/bolt';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';
import { messageWith, press, say } from '../../packages/playground/src/screenshots/page-steps.ts';
import { openTinyPage } from './open-tiny-page.ts';

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

const plain = (text: string) => ({ type: 'plain_text', text });
const section = (text: string, accessory?: object) => ({ type: 'section', text: { type: 'mrkdwn', text }, accessory });
const button = (action_id: string, label = action_id) => ({ type: 'button', action_id, text: plain(label) });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const modal = (title: string, ...blocks: object[]) => ({ type: 'modal', title: plain(title), blocks });

const home = { type: 'home', blocks: [section('*Abilities*'), actions(button('open', 'Open'))] };
const history = (count: number) =>
  modal('History', section(`Drawn ${count} times`), actions(button('refresh', 'Refresh'), button('push', 'Undo')));
const row = (name: string, enabled: boolean) => section(`*${name}*`, button('toggle', enabled ? 'Disable' : 'Enable'));
const rows = (enabled: boolean, ...before: object[]) => [
  ...before,
  row('Alarm', true),
  row('News', enabled),
  row('Radio', true),
];

const input = (id: string, element: object, more = {}) => ({
  type: 'input',
  block_id: id,
  label: plain(id),
  element: { action_id: id, ...element },
  ...more,
});
const choice = { text: plain('Wrap'), value: 'wrap' };

/** A form that warns below the words as they are typed. */
const form = (...warning: object[]) => ({
  type: 'modal',
  title: plain('Upload'),
  submit: plain('Upload'),
  blocks: [
    input('Package', { type: 'file_input', max_files: 1 }),
    input(
      'Words',
      {
        type: 'plain_text_input',
        multiline: true,
        initial_value: 'hello',
        dispatch_action_config: { trigger_actions_on: ['on_character_entered'] },
      },
      { dispatch_action: true },
    ),
    ...warning,
    input('Folder', { type: 'checkboxes', options: [choice], initial_options: [choice] }, { optional: true }),
  ],
});

/** A row with a button, above or below a field. */
const withRow = (isAbove: boolean) => {
  const field = input('Words', { type: 'plain_text_input' });
  const blocks = [row('Alarm', true), field];
  return { ...modal('Delete', ...(isAbove ? blocks : blocks.toReversed())), submit: plain('Review') };
};

/** A Home tab that opens a modal, and a list whose buttons have no IDs of their own, redrawn at each click. */
function listen(app: App) {
  let count = 1;
  app.event('app_home_opened', async ({ client, event }) => {
    await client.apiCall('views.publish', { user_id: event.user, view: home });
  });
  app.command('/abilities', async ({ ack, client, command }) => {
    await client.apiCall('chat.postMessage', { channel: command.channel_id, text: 'list', blocks: rows(true) });
    await ack();
  });
  app.action('open', async ({ ack, body, client }) => {
    await ack();
    if (body.type === 'block_actions')
      await client.apiCall('views.open', { trigger_id: body.trigger_id, view: history(count) });
  });
  app.action('refresh', async ({ ack, body, client }) => {
    await ack();
    if (body.type !== 'block_actions') return;
    count += 1;
    // Like an app that shows that it is working: the pressed button is gone for a moment.
    await client.apiCall('views.update', { view_id: body.view?.id, view: modal('History', section('One moment…')) });
    await client.apiCall('views.update', { view_id: body.view?.id, view: history(count) });
  });
  app.action('push', async ({ ack, body, client }) => {
    await ack();
    const view = modal('Undo', section('Somebody has changed this since.'));
    if (body.type === 'block_actions') await client.apiCall('views.push', { trigger_id: body.trigger_id, view });
  });
  app.shortcut('upload', async ({ ack, body, client }) => {
    await ack();
    await client.apiCall('views.open', { trigger_id: body.trigger_id, view: form() });
  });
  for (const isAbove of [true, false]) {
    app.shortcut(isAbove ? 'row-above' : 'row-below', async ({ ack, body, client }) => {
      await ack();
      await client.apiCall('views.open', { trigger_id: body.trigger_id, view: withRow(isAbove) });
    });
  }
  app.action('Words', async ({ ack, body, client }) => {
    await ack();
    if (body.type !== 'block_actions') return;
    await client.apiCall('views.update', { view_id: body.view?.id, view: form(section('Also starts *Weather*')) });
  });
  app.action('toggle', async ({ ack, body, client }) => {
    await ack();
    if (body.type !== 'block_actions') return;
    const blocks = rows(false, section('1 enabled · 2 disabled'));
    await client.apiCall('chat.update', { channel: body.channel?.id, ts: body.message?.ts, text: 'list', blocks });
  });
}

describe.skipIf(skipped)('focus, in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(process.env);
  });
  afterAll(() => browser.close());

  test('Escape closes a modal whose focused button a redraw has removed', async () => {
    const { page } = await openTinyPage(browser, listen, {});
    await page.getByRole('button', { name: 'Home', exact: true }).click();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'History' });
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await dialog.getByText('Drawn 2 times').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('Escape closes one modal after the other, and what opened the first opens it again', async () => {
    const { page } = await openTinyPage(browser, listen, {});
    await page.getByRole('button', { name: 'Home', exact: true }).click();
    const open = page.getByRole('button', { name: 'Open', exact: true });
    await open.click();
    const below = page.getByRole('dialog', { name: 'History' });
    await below.getByRole('button', { name: 'Undo' }).click();
    const above = page.getByRole('dialog', { name: 'Undo' });
    await above.getByText('Somebody has changed this since.').waitFor();
    await page.keyboard.press('Escape');
    await above.waitFor({ state: 'detached' });
    await below.waitFor();
    await page.keyboard.press('Escape');
    await below.waitFor({ state: 'detached' });
    await open.click();
    await below.getByRole('button', { name: 'Undo' }).click();
    await above.waitFor();
  });

  test('two quick Escapes never leave a modal open that cannot be seen', async () => {
    const { page } = await openTinyPage(browser, listen, {});
    await page.getByRole('button', { name: 'Home', exact: true }).click();
    const open = page.getByRole('button', { name: 'Open', exact: true });
    await open.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await dialog.getByText(/Drawn \d times/).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await open.click();
    await dialog.getByRole('button', { name: 'Refresh' }).waitFor();
  });

  test('stays in the field where somebody types, and a warning loses nothing that was entered', async () => {
    const { page, slack } = await openTinyPage(browser, listen, {
      shortcuts: [{ name: 'Upload', type: 'global', callbackId: 'upload' }],
    });
    void slack.as(slack.people.ana).shortcut('upload');
    const dialog = page.getByRole('dialog', { name: 'Upload' });
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'tides.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('made up'),
    });
    await dialog.getByRole('checkbox').uncheck();
    await dialog.getByRole('textbox').fill('weather');
    await dialog.getByText('Also starts').waitFor();
    await page.keyboard.type(' today');
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('weather today');
    expect(await dialog.getByRole('checkbox').isChecked()).toBe(false);
    await dialog.getByText('tides.zip').waitFor();
  });

  test('starts in the first field, unless a button is above it', async () => {
    const shortcuts = ['row-above', 'row-below'].map((id) => ({ name: id, type: 'global', callbackId: id }) as const);
    const { page, slack } = await openTinyPage(browser, listen, { shortcuts });
    const dialog = page.getByRole('dialog', { name: 'Delete' });
    for (const [id, focused] of [
      ['row-below', 'INPUT'],
      ['row-above', 'BUTTON'],
    ] as const) {
      void slack.as(slack.people.ana).shortcut(id);
      await expect.poll(() => dialog.locator('.modal-body :focus').evaluate(({ tagName }) => tagName)).toBe(focused);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  test('stays on the pressed button when its message is redrawn, with its new label', async () => {
    const { page } = await openTinyPage(browser, listen, {});
    await say(page, '/abilities');
    const list = messageWith(page, 'Radio');
    await press(list.getByRole('button').nth(1), 'Enter');
    await list.getByText('1 enabled · 2 disabled').waitFor();
    await list.getByRole('button', { name: 'Enable' }).waitFor();
    await expect.poll(() => list.locator(':focus').innerText()).toBe('Enable');
  });
});
