import type { Message } from '@abilities-bot/local-slack';
import { listElements } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

/** The fallback when Slack accepts no blocks: text, in which it parses markup and addresses. */
test.each([
  ['response_url', 'typed'],
  ['chat.postEphemeral', 'mentioned'],
] as const)('a name in a text alone formats and links nothing (%s)', async (method, how) => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const line = 'show _it_ ~no~ :ourown: https://evil.example/x';
  slack.faults.add({ method, times: 2, fault: { error: 'invalid_blocks' } });
  const told = await hear(
    house,
    () =>
      how === 'typed'
        ? ana.command(line, { channel: slack.channels.ops })
        : ana.say(slack.channels.ops, `@abilities ${line}`),
    ({ ephemeralFor, text }) => ephemeralFor !== null && text.includes('No Ability is called'),
  );
  expect(told.blocks).toEqual([]);
  expect(told.text).not.toMatch(/:\/\/|:ourown:|(?<!\u200b)[_~`]|[_~`](?!\u200b)/);
  expect(told.text.replaceAll('\u200b', '')).toContain('_it_ ~no~ :ourown: https://evil.example/x');
});

test('a mention that is longer than a button can carry still leads to a form', async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const names = Array.from({ length: 47 }, (_, n) => `An Ability with a name that is rather long, number ${n}`);
  const told = await hear(
    house,
    () => ana.say(slack.channels.ops, `@abilities delete ${names.map((name) => `"${name}"`).join(', ')}`),
    ({ text }) => text.includes('This command needs a form. Nothing changed yet.'),
  );
  expect(told.text).toContain('too long to prefill the form');
  expect(valuesOf(told)).toEqual(['{"v":1,"do":"delete"}']);
  await ana.click(told, { text: 'Open the form' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'choose');
  await ana.submit(form, { Abilities: ['News', 'Radio'] });
  await slack.nextView(({ callbackId }) => callbackId === 'delete-several');
});

const valuesOf = ({ blocks }: Message) =>
  listElements(blocks).map(({ element }) => (element.type === 'button' ? element.value : null));
