import type { ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { modes, openApp } from './tiny-app.ts';

const text = (label: string) => ({ type: 'plain_text' as const, text: label });
const option = (label: string) => ({ text: text(label), value: label.toLowerCase() });
const names = ['Weather', 'Web Radio', 'News'];

const view: ModalView = {
  type: 'modal',
  callback_id: 'assign',
  title: text("Echo's Abilities"),
  submit: text('Save'),
  blocks: [
    {
      type: 'input',
      block_id: 'abilities',
      label: text('Abilities'),
      element: { type: 'multi_external_select', action_id: 'search', min_query_length: 2 },
    },
  ],
};

describe.each(modes)('an external select over %s', (mode) => {
  it('offers what the bot answers, and only that can be chosen', async () => {
    const submitted: unknown[] = [];
    const { slack, ana } = await openApp(mode, (app) => {
      app.command('/abilities', async ({ ack, client, command }) => {
        await ack();
        await client.views.open({ trigger_id: command.trigger_id, view });
      });
      app.options('search', ({ ack, payload }) =>
        ack({
          options: names.filter((name) => name.toLowerCase().startsWith(payload.value.toLowerCase())).map(option),
        }),
      );
      app.view('assign', async ({ ack, view: sent }) => {
        submitted.push(sent.state.values);
        await ack();
      });
    });
    await ana.command('assign');
    const modal = await slack.nextView(() => true);

    expect(await ana.suggest(modal, 'search', 'we')).toEqual([option('Weather'), option('Web Radio')]);
    await expect(ana.suggest(modal, 'search', 'w')).rejects.toThrow('only after 2 characters');
    await expect(ana.submit(modal, { Abilities: ['Cloud'] })).rejects.toThrow('“Cloud” is not an option');
    await ana.submit(modal, { Abilities: ['Weather', 'News'] });
    expect(submitted).toMatchObject([
      {
        abilities: { search: { type: 'multi_external_select', selected_options: [option('Weather'), option('News')] } },
      },
    ]);
  });
});

describe('an answer that Slack would not show', () => {
  it('offers nothing and is recorded', async () => {
    const { slack, ana } = await openApp('HTTP', (app) => {
      app.command('/abilities', async ({ ack, client, command }) => {
        await ack();
        await client.views.open({ trigger_id: command.trigger_id, view });
      });
      app.options('search', ({ ack }) =>
        ack({ options: Array.from({ length: 101 }, (_, index) => option(`A${index}`)) }),
      );
    });
    await ana.command('assign');
    expect(await ana.suggest(await slack.nextView(() => true), 'search', 'we')).toEqual([]);
    expect(slack.transcript.deliveries.at(-1)).toMatchObject({ acked: true, error: 'invalid_options' });
  });
});
