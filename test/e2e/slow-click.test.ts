import type { Message } from '@abilities-bot/local-slack';
import type { Block } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import type { Bot } from '../../src/app/start-bot.ts';
import { until } from '../until.ts';
import { installedRow } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { type SlowService, startSlowService } from './slow-service.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
let slow: SlowService;
let bot: Bot;
afterEach(async () => {
  await slow.close();
  await bot.stop();
  await house.close();
});

/** The buttons of each block and their positions, without IDs that differ from one drawing to the next. */
const placesOf = ({ blocks }: Message) =>
  blocks.map((block) => ({ type: block.type, elements: elementsOf(block).length }));

const elementsOf = (block: Block) =>
  block.type === 'actions' ? block.elements : block.type === 'section' && block.accessory ? [block.accessory] : [];

/** The labels of all buttons. */
const labelsOf = ({ blocks }: Message) =>
  blocks.flatMap((block) => elementsOf(block).flatMap((one) => (one.type === 'button' ? [one.text.text] : [])));

const isWaiting = (message: Message) => labelsOf(message).some((label) => /ing…$/.test(label));
const waitLines = () => house.slack.transcript.messages.filter(({ text }) => text.startsWith('Still working'));

/** Holds all service calls until the returned function is called. */
const holdAll = () => slow.hold(/./);

/** A bot that labels a click soon, while a command never waits long enough for its notice. */
const startAnother = async () => {
  bot = await replaceBot({ ...house, bot }, { service: slow.client, deadlines: { clickNotice: 10 } });
};

async function open(serviceKeepMs?: number) {
  house = await startHouse({ mode: 'http', ...(serviceKeepMs === undefined ? {} : { serviceKeepMs }) });
  slow = await startSlowService(house);
  bot = house.bot;
  await startAnother();
  return house.slack;
}

/** A list that only Ana sees. */
async function openList(line = 'list', channel = house.slack.channels.ops) {
  const { slack } = house;
  return hear(
    house,
    () => slack.as(slack.people.ana).command(line, { channel }),
    ({ text }) => text.includes('News: enabled'),
  );
}

async function shareList() {
  const { slack } = house;
  const list = await openList();
  return hear(
    house,
    () => slack.as(slack.people.ana).click(list, { text: 'Show in channel' }),
    ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('Shown by'),
  );
}

const now = ({ channelId, ts }: Message) => {
  const found = house.slack.transcript.messages.find((one) => one.ts === ts && one.channelId === channelId);
  if (!found) throw new Error('The message is gone.');
  return found;
};

describe('a slow click', () => {
  test('on a private list says so on its button, moves no row, and the result replaces it', async () => {
    const slack = await open();
    const ana = slack.as(slack.people.ana);
    const list = await openList();
    const letGo = holdAll();
    const waiting = await hear(house, () => ana.click(list, { text: 'Disable News' }), isWaiting);
    expect(waiting.ts).toBe(list.ts);
    expect(labelsOf(waiting).filter((label) => label.endsWith('ing…'))).toEqual(['Disabling…']);
    expect(placesOf(waiting)).toEqual(placesOf(list));
    letGo();
    const done = await slack.nextMessage(({ text }) => text.includes('News disabled by'));
    expect(done.ts).toBe(list.ts);
    expect(isWaiting(done)).toBe(false);
    expect(waitLines()).toEqual([]);
    // The redrawn list can be labelled as well.
    const letGoAgain = holdAll();
    const again = await hear(house, () => ana.click(done, { text: 'Enable News' }), isWaiting);
    expect(labelsOf(again)).toContain('Enabling…');
    letGoAgain();
    await slack.nextMessage(({ text }) => text.includes('News enabled by'));
    expect(waitLines()).toEqual([]);
  });

  test('on a message that everybody sees is shown there until it is drawn again', async () => {
    const slack = await open();
    const shared = await shareList();
    const letGo = holdAll();
    const waiting = await hear(
      house,
      () => slack.as(slack.people.ben).click(shared, { text: 'Disable News' }),
      isWaiting,
    );
    expect(waiting.ts).toBe(shared.ts);
    expect(placesOf(waiting)).toEqual(placesOf(shared));
    letGo();
    const drawn = await slack.nextMessage(({ text, ts }) => ts === shared.ts && text.includes('News: disabled'));
    expect(isWaiting(drawn)).toBe(false);
    expect(waitLines()).toEqual([]);
  });

  test.each(['private', 'shared'] as const)('that the service fails leaves the %s list as it was', async (kind) => {
    const slack = await open();
    const list = kind === 'private' ? await openList() : await shareList();
    house.service.faults.add({ match: { method: 'PUT' }, fault: { kind: 'status', status: 500 } });
    const letGo = holdAll();
    const ana = slack.as(slack.people.ana);
    await hear(house, () => ana.click(list, { text: 'Disable News' }), isWaiting);
    letGo();
    await slack.nextMessage(({ text, ts }) => ts !== list.ts && text.includes('(ref '));
    const after = await slack.nextMessage((message) => message.ts === list.ts && !isWaiting(message));
    expect(labelsOf(after)).toEqual(labelsOf(list));
    expect(placesOf(after)).toEqual(placesOf(list));
    expect(waitLines()).toEqual([]);
    expect((await installedRow(house, 'News')).enabled).toBe(true);
  });

  test('that is answered privately leaves a message that everybody sees as it was', async () => {
    // Nothing is cached, so the table waits for the service.
    const slack = await open(0);
    const shared = await shareList();
    const letGo = holdAll();
    const ana = slack.as(slack.people.ana);
    const waiting = await hear(house, () => ana.click(shared, { text: 'Table' }), isWaiting);
    expect(labelsOf(waiting)).toContain('Working…');
    expect(placesOf(waiting)).toEqual(placesOf(shared));
    letGo();
    await slack.nextMessage(
      ({ ephemeralFor, blocks }) => ephemeralFor !== null && JSON.stringify(blocks).includes('data_table'),
    );
    const after = await slack.nextMessage((message) => message.ts === shared.ts && !isWaiting(message));
    expect(after.blocks).toEqual(shared.blocks);
    expect(waitLines()).toEqual([]);
  });

  test('and another one on the same list leave no label behind', async () => {
    // Nothing is cached, so the table waits for the service.
    const slack = await open(0);
    const shared = await shareList();
    const letGo = holdAll();
    const [ana, ben] = [slack.as(slack.people.ana), slack.as(slack.people.ben)];
    await hear(house, () => ben.click(shared, { text: 'Disable News' }), isWaiting);
    const both = await hear(
      house,
      () => ana.click(now(shared), { text: 'Table' }),
      (message) => labelsOf(message).filter((label) => label.endsWith('ing…')).length === 2,
    );
    expect(placesOf(both)).toEqual(placesOf(shared));
    letGo();
    await slack.nextMessage(
      ({ ephemeralFor, blocks }) => ephemeralFor !== null && JSON.stringify(blocks).includes('data_table'),
    );
    const after = await slack.nextMessage(
      (message) => message.ts === shared.ts && message.text.includes('News: disabled') && !isWaiting(message),
    );
    expect(placesOf(after)).toEqual(placesOf(shared));
  });

  test('pressed twice is carried out once, and the second answer replaces the first', async () => {
    const slack = await open();
    const ana = slack.as(slack.people.ana);
    const list = await openList();
    const letGo = holdAll();
    const waiting = await hear(house, () => ana.click(list, { text: 'Disable News' }), isWaiting);
    await ana.click(waiting, { text: 'Disabling…' });
    letGo();
    const after = await slack.nextMessage(
      (message) => message.text.includes('News was already disabled') && !isWaiting(message),
    );
    expect(after.ts).toBe(list.ts);
    expect(labelsOf(after)).toContain('Enable');
    expect(house.service.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    expect(waitLines()).toEqual([]);
  });
});

test('a click on a message that the bot no longer knows gets a private line', async () => {
  const slack = await open();
  const list = await openList();
  // The new process has drawn nothing yet.
  await startAnother();
  const letGo = holdAll();
  await slack.as(slack.people.ana).click(list, { text: 'Disable News' });
  const line = await slack.nextMessage(({ text }) => text.startsWith('Still working on it…'));
  expect(line.text).toBe('Still working on it… The answer will follow.');
  letGo();
  await slack.nextMessage(({ text, ts }) => ts === list.ts && text.includes('News disabled by'));
  // The list is above the line, which would look as if nothing had followed.
  const last = await slack.nextMessage(({ text, ts }) => ts > line.ts && text.startsWith('✓ News disabled by you'));
  expect(last.ephemeralFor).toBe(slack.people.ana.id);
});

test('the answer follows the private line, even if Slack is slow to show that', async () => {
  const slack = await open();
  await bot.stop();
  bot = await replaceBot({ ...house, bot }, { service: slow.client, deadlines: { waitNotice: 10 } });
  const [sent, shown] = [hold(), hold()];
  const fault = {
    get delayUntil() {
      sent.letGo();
      return shown.until;
    },
  };
  slack.faults.add({ method: 'response_url', fault });
  const letGo = holdAll();
  await slack.as(slack.people.ana).command('list');
  await sent.until;
  letGo();
  await until(() => house.logLines.some((line) => line.includes('"verb":"list"')));
  // Long enough for an answer that does not wait.
  const { ana, ben } = slack.people;
  await hear(
    house,
    () => slack.as(ben).command('help'),
    ({ ephemeralFor, text }) => ephemeralFor === ben.id && text.includes('/abilities list'),
  );
  shown.letGo();
  const list = await slack.nextMessage(({ text }) => text.includes('News: enabled'));
  const line = waitLines().find(({ ephemeralFor }) => ephemeralFor === ana.id);
  expect(line && line.ts < list.ts).toBe(true);
});
