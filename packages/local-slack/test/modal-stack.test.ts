import type { App, BlockAction } from '@slack/bolt';
import type { HomeView, ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { modes, openApp } from './tiny-app.ts';

const text = (label: string) => ({ type: 'plain_text' as const, text: label });
const more = {
  type: 'actions' as const,
  elements: [{ type: 'button' as const, action_id: 'more', text: text('More') }],
};
const nameInput = {
  type: 'input' as const,
  block_id: 'name',
  label: text('Name'),
  element: { type: 'plain_text_input' as const, action_id: 'value' },
};
const layer = (title: string, further: Partial<ModalView> = {}): ModalView => ({
  type: 'modal',
  callback_id: 'layer',
  title: text(title),
  submit: text('Done'),
  blocks: [nameInput, more],
  ...further,
});

/**
 * Opens the first layer when the command runs; each click on More pushes another. Records Slack's response to each
 * push.
 */
function listen(app: App, { clicks, pushed }: { clicks: BlockAction[]; pushed: string[] }, submit: () => object) {
  app.command('/abilities', async ({ ack, client, command }) => {
    await ack();
    await client.views.open({ trigger_id: command.trigger_id, view: layer('One') });
  });
  app.action<BlockAction>('more', async ({ ack, body, client }) => {
    clicks.push(body);
    await client.views.push({ trigger_id: body.trigger_id, view: layer(`After ${clicks.length}`) }).then(
      () => pushed.push('ok'),
      (error: Error) => pushed.push(error.message.replace('An API error occurred: ', '')),
    );
    await ack();
  });
  app.view('layer', async ({ ack }) => {
    await (Object.keys(submit()).length > 0
      ? ack(Object.assign({ response_action: 'clear' as const }, submit()))
      : ack());
  });
}

async function openStack(submit: () => object = () => ({}), mode: (typeof modes)[number] = 'HTTP') {
  const seen = { clicks: [] as BlockAction[], pushed: [] as string[] };
  const opened = await openApp(mode, (app) => listen(app, seen, submit));
  await opened.ana.command('open');
  const first = await opened.slack.nextView(({ title }) => title === 'One');
  const climb = async () => {
    const below = opened.ana.modal();
    if (!below) throw new Error('There is no modal.');
    await opened.ana.click(below, { text: 'More' });
    const top = opened.ana.modal();
    if (!top) throw new Error('There is no modal.');
    return top;
  };
  return { ...opened, ...seen, first, climb };
}

describe.each(modes)('modals on modals over %s', (mode) => {
  it('are three at most, each naming the one below and the first', async () => {
    const { first, climb, clicks, pushed } = await openStack(undefined, mode);
    const second = await climb();
    const third = await climb();
    expect(second).toMatchObject({ rootViewId: first.id, previousViewId: first.id });
    expect(third).toMatchObject({ rootViewId: first.id, previousViewId: second.id });
    expect((await climb()).id).toBe(third.id);
    expect(pushed).toEqual(['ok', 'ok', 'push_limit_reached']);
    expect(clicks[2]).toMatchObject({
      container: { type: 'view', view_id: third.id },
      view: { id: third.id, type: 'modal', root_view_id: first.id, previous_view_id: second.id },
    });
    for (const field of ['channel', 'message', 'response_url']) expect(clicks[2]).not.toHaveProperty(field);
  });
});

describe('the modal in front', () => {
  it('leads back to the one below when it is submitted, which has what was entered', async () => {
    const { slack, ana, first, climb } = await openStack();
    await ana.fill(first, { Name: 'Weather' });
    const second = await climb();
    expect(await ana.submit(second, { Name: 'x' })).toMatchObject({ error: null });
    expect(ana.modal()).toMatchObject({ id: first.id, state: { name: { value: { value: 'Weather' } } } });
    expect(slack.transcript.findView(second.id)).toMatchObject({ open: false });
  });

  it('closes alone when it is submitted, also one that clears the stack when it is closed', async () => {
    const { app, ana, first, climb } = await openStack();
    const { id: view_id } = await climb();
    await app.client.views.update({ view_id, view: layer('Two', { clear_on_close: true }) });
    const second = ana.modal();
    if (!second) throw new Error('There is no modal.');
    await ana.submit(second, { Name: 'x' });
    expect(ana.modal()?.id).toBe(first.id);
  });

  it.each<[string, object, string[]]>([
    ['update', { response_action: 'update', view: layer('Updated') }, ['One', 'Updated']],
    ['push', { response_action: 'push', view: layer('Third') }, ['One', 'After 1', 'Third']],
    ['clear', { response_action: 'clear' }, []],
  ])('is answered by %s', async (_, answer, open) => {
    const { slack, ana, climb } = await openStack(() => answer);
    await ana.submit(await climb(), { Name: 'x' });
    expect(slack.transcript.views.filter((view) => view.open).map(({ title }) => title)).toEqual(open);
  });

  it('cannot be pushed upon by an ack when there are three', async () => {
    const { ana, climb } = await openStack(() => ({ response_action: 'push', view: layer('Fourth') }));
    await climb();
    const third = await climb();
    expect(await ana.submit(third, { Name: 'x' })).toMatchObject({ error: 'push_limit_reached' });
    expect(ana.modal()?.id).toBe(third.id);
  });

  it('is the only one that can be clicked, filled in or submitted', async () => {
    const { slack, ana, first, climb } = await openStack();
    await climb();
    const before = slack.transcript.deliveries.length;
    await expect(ana.click(first, { text: 'More' })).rejects.toThrow('is behind another modal');
    await expect(ana.submit(first, { Name: 'x' })).rejects.toThrow("is not this person's front modal");
    expect(slack.transcript.deliveries).toHaveLength(before);
  });
});

describe('a modal below the one in front', () => {
  it('can be updated, and shows that when the one in front is closed', async () => {
    const { app, ana, first, climb } = await openStack();
    const second = await climb();
    await app.client.views.update({ view_id: first.id, view: layer('One, told anew') });
    expect(ana.modal()?.id).toBe(second.id);
    await ana.closeView(second);
    expect(ana.modal()).toMatchObject({ id: first.id, title: 'One, told anew' });
  });
});

describe('views.push', () => {
  const push = (app: App, trigger_id: unknown) =>
    app.client.views.push({ trigger_id: String(trigger_id), view: layer('Pushed') });

  it('takes a trigger once, and for 3 s', async () => {
    let now = 0;
    const { app, ana, slack } = await openApp(
      'HTTP',
      (listening) => {
        listening.command('/abilities', async ({ ack, client, command }) => {
          await ack();
          await client.views.open({ trigger_id: command.trigger_id, view: layer('One') });
        });
        listening.action('more', ({ ack }) => ack());
      },
      { now: () => now, triggerMs: 3000 },
    );
    await ana.command('open');
    const first = await slack.nextView(() => true);
    const click = await ana.click(first, { text: 'More' });
    now = 3000;
    await push(app, click.payload.trigger_id);
    await expect(push(app, click.payload.trigger_id)).rejects.toThrow('exchanged_trigger_id');
    const second = ana.modal();
    if (!second) throw new Error('There is no modal.');
    const late = await ana.click(second, { text: 'More' });
    now += 3001;
    await expect(push(app, late.payload.trigger_id)).rejects.toThrow('expired_trigger_id');
    await expect(push(app, 'none')).rejects.toThrow('invalid_trigger_id');
  });

  it('finds nothing to push upon when the trigger is of no modal', async () => {
    const { app, ana } = await openApp('HTTP', (listening) => listening.command('/abilities', ({ ack }) => ack()));
    const { payload } = await ana.command('open');
    await expect(push(app, payload.trigger_id)).rejects.toThrow('not_found');
  });
});

describe.each(modes)('a click on the Home tab over %s', (mode) => {
  it('includes the view but no channel, and its trigger opens a modal but pushes none', async () => {
    const clicks: BlockAction[] = [];
    const home: HomeView = { type: 'home', callback_id: 'home', private_metadata: 'page 1', blocks: [more] };
    const { app, ana, slack } = await openApp(mode, (listening) => {
      listening.action<BlockAction>('more', async ({ ack, body, client }) => {
        clicks.push(body);
        if (clicks.length === 1) await client.views.open({ trigger_id: body.trigger_id, view: layer('One') });
        await ack();
      });
    });
    await app.client.views.publish({ user_id: ana.person.id, view: home });
    const published = await slack.nextView(({ type }) => type === 'home');
    await ana.click(published, { text: 'More' });
    expect(clicks).toMatchObject([
      {
        type: 'block_actions',
        user: { id: ana.person.id },
        actions: [{ action_id: 'more' }],
        container: { type: 'view', view_id: published.id },
        view: {
          id: published.id,
          type: 'home',
          hash: published.hash,
          private_metadata: 'page 1',
          root_view_id: published.id,
          previous_view_id: null,
          app_id: slack.appId,
        },
      },
    ]);
    for (const field of ['channel', 'message', 'response_url']) expect(clicks[0]).not.toHaveProperty(field);
    expect(ana.modal()).toMatchObject({ title: 'One' });

    await ana.click(published, { text: 'More' });
    const trigger_id = clicks[1]?.trigger_id ?? '';
    await expect(app.client.views.push({ trigger_id, view: layer('No') })).rejects.toThrow('not_found');
    expect(slack.transcript.findView(published.id)).toMatchObject({ open: true, revision: published.revision });
  });

  it('is only for whose tab it is', async () => {
    const { app, ana, ben, slack } = await openApp(mode, () => undefined);
    await app.client.views.publish({ user_id: ana.person.id, view: { type: 'home', blocks: [more] } });
    const home = await slack.nextView(({ type }) => type === 'home');
    await expect(ben.click(home, { text: 'More' })).rejects.toThrow('not open for this person');
  });
});
