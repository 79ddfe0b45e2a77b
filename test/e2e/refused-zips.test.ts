import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';
import { zipOf } from './zips.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse({ mode: 'http' });
});
afterAll(async () => {
  await house.bot.stop();
  const left = await readdir(house.config.uploads.spoolDir);
  await house.close();
  expect(left).toEqual([]);
});

test.each([
  ['a text file named zip', Buffer.from('hello, not a zip'), 'zip'],
  ['a web page', Buffer.from('<!doctype html><title>Log in</title>'), 'a web page'],
  ['an empty file', Buffer.alloc(0), 'empty'],
  ['one without main.py', () => zipOf({ 'tides/run.py': 'x' }), 'main.py is missing. Add it and drop the zip again.'],
  [
    'one with main.py too deep',
    () => zipOf({ 'tides/a.py': 'x', 'tides/src/main.py': 'x' }),
    'main.py is not in the top folder but at “tides/src/main.py”.',
  ],
  [
    'one with several folders',
    () => zipOf({ 'a/main.py': 'x', 'b/main.py': 'x' }),
    'the zip has 2 top folders (“a”, “b”).',
  ],
  ['a zip of junk', () => zipOf({ 'x.zip': 'x' }), 'main.py is missing'],
])('%s is refused instead of offered, without a button', async (_what, given, words) => {
  const { slack } = house;
  const bytes = typeof given === 'function' ? await given() : given;
  const told = await hear(
    house,
    () => slack.as(slack.people.ana).drop(slack.channels.ops, [{ name: 'tides.zip', bytes }]),
    ({ text }) => text.startsWith("`tides.zip` can't be uploaded: "),
  );
  expect(told.text).toContain(words);
  expect(told.blocks.map(({ type }) => type)).toEqual(['section']);
});
