import type { App, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { renderText } from '../src/block-kit/render-text.ts';
import { modes, openApp } from './tiny-app.ts';

const text = (label: string) => ({ type: 'plain_text' as const, text: label });
const nameInput = {
  type: 'input' as const,
  block_id: 'name',
  label: text('Name'),
  element: { type: 'plain_text_input' as const, action_id: 'value', initial_value: 'Weather', max_length: 10 },
};
const form: ModalView = {
  type: 'modal',
  callback_id: 'upload',
  title: text('Upload an Ability'),
  submit: text('Upload'),
  private_metadata: 'file F1',
  blocks: [
    nameInput,
    {
      ...nameInput,
      block_id: 'words',
      label: text('Words'),
      optional: true,
      element: { type: 'plain_text_input', action_id: 'value' },
    },
  ],
};
const notice = (title: string): ModalView => ({
  type: 'modal',
  title: text(title),
  blocks: [{ type: 'section', text: text('Wait') }],
});

/** Opens `view` when the command runs; `submit` responds to its submission. */
function listen(app: App, view: ModalView, submit: (args: { view: ViewSubmitAction['view'] }) => object | undefined) {
  app.command('/abilities', async ({ ack, client, command }) => {
    await ack();
    await client.views.open({ trigger_id: command.trigger_id, view });
  });
  app.view('upload', async ({ ack, view: sent }) => {
    const answer = submit({ view: sent });
    await (answer ? ack(Object.assign({ response_action: 'clear' as const }, answer)) : ack());
  });
}

async function openForm(
  view = form,
  submit: Parameters<typeof listen>[2] = () => undefined,
  mode: (typeof modes)[number] = 'HTTP',
) {
  const opened = await openApp(mode, (app) => listen(app, view, submit));
  await opened.ana.command('upload');
  return { ...opened, modal: await opened.slack.nextView(({ type }) => type === 'modal') };
}

describe.each(modes)('a modal over %s', (mode) => {
  it('is submitted with its private_metadata and state, and closes', async () => {
    const sent: ViewSubmitAction['view'][] = [];
    const { ana, modal, slack } = await openForm(form, ({ view }) => void sent.push(view), mode);
    expect(ana.modal()?.id).toBe(modal.id);
    expect(await ana.submit(modal, { words: 'check the weather' })).toMatchObject({ acked: true, error: null });
    expect(sent).toMatchObject([
      {
        id: modal.id,
        root_view_id: modal.id,
        private_metadata: 'file F1',
        state: { values: { name: { value: { value: 'Weather' } }, words: { value: { value: 'check the weather' } } } },
      },
    ]);
    expect(ana.modal()).toBeUndefined();
    expect(slack.transcript.findView(modal.id)).toMatchObject({ open: false });
  });

  it('stays open with the errors of the ack, keeping what was entered', async () => {
    const { ana, modal } = await openForm(
      form,
      () => ({ response_action: 'errors', errors: { name: 'This name is taken.' } }),
      mode,
    );
    await ana.submit(modal, { Name: 'Radio' });
    const now = ana.modal();
    expect(now).toMatchObject({
      errors: { name: 'This name is taken.' },
      state: { name: { value: { value: 'Radio' } } },
    });
    expect(now && renderText(now)).toContain('! This name is taken.');
  });
});

describe('the answer to a submission', () => {
  it('updates the view and gives it a new hash', async () => {
    const { ana, modal } = await openForm(form, () => ({ response_action: 'update', view: notice('Sent') }));
    await ana.submit(modal);
    expect(ana.modal()).toMatchObject({ id: modal.id, title: 'Sent' });
    expect(ana.modal()?.hash).not.toBe(modal.hash);
  });

  it('pushes a view, to which closing the new one leads back', async () => {
    const { ana, modal } = await openForm(form, () => ({ response_action: 'push', view: notice('More') }));
    await ana.submit(modal);
    const pushed = ana.modal();
    expect(pushed).toMatchObject({ title: 'More', rootViewId: modal.id, previousViewId: modal.id });
    if (pushed) await ana.closeView(pushed);
    expect(ana.modal()?.id).toBe(modal.id);
  });

  it('clears the whole stack', async () => {
    const { slack, ana, modal } = await openForm(form, () => ({ response_action: 'clear' }));
    await ana.submit(modal);
    expect(slack.transcript.views.some(({ open }) => open)).toBe(false);
  });

  it.each([
    ['an error for no input', { response_action: 'errors', errors: { nowhere: 'x' } }],
    ['a broken view', { response_action: 'update', view: { ...form, title: text('x'.repeat(25)) } }],
  ])('is refused with %s, and the view stays', async (_, answer) => {
    const { ana, modal } = await openForm(form, () => answer);
    expect(await ana.submit(modal)).toMatchObject({ acked: true, error: 'invalid_arguments' });
    expect(ana.modal()).toMatchObject({ id: modal.id, hash: modal.hash });
  });
});

describe('the client', () => {
  it('does not submit without a required input or beyond a length', async () => {
    const { slack, ana, modal } = await openForm();
    await expect(ana.submit(modal, { name: '' })).rejects.toMatchObject({
      problems: { name: 'Please complete this required field.' },
    });
    await expect(ana.submit(modal, { name: 'x'.repeat(11) })).rejects.toMatchObject({
      problems: { name: 'Please enter at most 10 characters.' },
    });
    await expect(ana.submit(modal, { Color: 'red' })).rejects.toThrow(
      'has no input “Color”. It has: Name (name), Words (words).',
    );
    expect(slack.transcript.deliveries).toHaveLength(1);
  });

  it('reports a closed view only if asked to', async () => {
    const closed: unknown[] = [];
    const { slack, app, ana } = await openForm({ ...form, notify_on_close: true });
    app.view({ callback_id: 'upload', type: 'view_closed' }, async ({ ack, body }) => {
      closed.push(body);
      await ack();
    });
    const modal = await slack.nextView(() => true);
    expect(await ana.closeView(modal)).toMatchObject([{ acked: true }]);
    expect(closed).toMatchObject([{ is_cleared: false, view: { callback_id: 'upload' } }]);
  });

  it('carries view, hash and state with a click in a view, but no response_url', async () => {
    const view = {
      ...form,
      blocks: [
        ...form.blocks,
        { type: 'actions' as const, elements: [{ type: 'button' as const, action_id: 'check', text: text('Check') }] },
      ],
    };
    const { slack, app, ana, modal } = await openForm(view);
    const bodies: unknown[] = [];
    app.action('check', async ({ ack, body, client }) => {
      await ack();
      bodies.push(body);
      if (body.type === 'block_actions')
        await client.views.push({ trigger_id: body.trigger_id, view: notice('Checked') });
    });
    await ana.fill(modal, { name: 'Radio' });
    const { payload } = await ana.click(modal, { text: 'Check' });
    expect(payload).toMatchObject({
      container: { type: 'view', view_id: modal.id },
      view: {
        id: modal.id,
        hash: modal.hash,
        root_view_id: modal.id,
        state: { values: { name: { value: { value: 'Radio' } } } },
      },
    });
    expect(payload).not.toHaveProperty('response_url');
    expect(bodies).toHaveLength(1);
    await slack.nextView(({ title }) => title === 'Checked');
  });
});

describe('views.open and its kin', () => {
  it('take a trigger once, and for 3 s', async () => {
    let now = 0;
    const { app, ana } = await openApp('HTTP', (listening) => listening.command('/abilities', ({ ack }) => ack()), {
      now: () => now,
      triggerMs: 3000,
    });
    const first = String((await ana.command('')).payload.trigger_id);
    await app.client.views.open({ trigger_id: first, view: form });
    await expect(app.client.views.open({ trigger_id: first, view: form })).rejects.toThrow('exchanged_trigger_id');

    const second = String((await ana.command('')).payload.trigger_id);
    now += 3001;
    await expect(app.client.views.open({ trigger_id: second, view: form })).rejects.toThrow('expired_trigger_id');
    await expect(app.client.views.open({ trigger_id: 'none', view: form })).rejects.toThrow('invalid_trigger_id');
  });

  it('update a view in place, but not by an old hash, nor a closed one', async () => {
    const { app, ana, modal } = await openForm();
    await ana.fill(modal, { name: 'Radio' });
    const { id: view_id, hash } = modal;
    await app.client.views.update({ view_id, hash, view: { ...form, title: text('Ready') } });
    expect(ana.modal()).toMatchObject({ id: view_id, title: 'Ready', state: { name: { value: { value: 'Radio' } } } });
    await expect(app.client.views.update({ view_id, hash, view: form })).rejects.toThrow('hash_conflict');
    await ana.closeView(modal);
    await expect(app.client.views.update({ view_id, view: form })).rejects.toThrow('not_found');
  });

  it('publish the App Home of a person', async () => {
    const { slack, app, ana } = await openApp('HTTP', (listening) => {
      listening.event('app_home_opened', async ({ event, client }) => {
        await client.views.publish({
          user_id: event.user,
          view: { type: 'home', blocks: [{ type: 'header', text: text('Abilities') }] },
        });
      });
    });
    expect(await ana.openHome()).toMatchObject({ acked: true });
    const home = await slack.nextView(({ type }) => type === 'home');
    expect(renderText(home)).toBe('# Abilities');
    const old = { user_id: ana.person.id, hash: 'old', view: { type: 'home' as const, blocks: [] } };
    await expect(app.client.views.publish(old)).rejects.toThrow('hash_conflict');
  });
});
