import type { View } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { goodZip } from './zips.ts';

// Only the way in differs between the two, so the other tests use one of them.
describe.each(['socket', 'http'] as const)('over %s', (mode) => {
  let house: House;
  beforeAll(async () => {
    // Slack waits 3 s for an ack, which a busy machine may need for its part.
    house = await startHouse({ mode, slack: { ackTimeoutMs: 50_000 } });
  });
  afterAll(() => house.close());

  const ana = () => house.slack.as(house.slack.people.ana);

  /** The next view that matches and was not there before. */
  async function opens(act: () => Promise<unknown>, fits: (view: View) => boolean): Promise<View> {
    const after = house.slack.transcript.revision;
    await act();
    return house.slack.nextView(fits, { after });
  }

  test('a command is answered', async () => {
    const card = await hear(
      house,
      async () => expect(await ana().command('show Weather')).toMatchObject({ acked: true }),
      ({ text }) => text.includes('Tells the weather now'),
    );
    expect(card.ephemeralFor).toBe(house.slack.people.ana.id);
  });

  test('a click on a message changes the message and the account', async () => {
    const card = await hear(
      house,
      () => ana().command('show News'),
      ({ text }) => text.includes('News  Enabled'),
    );
    const done = await hear(
      house,
      async () => expect(await ana().click(card, { text: 'Disable News' })).toMatchObject({ acked: true }),
      ({ text }) => text.includes('News disabled by'),
    );
    expect(done.ts).toBe(card.ts);
    expect((await installedRow(house, 'News')).enabled).toBe(false);
  });

  test('a form shows what is wrong in it, follows what is typed, and is carried out', async () => {
    const form = await opens(
      () => ana().command('triggers Timer edit:'),
      ({ callbackId }) => callbackId === 'edit-triggers',
    );
    expect((await ana().submit(form, { trigger_words: ' , ' })).body).toMatchObject({
      errors: { trigger_words: 'Enter at least one trigger word.' },
    });
    const shown = await opens(
      () => ana().click(form, { actionId: 'trigger_words' }, { option: 'boil an egg' }),
      (view) => renderText(view).includes('Adds “boil an egg”'),
    );
    expect(shown.id).toBe(form.id);
    await hear(
      house,
      () => ana().submit(shown, { trigger_words: 'boil an egg' }),
      ({ text }) => text.includes("Timer's trigger words changed by you"),
    );
    expect((await installedRow(house, 'Timer')).triggerWords).toEqual(['boil an egg']);
  });

  test('a select gets the suggestions that match', async () => {
    const form = await opens(
      () => ana().command('assign Echo'),
      ({ callbackId }) => callbackId === 'assign',
    );
    const options = await ana().suggest(form, 'abilities', 'WAT');
    expect(options.map(({ text }) => text.text)).toEqual(['Night Watch']);
    await ana().closeView(form);
  });

  test('a shortcut opens the list', async () => {
    const list = await opens(
      () => ana().shortcut('manage-abilities'),
      (view) => renderText(view).includes('*Café Finder*  Enabled'),
    );
    expect(list.type).toBe('modal');
    await ana().closeView(list, { all: true });
  });

  test('a shortcut of a message opens the form for its files', async () => {
    const { slack } = house;
    const { messageTs } = await ana().drop(slack.channels.ops, [{ name: 'waves.zip', bytes: await goodZip() }]);
    const message = await slack.nextMessage(({ ts }) => ts === messageTs);
    const form = await opens(
      () => ana().messageShortcut('upload-as-ability', message),
      ({ callbackId }) => callbackId === 'upload',
    );
    expect(renderText(form)).toContain('waves.zip');
    await ana().closeView(form, { all: true });
  });

  test('the Home tab is drawn when it is opened, and follows a click', async () => {
    const home = await opens(
      () => ana().openHome(),
      (view) => view.type === 'home' && renderText(view).includes('*Weather*  Enabled'),
    );
    await opens(
      () => ana().click(home, { text: 'Disable Weather' }),
      (view) => view.type === 'home' && renderText(view).includes('*Weather*  Disabled'),
    );
  });

  test('a mention is answered privately in its thread', async () => {
    const { ops } = house.slack.channels;
    const { messageTs: threadTs } = await ana().say(ops, 'Which Agents are there?');
    const told = await hear(
      house,
      () => ana().say(ops, '@abilities agents', { threadTs }),
      ({ text }) => text.includes('3 Agents'),
    );
    expect(told).toMatchObject({ threadTs, ephemeralFor: house.slack.people.ana.id });
  });

  test('a shared zip is offered in its thread and uploaded', async () => {
    const offer = await dropZip(house, await goodZip());
    await ana().submit(await openForm(house, offer), WORDS);
    await saying(house, offer, 'Tides uploaded by');
  });

  test('a command of another name, a click and a form that nobody knows are acked', async () => {
    const { slack } = house;
    const typed = await ana().command('help');
    const sender = { user: { id: slack.people.ana.id }, team: { id: slack.teamId } };
    const view = { type: 'modal', id: 'V1', hash: '1.x', private_metadata: '' };
    const actions = [{ type: 'users_select', action_id: 'unknown', block_id: 'b', action_ts: '1.1' }];
    const container = { type: 'view', view_id: 'V1' };
    const answers = await Promise.all([
      slack.redeliver({ ...typed, payload: { ...typed.payload, command: '/other', text: 'help' } }),
      ...[
        { type: 'block_actions', ...sender, trigger_id: '1.x', container, view, actions },
        { type: 'view_submission', ...sender, view: { ...view, callback_id: 'unknown' } },
      ].map((payload) => slack.redeliver({ ...typed, kind: 'interaction', payload })),
    ]);
    expect(answers.map(({ acked, error }) => ({ acked, error }))).toEqual(Array(3).fill({ acked: true, error: null }));
  });
});
