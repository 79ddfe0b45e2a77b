import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { until } from '../until.ts';
import { installedRow, otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { type SlowService, startSlowService } from './slow-service.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
let close: () => Promise<void> = async () => undefined;
afterEach(async () => {
  await close();
  await house.close();
});

/** A setup whose service can be held up for longer than the bot waits. */
async function openSlow(): Promise<SlowService> {
  house = await startHouse({ mode: 'http' });
  const slow = await startSlowService(house);
  const bot = await replaceBot(house, { service: slow.client });
  close = async () => {
    await bot.stop();
    await slow.close();
  };
  return slow;
}

test('a switch that the service is still at work on is unknown, and is carried out later', async () => {
  const slow = await openSlow();
  const { slack } = house;
  const letGo = slow.stall(/edit-installed-capability/);
  await slack.as(slack.people.ana).command('disable News');
  const told = await slack.nextMessage(({ text }) => text.includes("The voice service isn't responding."));
  expect(told.text).toContain(
    'News is still enabled, but that may change. Check the list in a minute before you try again.',
  );
  expect(told.text).not.toContain('Nothing changed');
  letGo();
  await until(async () => !(await installedRow(house, 'News')).enabled);
});

test('a delete that the service is still at work on is unknown, and is carried out later', async () => {
  const slow = await openSlow();
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('delete Timer');
  const question = await slack.nextMessage(({ text }) => text.includes('Timer'));
  const letGo = slow.stall(/delete-capability/);
  await ana.click(question, { text: 'Delete Timer' });
  const told = await slack.nextMessage(({ text }) => text.includes("didn't confirm that Timer was deleted"));
  expect(told.text).not.toContain('Nothing changed');
  letGo();
  await until(async () => !(await otherCaller(house).listAbilities()).some(({ name }) => name === 'Timer'));
});

test('an empty choice that a multipart-only service overlooks is reported as unconfirmed and not remembered', async () => {
  close = async () => undefined;
  house = await startHouse({ mode: 'http', service: { assignment: 'multipart-only' } });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const openForm = async (words: string) => {
    const after = slack.transcript.revision;
    await ana.command('assign Nova');
    return slack.nextView((view) => view.callbackId === 'assign' && renderText(view).includes(words), { after });
  };
  await ana.submit(await openForm("doesn't report which Abilities"), { Abilities: ['Radio'] });
  await slack.nextMessage(({ text }) => text.includes("Nova's Abilities set by"));
  const form = await openForm('Based on what was last set from Slack');
  const match = { method: 'PUT', path: /edit-personality/ };
  for (const status of [415, 200]) {
    house.service.faults.add({ match, times: 1, fault: { kind: 'status', status, body: {} } });
  }
  await ana.submit(form, { Abilities: [] });
  await ana.submit(await slack.nextView(({ callbackId, id }) => callbackId === 'unassign' && id === form.id));
  const told = await slack.nextMessage(({ text }) => text.includes("The voice service doesn't show"));
  expect(told.text).toContain(
    "The voice service doesn't show Nova's new Abilities. Check them in the voice service's dashboard. (ref ",
  );
  await openForm("The voice service doesn't report which Abilities *Nova* has");
});
