import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { HeldClock } from '../held-clock.ts';
import { runSql } from '../store/run-sql.ts';
import { until } from '../until.ts';
import { sentPackage } from './sent-package.ts';
import { type House, startHouse } from './start-house.ts';
import { openForm, saying, WORDS } from './upload-job.ts';
import { flatZip, goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

/** How long the bot waits for further files of a share: until `share` has sent the last one. Nothing else waits as long. */
const GATHER_MS = 11 * 60_000;
let clock: HeldClock;

const open = (
  uploads: Parameters<typeof startHouse>[0]['uploads'] = {},
  times: Parameters<typeof startHouse>[0]['uploadTimes'] = {},
) => {
  clock = new HeldClock(GATHER_MS);
  return startHouse({ mode: 'http', clock, uploads, uploadTimes: { gatherMs: GATHER_MS, ...times } });
};

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const MAIN = { name: 'main.py', bytes: Buffer.from('def run(u):\n    return "high"\n') };
const text = (name: string, content = 'x\n') => ({ name, bytes: Buffer.from(content) });
const image = (name: string) => ({ name, bytes: PNG });

const ana = () => house.slack.as(house.slack.people.ana);

type File = { name: string; bytes: Buffer };

/** Sends the events of all files of a share before the bot stops waiting for more of them. */
async function share(files: File[], who = ana(), ...options: [string?, { slackConnect: true }?]) {
  const shared = await who.drop(house.slack.channels.ops, files, ...options);
  await letGo(files.length);
  return shared;
}

/** Lets the bot stop waiting, once it waits for as many events. */
async function letGo(events: number): Promise<void> {
  await until(() => clock.held === events);
  clock.letGo();
}

/** Ana's drop, and the bot's replies in its thread up to `last`. */
async function drop(files: File[], last: string) {
  const { slack } = house;
  const shared = await share(files);
  const lastOne = await slack.nextMessage(({ text, threadTs }) => threadTs === shared.messageTs && text.includes(last));
  const replies = slack.transcript.messages.filter(({ threadTs }) => threadTs === shared.messageTs);
  return { ...shared, lastOne, replies };
}

const textsOf = (messages: readonly Message[]) => messages.map(({ text }) => text);

test('a file that Slack announces in two events is offered once', async () => {
  house = await open({}, { pollMs: 50 });
  const { slack } = house;
  const { deliveries } = await ana().drop(slack.channels.ops, [{ name: 'tides.zip', bytes: await goodZip() }]);
  for (const delivery of deliveries) {
    const again = await slack.redeliver({ ...delivery, payload: { ...delivery.payload, event_id: 'EvAGAIN' } });
    expect(again).toMatchObject({ acked: true });
  }
  await letGo(2 * deliveries.length);
  const Drops = z.array(z.object({ event_id: z.string(), answered_at: z.number().nullable() }));
  const readDrops = async () => Drops.parse(await runSql(house.config.store, 'select * from drops'));
  await until(async () => (await readDrops()).every(({ answered_at }) => answered_at !== null));
  expect(await readDrops()).toHaveLength(2);
  const offers = slack.transcript.messages.filter(({ text }) => text.includes('as an Ability?'));
  expect(textsOf(offers)).toEqual(['Upload `tides.zip` as an Ability?']);
});

test('a share that another process has taken meanwhile is left to it', async () => {
  house = await open();
  const { config, slack } = house;
  const slow = hold();
  slack.faults.add({ method: 'files.info', fault: { delayUntil: slow.until } });
  await share([{ name: 'tides.zip', bytes: await goodZip() }]);
  const take = 'update drops set tries = 2, due_at = due_at + 600000 where tries = 1 returning event_id';
  await until(async () => (await runSql(config.store, take)).length === 1);
  slow.letGo();
  await house.bot.stop();
  expect(slack.transcript.messages.filter(({ userId }) => userId === slack.botUserId)).toEqual([]);
  // Whoever has taken it marks it.
  expect(await runSql(config.store, 'select answered_at from drops')).toEqual([{ answered_at: null }]);
});

describe('several zips in one message', () => {
  test('each gets a separate offer, which uploads that one', async () => {
    house = await open();
    const names = ['tides.zip', 'waves.zip', 'winds.zip'];
    const zips = await Promise.all(names.map(async (name) => ({ name, bytes: await goodZip() })));
    const { replies } = await drop(zips, 'winds.zip');
    expect(textsOf(replies)).toEqual(names.map((name) => `Upload \`${name}\` as an Ability?`));
    const [, waves] = replies;
    if (!waves) throw new Error('There is no offer.');
    await ana().submit(await openForm(house, waves), WORDS);
    await saying(house, waves, 'Waves uploaded by');
    expect(textsOf(house.slack.transcript.messages.filter(({ ts }) => ts === replies[0]?.ts))).toEqual([
      replies[0]?.text,
    ]);
  });

  test('more than five: it is said how many more there are, and what to do', async () => {
    house = await open();
    const zips = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map(async (n) => ({ name: `z${n}.zip`, bytes: await goodZip() })),
    );
    const { replies } = await drop([...zips, image('a.png')], '2 more zips');
    expect(replies).toHaveLength(6);
    expect(replies.at(-1)?.text).toBe(
      '2 more zips in this message: drop them again separately. There are several zips, so choose the icon in each form.',
    );
  });
});

describe('an image beside a zip', () => {
  test('becomes its icon, and is sent with it', async () => {
    house = await open();
    const { lastOne } = await drop(
      [image('a.png'), { name: 'tides.zip', bytes: await goodZip() }, image('b.png')],
      'tides.zip',
    );
    expect(lastOne.text).toContain('`a.png`, the first of 2 images, will be the icon.');
    const form = await openForm(house, lastOne);
    expect(renderText(form)).toContain("If you choose none, I'll use a.png.");
    await ana().submit(form, WORDS);
    await saying(house, lastOne, 'Tides uploaded by');
    const files = JSON.stringify(house.slack.wire.filter(({ name }) => name === 'file'));
    expect(['a.png', 'b.png'].map((name) => files.includes(name))).toEqual([true, false]);
  });

  test('comes back with Try again', async () => {
    house = await open();
    const { lastOne } = await drop([{ name: 'tides.zip', bytes: await flatZip() }, image('a.png')], 'tides.zip');
    await ana().submit(await openForm(house, lastOne), { ...WORDS, wrap: [] });
    const failed = await saying(house, lastOne, 'was not uploaded');
    expect(renderText(await openForm(house, failed, { label: 'Try again…' }))).toContain("I'll use a.png");
  });

  test('that is too large for an icon, or of another type, is left alone, and it is said why', async () => {
    house = await open({ maxIconBytes: 10 });
    const files = [{ name: 'tides.zip', bytes: await goodZip() }, image('a.png'), text('b.gif')];
    const { lastOne, replies } = await drop(files, 'tides.zip');
    expect(replies).toHaveLength(1);
    expect(lastOne.text).toContain(
      'Ignored: `a.png` (over the icon limit of 10 bytes); `b.gif` (icons must be PNG or JPEG).',
    );
  });
});

describe('loose source files', () => {
  test('are packed into one zip in a folder, without what no Ability needs, and with an empty __init__.py', async () => {
    house = await open();
    const { replies, lastOne } = await drop(
      [MAIN, text('tides.csv'), text('.DS_Store'), text('.env', 'KEY=made-up'), image('a.png')],
      'one Ability',
    );
    expect(replies).toHaveLength(1);
    expect(lastOne.text).toBe(
      "Upload 2 files as one Ability? `main.py`, `tides.csv`. I'll add an empty `__init__.py`. Not uploaded: `.DS_Store`, `.env`. `a.png` will be the icon.",
    );
    const form = await openForm(house, lastOne);
    expect(renderText(form)).toMatch(/^3 files, \d+ bytes$/m);
    // There is no option for this: they always get a folder.
    expect(renderText(form)).not.toMatch(/Put the files into one folder|at the root/);
    await ana().submit(form, { ...WORDS, Name: 'Night Tides' });
    await saying(house, lastOne, 'Night Tides uploaded by');
    expect(await sentPackage(house, 'Night Tides')).toEqual(['__init__.py', 'main.py', 'tides.csv']);
  });

  test('one that was deleted after it was shown is reported, and nothing is sent', async () => {
    house = await open();
    const { lastOne } = await drop([MAIN, text('tides.csv')], 'one Ability');
    const form = await openForm(house, lastOne);
    house.slack.faults.add({ method: 'files.info', fault: { error: 'file_deleted' } });
    await ana().submit(form, { ...WORDS, Name: 'Tides' });
    const told = await saying(house, lastOne, 'was not uploaded');
    expect(told.text).toContain('(file_deleted). It was deleted. Upload it again.');
    expect(house.service.requests.filter(({ path }) => path.includes('add-capability'))).toEqual([]);
  });

  test('a single source can become one, and can be skipped', async () => {
    house = await open();
    const { lastOne } = await drop([MAIN], 'Upload `main.py` as an Ability?');
    await ana().click(lastOne, { text: 'Skip' });
    const put = await saying(house, lastOne, '1 file skipped by');
    expect(renderText(await openForm(house, put))).toContain('Description');
  });

  test('without a main.py are not meant for the bot', async () => {
    house = await open();
    const { slack } = house;
    await share([text('notes.py'), text('a.csv')]);
    await drop([MAIN], 'Upload `main.py`');
    expect(slack.transcript.messages.filter(({ userId }) => userId === slack.botUserId)).toHaveLength(1);
  });

  test.each([
    ['of one name', [MAIN, text('Main.py')], {}, 'two of them are called “Main.py”'],
    [
      'too many',
      [MAIN, ...Array.from({ length: 30 }, (_, n) => text(`data${n}.txt`))],
      {},
      'there are 31 files, and the limit is 30.',
    ],
    [
      'too large',
      [MAIN, text('data.txt', 'x'.repeat(980))],
      { maxBytes: 1000 },
      "together they're 1 kB, and the limit is 1 kB.",
    ],
  ])('%s: said in a sentence, without a button', async (_what, files, uploads, words) => {
    house = await open(uploads);
    const { lastOne } = await drop(files, "can't be uploaded as one Ability");
    expect(lastOne.text).toContain(words);
    expect(lastOne.blocks.map(({ type }) => type)).toEqual(['section']);
  });

  test('beside a zip are left alone, which its offer says', async () => {
    house = await open();
    const { lastOne, replies } = await drop([{ name: 'tides.zip', bytes: await goodZip() }, MAIN], 'tides.zip');
    expect(replies).toHaveLength(1);
    expect(lastOne.text).toBe('Upload `tides.zip` as an Ability? Ignored: `main.py` (not in a zip).');
  });

  test('beside several zips are left alone, which is said once', async () => {
    house = await open();
    const zips = await Promise.all(['tides.zip', 'waves.zip'].map(async (name) => ({ name, bytes: await goodZip() })));
    const { replies } = await drop([...zips, MAIN, text('notes.txt'), text('a.csv'), text('b.csv')], 'Ignored');
    expect(textsOf(replies)).toEqual([
      'Upload `tides.zip` as an Ability?',
      'Upload `waves.zip` as an Ability?',
      'Ignored: `main.py`, `notes.txt`, `a.csv` and 1 more (not in a zip).',
    ]);
  });

  test('stays silent about a share without any source, and about files next to a refused zip', async () => {
    house = await open({ maxBytes: 200 });
    const { slack } = house;
    await share([image('a.png'), text('notes.txt'), text('Thumbs.db')]);
    await share([{ name: 'tides.zip', bytes: await goodZip() }, MAIN]);
    await slack.nextMessage(({ text }) => text.includes('the limit is'));
    const said = slack.transcript.messages.filter(({ userId }) => userId === slack.botUserId);
    expect(textsOf(said)).toEqual([expect.stringContaining('`tides.zip`')]);
    expect(said[0]?.text).not.toContain('main.py');
  });
});

test('two people who share at the same time each get a reply in their own thread', async () => {
  house = await open();
  const { slack } = house;
  const [first, second] = await Promise.all([
    ana().drop(slack.channels.ops, [MAIN]),
    slack.as(slack.people.ben).drop(slack.channels.ops, [text('background.py')]),
  ]);
  await letGo(2);
  for (const [shared, name] of [
    [first, 'main.py'],
    [second, 'background.py'],
  ] as const) {
    await slack.nextMessage(
      ({ text, threadTs }) => threadTs === shared.messageTs && text.includes(`Upload \`${name}\``),
    );
  }
});

test('files of another organization, of which events tell nothing but their ID, are looked up', async () => {
  house = await open();
  const { slack } = house;
  const zip = { name: 'tides.zip', bytes: await goodZip() };
  const { messageTs } = await share([zip], ana(), '', { slackConnect: true });
  const offer = await slack.nextMessage(({ text, threadTs }) => threadTs === messageTs && text.includes('tides.zip'));
  await ana().submit(await openForm(house, offer), WORDS);
  await saying(house, offer, 'Tides uploaded by');
});
