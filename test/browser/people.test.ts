import type { App } from '@slack/bolt';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { otherPeople, others } from '../../packages/local-slack/test/kinds-of-people.ts';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';
import { messageWith, press, say } from '../../packages/playground/src/screenshots/page-steps.ts';
import { openTinyPage } from './open-tiny-page.ts';

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const menus = [
  {
    type: 'section',
    block_id: 'one',
    text: plain('Who is on call?'),
    accessory: { type: 'users_select', action_id: 'one', placeholder: plain('Choose who is on call') },
  },
  { type: 'actions', elements: [{ type: 'button', action_id: 'open', text: plain('Settings') }] },
];
const filter = { include: ['public', 'private'], exclude_external_shared_channels: true };
const view = {
  type: 'modal',
  callback_id: 'form',
  title: plain('Settings'),
  submit: plain('Save'),
  blocks: [
    {
      type: 'input',
      block_id: 'admins',
      label: plain('Admins'),
      element: {
        type: 'multi_users_select',
        action_id: 'chosen',
        initial_users: ['U0LOCALBEN'],
        max_selected_items: 2,
      },
    },
    {
      type: 'input',
      block_id: 'channels',
      label: plain('Channels'),
      element: { type: 'multi_conversations_select', action_id: 'chosen', filter },
    },
    {
      type: 'input',
      block_id: 'audit',
      label: plain('Audit channel'),
      optional: true,
      element: { type: 'conversations_select', action_id: 'chosen', default_to_current_conversation: true, filter },
    },
  ],
};

/** Posts the menus when the command runs, opens the form from their button, and records the payloads received. */
function listen(app: App, told: unknown[]) {
  app.command('/abilities', async ({ ack, client, command }) => {
    await client.apiCall('chat.postMessage', { channel: command.channel_id, text: 'menus', blocks: menus });
    await ack();
  });
  app.action('one', async ({ ack, action }) => {
    if ('selected_user' in action) told.push(action.selected_user);
    await ack();
  });
  app.action('open', async ({ ack, body, client }) => {
    if (body.type === 'block_actions') await client.apiCall('views.open', { trigger_id: body.trigger_id, view });
    await ack();
  });
  app.view('form', async ({ ack, view: sent }) => {
    told.push(sent.state.values);
    await ack();
  });
}

describe.skipIf(skipped)('people, in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(process.env);
  });
  afterAll(() => browser.close());

  test('are all there to be chosen, each with what they are, and see what they would see', async () => {
    const { page, slack } = await openTinyPage(browser, () => undefined, { people: otherPeople });
    await slack.as(others.zoe).say(slack.channels.ops, 'Hello from elsewhere');
    const group = page.getByRole('group', { name: 'You are' });
    await group.waitFor();
    const shown = async () => {
      const labels = (await group.getByRole('radio').all()).map((radio) => radio.locator('..').innerText());
      return (await Promise.all(labels)).map((label) => label.replace(/^[A-Z]\n/, '').replaceAll('\n', ': '));
    };
    await expect
      .poll(shown)
      .toEqual([
        ...['ana: workspace admin', 'ben: member', 'gus: guest', 'olga: workspace owner', 'otto: workspace owner'],
        ...['sam: single-channel guest', 'zoe: from another workspace', 'robo: bot', 'dora: deactivated'],
      ]);
    const zoe = group.getByRole('radio', { name: 'zoe' });
    await zoe.focus();
    await page.keyboard.press('Space');
    await messageWith(page, 'Hello from elsewhere').waitFor();
    await expect.poll(() => page.getByRole('navigation').getByRole('button', { name: 'general' }).count()).toBe(0);
    // There are more than fit: the focused one is scrolled into view, above the end of the page.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const isDoraInView = async () => {
      const dora = await group.getByText('dora').boundingBox();
      const box = await group.boundingBox();
      return dora && box && dora.y >= box.y && dora.y + dora.height <= box.y + box.height;
    };
    await expect.poll(isDoraInView).toBe(true);
    await page.getByRole('navigation').getByRole('button', { name: 'general' }).waitFor();
  });

  test('are chosen from menus, and so are channels, by keyboard and by mouse', async () => {
    const told: unknown[] = [];
    const { page, slack } = await openTinyPage(browser, (app) => listen(app, told), { people: otherPeople });
    const { ben, gus, olga } = slack.people;
    await say(page, '/abilities');
    const message = messageWith(page, 'Who is on call?');
    const one = message.getByRole('combobox', { name: 'Choose who is on call' });
    await one.fill('us');
    await page.getByRole('option', { name: 'gus' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => told).toEqual([gus.id]);
    await expect.poll(() => one.inputValue()).toBe('gus');

    await press(message.getByRole('button', { name: 'Settings' }), 'Enter');
    const form = page.getByRole('dialog', { name: 'Settings' });
    const admins = form.getByRole('combobox', { name: 'Admins' });
    await form.getByRole('button', { name: 'Remove ben' }).waitFor();
    await admins.fill('olg');
    await page.getByRole('option', { name: 'olga' }).click();
    await page.getByText('You can choose at most 2.').waitFor();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Please complete this required field.').waitFor();

    await form.getByRole('combobox', { name: 'Channels' }).click();
    const options = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => options.allInnerTexts()).toEqual(['#general', '#lounge', '#board']);
    await page.getByRole('option', { name: '#board' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => form.getByRole('combobox', { name: 'Audit channel' }).inputValue()).toBe('#general');
    await form.getByRole('button', { name: 'Clear #general' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(told.at(-1)).toMatchObject({
      admins: { chosen: { selected_users: [ben.id, olga?.id] } },
      channels: { chosen: { selected_conversations: [slack.channels.board.id] } },
      audit: { chosen: { selected_conversation: null } },
    });
  });
});
