import type { App, BlockAction } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { modes, openApp } from './tiny-app.ts';

const text = (label: string) => ({ type: 'plain_text' as const, text: label });
const option = (label: string) => ({ text: text(label), value: label.toLowerCase() });

const confirm = {
  title: text('Delete Weather?'),
  text: text('This is permanent.'),
  confirm: text('Delete'),
  deny: text('Keep'),
};
const blocks = [
  {
    type: 'section' as const,
    text: text('Weather'),
    accessory: {
      type: 'button' as const,
      action_id: 'toggle',
      text: text('Disable'),
      value: 'weather off',
      accessibility_label: 'Disable Weather',
    },
  },
  {
    type: 'actions' as const,
    block_id: 'row',
    elements: [
      { type: 'button' as const, action_id: 'delete', text: text('Delete'), confirm },
      { type: 'overflow' as const, action_id: 'more', options: [option('Show'), option('Words')] },
      {
        type: 'static_select' as const,
        action_id: 'category',
        placeholder: text('Category'),
        options: [option('Skill'), option('Local')],
      },
    ],
  },
];

/** Posts the blocks when the command runs and records the resulting actions. */
function listen(app: App, actions: BlockAction[]) {
  app.command('/abilities', async ({ ack, command, client, respond }) => {
    if (command.text === 'private') await respond({ text: 'list', blocks });
    else await client.chat.postMessage({ channel: command.channel_id, text: 'list', blocks });
    await ack();
  });
  app.action(/./, async ({ ack, body }) => {
    if (body.type === 'block_actions') actions.push(body);
    await ack();
  });
}

async function openList(mode: (typeof modes)[number], how = '') {
  const actions: BlockAction[] = [];
  const opened = await openApp(mode, (app) => listen(app, actions));
  await opened.ana.command(how);
  return { ...opened, actions, list: await opened.slack.nextMessage(({ text: shown }) => shown === 'list') };
}

describe.each(modes)('a click over %s', (mode) => {
  it('sends the message to the app', async () => {
    const { slack, ana, actions, list } = await openList(mode);
    expect(await ana.click(list, { text: 'Disable' })).toMatchObject({ acked: true, confirm: null });
    expect(actions).toMatchObject([
      {
        user: { id: ana.person.id },
        channel: { id: slack.channels.general.id, name: 'general' },
        container: { type: 'message', message_ts: list.ts, is_ephemeral: false },
        message: { ts: list.ts, user: slack.botUserId, text: 'list' },
        actions: [{ type: 'button', action_id: 'toggle', value: 'weather off' }],
        response_url: expect.stringContaining('/actions/'),
        trigger_id: expect.any(String),
      },
    ]);
  });

  it('does not carry the content of an ephemeral', async () => {
    const { ana, actions, list } = await openList(mode, 'private');
    await ana.click(list, { actionId: 'toggle' });
    expect(actions).toMatchObject([{ container: { is_ephemeral: true } }]);
    expect(actions[0]).not.toHaveProperty('message');
  });
});

describe('a click', () => {
  it('shows the confirm dialog first, and sends nothing after a no', async () => {
    const { ana, actions, list } = await openList('HTTP');
    expect(await ana.click(list, { text: 'Delete' }, { confirm: false })).toMatchObject({
      acked: false,
      error: 'cancelled',
      confirm,
    });
    expect(actions).toEqual([]);
    expect(await ana.click(list, { text: 'Delete' })).toMatchObject({ acked: true, confirm });
    expect(actions).toHaveLength(1);
  });

  it('finds a button by what a screen reader says', async () => {
    const { ana, actions, list } = await openList('HTTP');
    await ana.click(list, { text: 'Disable Weather' });
    expect(actions).toMatchObject([{ actions: [{ action_id: 'toggle' }] }]);
  });

  it('chooses an entry of an overflow menu by its label or value', async () => {
    const { ana, actions, list } = await openList('HTTP');
    await ana.click(list, { text: 'Words' });
    await ana.click(list, { value: 'show' });
    expect(actions.map((body) => body.actions)).toMatchObject([
      [{ type: 'overflow', selected_option: { value: 'words' } }],
      [{ type: 'overflow', selected_option: { value: 'show' } }],
    ]);
  });

  it('remembers what was chosen in a menu', async () => {
    const { ana, ben, actions, list } = await openList('HTTP');
    await ana.click(list, { actionId: 'category' }, { option: 'Local' });
    await ana.click(list, { actionId: 'toggle' });
    await ben.click(list, { actionId: 'toggle' });
    const chosen = { row: { category: { type: 'static_select', selected_option: option('Local') } } };
    expect(actions.map(({ state }) => state?.values)).toMatchObject([
      chosen,
      chosen,
      { row: { category: { selected_option: null } } },
    ]);
  });

  it('begins with the first choice of a menu, which stays chosen after a redraw only while it is on offer', async () => {
    const { app, ana, actions, slack } = await openList('HTTP');
    const menu = (options: ReturnType<typeof option>[]) => [
      { ...blocks[1], elements: [{ type: 'static_select', action_id: 'sort', options, initial_option: options[0] }] },
      { type: 'actions', elements: [{ type: 'button', action_id: 'toggle', text: text('Go') }] },
    ];
    const channel = slack.channels.ops.id;
    const draw = (ts: string, ...labels: string[]) =>
      app.client.apiCall('chat.update', { channel, ts, text: 'menu', blocks: menu(labels.map(option)) });
    const { ts = '' } = await app.client.chat.postMessage({ channel, text: 'menu' });
    const message = await slack.nextMessage(({ text: shown }) => shown === 'menu');
    const chosen = async () => {
      await ana.click(message, { text: 'Go' });
      return actions.at(-1)?.state?.values.row?.sort?.selected_option?.value;
    };
    await draw(ts, 'Name', 'State');
    expect(await chosen()).toBe('name');
    await ana.click(message, { actionId: 'sort' }, { option: 'State' });
    expect(actions.at(-1)).toMatchObject({ actions: [{ type: 'static_select', selected_option: option('State') }] });
    await draw(ts, 'Name', 'State', 'Age');
    expect(await chosen()).toBe('state');
    await draw(ts, 'Name', 'Age');
    expect(await chosen()).toBe('name');
  });

  it('refuses what is not there, and says what is', async () => {
    const { ana, actions, list } = await openList('HTTP');
    await expect(ana.click(list, { text: 'Enable' })).rejects.toThrow(
      /No element .*Enable.* button “Disable” \(toggle\)/,
    );
    await expect(ana.click(list, { actionId: 'category' }, { option: 'Cloud' })).rejects.toThrow(
      'Options: Skill, Local.',
    );
    expect(actions).toEqual([]);
  });

  it('refuses a message that the person does not see', async () => {
    const { slack, ana, ben, list } = await openList('HTTP', 'private');
    await expect(ben.click(list, { text: 'Disable' })).rejects.toThrow('cannot see');
    const { payload } = await ana.click(list, { text: 'Disable' });
    await fetch(String(payload.response_url), {
      method: 'POST',
      body: JSON.stringify({ delete_original: true }),
      headers: { 'content-type': 'application/json' },
    });
    await expect(ana.click(list, { text: 'Disable' })).rejects.toThrow('cannot see');
    expect(slack.transcript.messages).toMatchObject([{ deleted: true }]);
  });

  it('can be stale: a button that was there when the person looked', async () => {
    const { slack, app, ana, actions, list } = await openList('HTTP');
    await app.client.chat.update({ channel: list.channelId, ts: list.ts, text: 'changed' });
    await slack.nextMessage(({ text: shown }) => shown === 'changed');
    expect(await ana.click(list, { text: 'Disable' })).toMatchObject({ acked: true });
    expect(actions).toMatchObject([{ message: { text: 'changed', blocks: [] } }]);
  });
});
