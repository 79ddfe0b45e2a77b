import type { App } from '@slack/bolt';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DeclaredShortcut } from '../src/local-slack.ts';
import { type ActAnswer, Action, type PageState } from '../src/page-server/page-api.ts';
import { startPage } from '../src/page-server/start-page.ts';
import { otherPeople, others } from './kinds-of-people.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { openApp } from './tiny-app.ts';

const shortcuts: DeclaredShortcut[] = [
  { callbackId: 'manage', name: 'Manage', type: 'global' },
  { callbackId: 'take', name: 'Take this', type: 'message' },
];
const plain = (text: string) => ({ type: 'plain_text' as const, text });
const more = {
  type: 'actions' as const,
  block_id: 'row',
  elements: [{ type: 'button' as const, action_id: 'more', text: plain('More') }],
};
const who = {
  type: 'input' as const,
  block_id: 'who',
  label: plain('Who'),
  optional: true,
  element: { type: 'multi_users_select' as const, action_id: 'chosen' },
};
const layer = (title: string) => ({
  type: 'modal' as const,
  callback_id: 'layer',
  title: plain(title),
  submit: plain('Save'),
  blocks: [more, who],
});

function listen(app: App, seen: unknown[]) {
  app.shortcut({ type: 'shortcut', callback_id: 'manage' }, async ({ ack, body, client }) => {
    await client.views.open({ trigger_id: body.trigger_id, view: layer('All') });
    await ack();
  });
  app.shortcut({ type: 'message_action', callback_id: 'take' }, async ({ ack, body }) => {
    seen.push(body.message.text);
    await ack();
  });
  app.action('more', async ({ ack, body, client }) => {
    if (body.type === 'block_actions' && body.view?.type === 'home') {
      await client.views.open({ trigger_id: body.trigger_id, view: layer('From Home') });
    } else if (body.type === 'block_actions') {
      await client.views.push({ trigger_id: body.trigger_id, view: layer('Deeper') });
    }
    await ack();
  });
  app.view('layer', async ({ ack, view }) => {
    seen.push(view.state.values.who?.chosen?.selected_users);
    await ack();
  });
  app.event('app_mention', async ({ event }) => void seen.push(event.text));
  app.event('app_home_opened', async ({ event, client }) => {
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [more] } });
  });
}

/** The page server with a tiny app. */
async function openPage() {
  const seen: unknown[] = [];
  const { slack, app } = await openApp('HTTP', (listening) => listen(listening, seen), {
    shortcuts,
    people: otherPeople,
    scopes: ['chat:write', 'files:read', 'files:write', 'app_mentions:read'],
    events: ['app_mention', 'app_home_opened'],
  });
  // None of these tests requests the page itself.
  const page = await startPage(slack, { builtPage: await makeTemporaryFolder() });
  onTestFinished(() => page.close());
  const act = async (action: Action): Promise<ActAnswer> => {
    const response = await fetch(`${page.url}/api/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Action.parse(action)),
    });
    return response.json() as Promise<ActAnswer>;
  };
  const readState = async (person = slack.people.ana.id): Promise<PageState> =>
    (await fetch(`${page.url}/api/state?person=${person}`)).json() as Promise<PageState>;
  const download = (person: string, id: string) => fetch(`${page.url}/api/file?person=${person}&id=${id}`);
  return { slack, app, seen, act, readState, download, ana: slack.people.ana.id, gus: slack.people.gus.id };
}

describe('shortcuts', () => {
  test('are offered, and a global one opens a modal on which another can lie', async () => {
    const { act, ana, readState } = await openPage();
    expect((await readState()).shortcuts).toEqual(shortcuts);
    expect(await act({ do: 'shortcut', person: ana, callbackId: 'manage' })).toEqual({ ok: true });
    const { modal } = await readState();
    expect(modal).toMatchObject({ definition: { title: { text: 'All' } }, depth: 0 });
    const where = { viewId: modal?.id ?? '' };
    expect(await act({ do: 'click', person: ana, where, blockId: 'row', actionId: 'more' })).toEqual({ ok: true });
    expect((await readState()).modal).toMatchObject({ definition: { title: { text: 'Deeper' } }, depth: 1 });
  });

  test('of a message act on that message', async () => {
    const { act, ana, readState, seen, slack } = await openPage();
    const channelId = slack.channels.ops.id;
    await act({ do: 'say', person: ana, channelId, threadTs: null, text: 'look' });
    const [message] = (await readState()).messages;
    const chosen = { do: 'message-shortcut' as const, person: ana, channelId, ts: message?.ts ?? '' };
    expect(await act({ ...chosen, callbackId: 'take' })).toEqual({ ok: true });
    expect(seen).toEqual(['look']);
    expect(await act({ ...chosen, callbackId: 'manage' })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('no message shortcut “manage”'),
    });
    expect(await act({ ...chosen, callbackId: 'take', ts: '1.000000' })).toMatchObject({ ok: false });
  });
});

test('a mention is sent as one, where the bot was invited', async () => {
  const { act, ana, readState, seen, slack } = await openPage();
  const channelId = slack.channels.board.id;
  const say = () => act({ do: 'say', person: ana, channelId, threadTs: null, text: '@abilities list' });
  const isMember = async () => (await readState()).channels.find(({ id }) => id === channelId)?.botIsMember;
  await say();
  expect([await isMember(), seen]).toEqual([false, []]);
  expect(await act({ do: 'invite', person: ana, channelId })).toEqual({ ok: true });
  await say();
  expect([await isMember(), seen]).toEqual([true, [`<@${slack.botUserId}> list`]]);
  expect((await readState()).channels.map(({ name, isPrivate }) => [name, isPrivate])).toEqual([
    ...[
      ['general', false],
      ['ops', false],
      ['lounge', false],
      ['board', true],
    ],
    ['Abilities', true],
  ]);
});

test('everybody is listed with their kind and the people they can select', async () => {
  const { act, ana, gus, readState, slack } = await openPage();
  const { directory, people } = await readState();
  expect(people.map(({ name, kind }) => [name, kind])).toEqual([
    ...Object.values(slack.people).map(({ name, kind }) => [name, kind]),
    ['Abilities', 'app'],
  ]);
  expect(directory).toEqual(slack.as({ id: ana }).directory());
  expect((await readState(gus)).directory).toEqual(slack.as({ id: gus }).directory());
  const channelId = slack.channels.ops.id;
  expect(await act({ do: 'command', person: others.zoe.id, channelId, text: 'list' })).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('zoe is from another workspace'),
  });
});

test('a menu of people is filled with IDs', async () => {
  const { act, ana, gus, readState, seen } = await openPage();
  await act({ do: 'shortcut', person: ana, callbackId: 'manage' });
  const { modal } = await readState();
  const submit = (chosen: string[]) =>
    act({ do: 'submit', person: ana, viewId: modal?.id ?? '', values: { who: chosen } });
  expect(await submit([others.dora.id])).toMatchObject({ ok: false });
  expect(await submit([gus, others.zoe.id])).toEqual({ ok: true });
  expect(seen).toEqual([[gus, others.zoe.id]]);
});

test('a click on the Home tab opens a modal', async () => {
  const { act, ana, readState } = await openPage();
  await act({ do: 'open-home', person: ana });
  const { home } = await readState();
  const where = { viewId: home?.id ?? '' };
  expect(await act({ do: 'click', person: ana, where, blockId: 'row', actionId: 'more' })).toEqual({ ok: true });
  expect((await readState()).modal).toMatchObject({ definition: { title: { text: 'From Home' } } });
});

describe('files', () => {
  test('of the bot can be downloaded by who sees them, and by nobody else', async () => {
    const { ana, app, download, gus, readState, slack } = await openPage();
    const bytes = Buffer.from('{"abilities":[]}');
    await app.client.filesUploadV2({ channel_id: slack.channels.ops.id, filename: 'Export “1”.json', file: bytes });
    const [file] = (await readState()).messages.flatMap(({ files }) => files);
    expect(file).toMatchObject({ name: 'Export “1”.json', size: bytes.length });
    const answer = await download(ana, file?.id ?? '');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''Export%20%E2%80%9C1%E2%80%9D.json",
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
    expect((await download(gus, file?.id ?? '')).status).toBe(404);
    expect((await download(ana, 'F000000000')).status).toBe(404);
    expect((await download('U0NOBODY', file?.id ?? '')).status).toBe(404);
  });

  test('of another organization have their names', async () => {
    const { readState, slack } = await openPage();
    const drop = { name: 'theirs.zip', bytes: Buffer.from('PK') };
    await slack.as(slack.people.ana).drop(slack.channels.ops, [drop], '', { slackConnect: true });
    expect((await readState()).messages).toMatchObject([{ files: [{ name: 'theirs.zip', size: 2 }] }]);
  });
});
