import type { App, BlockAction, ViewSubmitAction } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { renderText } from '../src/block-kit/render-text.ts';
import type { LocalSlackOptions } from '../src/local-slack.ts';
import { otherPeople, others } from './kinds-of-people.ts';
import { modes, openApp } from './tiny-app.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const TYPES = ['users_select', 'multi_users_select', 'conversations_select', 'multi_conversations_select'] as const;
const actions = (element: object) => [{ type: 'actions', elements: [element] }];
const input = (block_id: string, element: object, optional = false) => ({
  type: 'input',
  block_id,
  label: plain(block_id),
  optional,
  element: { ...element, action_id: 'chosen' },
});
const form = (...blocks: object[]) => ({
  type: 'modal',
  callback_id: 'form',
  title: plain('Form'),
  submit: plain('Save'),
  blocks,
});

interface Menus {
  mode?: (typeof modes)[number];
  /** Posted when the command runs, instead of the modal. */
  blocks?: object[];
  people?: LocalSlackOptions['people'];
}

type ReceivedAction = BlockAction | ViewSubmitAction;

/**
 * Opens `view` from the command or a button, and records what comes back. The calls are loosely typed because Slack's
 * types are not under test.
 */
function listen(app: App, view: object, blocks: object[], told: ReceivedAction[]) {
  app.command('/abilities', async ({ ack, client, command: { channel_id: channel, trigger_id } }) => {
    if (blocks.length > 0) await client.apiCall('chat.postMessage', { channel, text: 'menus', blocks });
    else await client.apiCall('views.open', { trigger_id, view });
    await ack();
  });
  app.action('open', async ({ ack, body, client }) => {
    if (body.type === 'block_actions') await client.apiCall('views.open', { trigger_id: body.trigger_id, view });
    await ack();
  });
  app.action('chosen', async ({ ack, body }) => {
    if (body.type === 'block_actions') told.push(body);
    await ack();
  });
  app.view('form', async ({ ack, body }) => {
    if (body.type === 'view_submission') told.push(body);
    await ack();
  });
}

async function openMenus(view: object, { mode = 'HTTP', blocks = [], people = [] }: Menus = {}) {
  const told: ReceivedAction[] = [];
  const opened = await openApp(mode, (app) => listen(app, view, blocks, told), { people });
  const sent = () => told.flatMap((body) => (body.type === 'view_submission' ? [body.view.state.values] : []));
  const clicked = () => told.flatMap((body) => (body.type === 'block_actions' ? body.actions : []));
  return { ...opened, sent, clicked };
}

async function openModal(view: object, menus: Menus = {}) {
  const opened = await openMenus(view, menus);
  await opened.ana.command('');
  return { ...opened, modal: await opened.slack.nextView(({ type }) => type === 'modal') };
}

describe.each(modes)('menus in a form over %s', (mode) => {
  it('send IDs, whether they were chosen by name or by ID', async () => {
    const view = form(...TYPES.map((type) => input(type, { type })));
    const { ana, modal, sent, slack } = await openModal(view, { mode, people: otherPeople });
    const { ben, gus } = slack.people;
    const { general, ops } = slack.channels;
    await ana.submit(modal, {
      users_select: 'ben',
      multi_users_select: [others.olga.id, 'gus'],
      conversations_select: '#ops',
      multi_conversations_select: [general.id, '#board'],
    });
    expect(sent()).toEqual([
      {
        users_select: { chosen: { type: 'users_select', selected_user: ben.id } },
        multi_users_select: { chosen: { type: 'multi_users_select', selected_users: [others.olga.id, gus.id] } },
        conversations_select: { chosen: { type: 'conversations_select', selected_conversation: ops.id } },
        multi_conversations_select: {
          chosen: {
            type: 'multi_conversations_select',
            selected_conversations: [general.id, slack.channels.board.id],
          },
        },
      },
    ]);
  });
});

describe('menus in a form', () => {
  it('are required unless they are optional, and can be emptied', async () => {
    const first = { initial_user: 'U0LOCALBEN' };
    const view = form(
      input('who', { type: 'multi_users_select' }),
      input('where', { type: 'multi_conversations_select' }),
      input('one', { type: 'conversations_select' }),
      input('maybe', { type: 'users_select', ...first }, true),
    );
    const { ana, modal, sent } = await openModal(view);
    const missing = 'Please complete this required field.';
    await expect(ana.submit(modal)).rejects.toMatchObject({
      problems: { who: missing, where: missing, one: missing },
    });
    await ana.submit(modal, { who: ['ana'], where: ['#general'], one: '#lounge', maybe: '' });
    expect(sent()).toMatchObject([{ maybe: { chosen: { selected_user: null } } }]);
  });

  it('allow only what is on offer, and so many', async () => {
    const view = form(
      input('who', { type: 'multi_users_select', max_selected_items: 2 }),
      input('one', { type: 'users_select' }),
    );
    const { ana, modal } = await openModal(view, { people: otherPeople });
    const fill = (values: Record<string, string | string[]>) => expect(ana.fill(modal, values)).rejects;
    await fill({ who: ['nobody'] }).toThrow('“nobody” is not an option');
    await fill({ who: ['dora'] }).toThrow('“dora” is not an option');
    await fill({ who: ['ana', 'ben', 'gus'] }).toThrow('At most 2 options can be chosen here.');
    await fill({ one: ['ana', 'ben'] }).toThrow('Only one option can be chosen here.');
  });

  it('begin with what the app says', async () => {
    const view = form(
      input('one', { type: 'users_select', initial_user: 'U0LOCALGUS' }),
      input('who', { type: 'multi_users_select', initial_users: ['U0LOCALANA', 'U0LOCALBEN'] }),
      input('where', { type: 'multi_conversations_select', initial_conversations: ['C0LOCALOPS'] }),
    );
    const { ana, modal, sent } = await openModal(view);
    expect(renderText(modal)).toContain('who: [U0LOCALANA · U0LOCALBEN ▾ type to search]');
    await ana.submit(modal);
    expect(sent()).toMatchObject([
      {
        one: { chosen: { selected_user: 'U0LOCALGUS' } },
        who: { chosen: { selected_users: ['U0LOCALANA', 'U0LOCALBEN'] } },
        where: { chosen: { selected_conversations: ['C0LOCALOPS'] } },
      },
    ]);
  });

  it('begin with the conversation on the screen if the app asks for it and the filter allows it', async () => {
    const here = { default_to_current_conversation: true };
    const named = { initial_conversation: 'C0LOCALOPS' };
    const view = form(
      input('one', { type: 'conversations_select', ...here }, true),
      input('named', { type: 'conversations_select', ...here, ...named }, true),
      input('several', { type: 'multi_conversations_select', ...here, initial_conversations: ['C0LOCALOPS'] }, true),
      input('private', { type: 'conversations_select', ...here, filter: { include: ['private'] } }, true),
    );
    const { ana, modal, sent } = await openModal(view);
    await ana.submit(modal);
    expect(sent()).toMatchObject([
      {
        one: { chosen: { selected_conversation: 'C0LOCALGENERAL' } },
        named: { chosen: { selected_conversation: 'C0LOCALOPS' } },
        several: { chosen: { selected_conversations: ['C0LOCALGENERAL'] } },
        private: { chosen: { selected_conversation: null } },
      },
    ]);
  });
});

it('a form that a button opens begins with the conversation of the message', async () => {
  const view = form(input('where', { type: 'conversations_select', default_to_current_conversation: true }));
  const blocks = actions({ type: 'button', action_id: 'open', text: plain('Open') });
  const { ana, sent, slack } = await openMenus(view, { blocks });
  await ana.command('', { channel: slack.channels.ops });
  await ana.click(await slack.nextMessage(({ text }) => text === 'menus'), { text: 'Open' });
  await ana.submit(await slack.nextView(({ type }) => type === 'modal'));
  expect(sent()).toMatchObject([{ where: { chosen: { selected_conversation: slack.channels.ops.id } } }]);
});

it('a menu in a message sends the selection and the state of the other menus', async () => {
  const blocks = TYPES.map((type) => ({ type: 'actions', block_id: type, elements: [{ type, action_id: 'chosen' }] }));
  const { ana, clicked, slack } = await openMenus(form(), { blocks });
  await ana.command('');
  const message = await slack.nextMessage(({ text }) => text === 'menus');
  const choose = (blockId: string, option: string | string[]) => ana.click(message, { blockId }, { option });
  await choose('users_select', 'gus');
  await choose('multi_users_select', ['ana', 'abilities']);
  await choose('conversations_select', '#ops');
  const { payload } = await choose('multi_conversations_select', ['#general', '#ops']);
  expect(clicked()).toMatchObject([
    { type: 'users_select', action_id: 'chosen', selected_user: slack.people.gus.id },
    { type: 'multi_users_select', selected_users: [slack.people.ana.id, slack.botUserId] },
    { type: 'conversations_select', selected_conversation: slack.channels.ops.id },
    { type: 'multi_conversations_select', selected_conversations: ['C0LOCALGENERAL', 'C0LOCALOPS'] },
  ]);
  expect(payload.state).toMatchObject({
    values: { users_select: { chosen: { selected_user: slack.people.gus.id } } },
  });
  await choose('users_select', '');
  expect(clicked().at(-1)).toMatchObject({ selected_user: null });
});

describe('what is on offer', () => {
  const names = (listed: readonly { name: string }[]) => listed.map(({ name }) => name);
  const openPeople = async () => (await openMenus(form(), { people: otherPeople })).slack;

  it('is who and what the person sees in Slack', async () => {
    const slack = await openPeople();
    const seen = (name: string) => {
      const { people, conversations } = slack.as({ id: slack.people[name]?.id ?? '' }).directory();
      return [names(people), names(conversations)];
    };
    const channels = ['#general', '#ops', '#lounge'];
    const colleagues = ['ana', 'ben', 'gus', 'olga', 'otto', 'sam'];
    expect(seen('ana')).toEqual([
      [...colleagues, 'zoe', 'robo', 'abilities'],
      [...channels, '#board', 'abilities'],
    ]);
    expect(seen('olga')).toEqual([
      [...colleagues, 'zoe', 'robo', 'abilities'],
      [...channels, 'abilities'],
    ]);
    expect(seen('gus')).toEqual([
      [...colleagues, 'robo', 'abilities'],
      ['#general', 'abilities'],
    ]);
    expect(seen('zoe')).toEqual([
      ['ana', 'ben', 'olga', 'otto', 'zoe', 'robo', 'abilities'],
      ['#ops', 'abilities'],
    ]);
  });

  it.each<[string, object, string]>([
    ['kinds of conversations', { include: ['private', 'im'] }, '#board, abilities'],
    ['no bots', { exclude_bot_users: true }, '#general, #ops, #lounge, #board'],
    ['nothing shared', { exclude_external_shared_channels: true }, '#general, #lounge, #board, abilities'],
    ['several of these', { include: ['public'], exclude_external_shared_channels: true }, '#general, #lounge'],
  ])('is filtered: %s', async (_, filter, offered) => {
    const view = form(input('where', { type: 'conversations_select', filter }));
    const { ana, modal } = await openModal(view, { people: [others.zoe] });
    await expect(ana.fill(modal, { where: 'nowhere' })).rejects.toThrow(`Options: ${offered}.`);
  });
});
