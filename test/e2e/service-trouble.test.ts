import type { FaultRule } from '@abilities-bot/local-service';
import type { Message } from '@abilities-bot/local-slack';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { until } from '../until.ts';
import { replaceBot } from './replace-bot.ts';
import { startSlowService } from './slow-service.ts';
import type { House } from './start-house.ts';
import { hear, watchHouses } from './watched-house.ts';

const open = watchHouses();

describe('when the service makes trouble', () => {
  let house: House;
  beforeAll(async () => {
    // Every attempt must reach the service.
    house = await open({ mode: 'socket', serviceKeepMs: 0 });
  });
  afterEach(() => house.service.faults.clear());
  afterAll(() => house.close());

  const notFound = { detail: 'No such page.' };
  test.each<[string, FaultRule['fault'], string]>([
    [
      'a key that is not valid',
      { kind: 'status', status: 401, body: { detail: 'Invalid API key.' } },
      "The voice service rejected the bot's API key: “Invalid API key”. An admin can find out more with `/abilities doctor`.",
    ],
    [
      'token_not_valid',
      { kind: 'status', status: 401, body: { detail: 'Given token not valid', code: 'token_not_valid' } },
      "The voice service rejected the bot's session token. It may have expired.",
    ],
    [
      'a forbidden call',
      { kind: 'status', status: 403 },
      "The voice service doesn't allow this. An admin can find out more",
    ],
    [
      'an address that is not there',
      { kind: 'status', status: 404, body: notFound },
      "The voice service's URL has the wrong path. An admin can find out more with `/abilities doctor`.",
    ],
    [
      'a rate limit',
      { kind: 'status', status: 429, headers: { 'retry-after': '60' } },
      'The voice service is rate-limiting requests. Try again in 60 seconds.',
    ],
    ['a broken service', { kind: 'status', status: 500 }, 'The voice service returned an internal error. (ref '],
    ['a cut connection', { kind: 'reset' }, "The voice service can't be reached. (ref "],
    [
      'a web page',
      { kind: 'html' },
      "The voice service's URL returns a web page instead of an API response. An admin can find out more with `/abilities doctor`.",
    ],
    ['half an answer', { kind: 'truncated' }, 'The voice service sent an unexpected response.'],
    [
      'a redirect',
      { kind: 'redirect', location: 'https://elsewhere.example/' },
      "The voice service's URL redirects to another URL.",
    ],
    ['an answer of another shape', { kind: 'wrong-shape' }, 'The voice service sent an unexpected response.'],
    [
      'one field of another shape',
      { kind: 'wrong-shape', body: [{ id: 1, name: 'Weather', trigger_words: 7 }] },
      'The voice service sent an unexpected response.',
    ],
  ])('%s is a sentence with a number that the log knows, and the bot lives', async (_name, fault, words) => {
    house.service.faults.add({ match: {}, fault });
    await expectTrouble(house, words, () => house.service.faults.clear());
  });
});

/** Requests the list while the service fails, and again after it has recovered. */
async function expectTrouble(house: House, words: string, mend: () => void): Promise<void> {
  const ben = house.slack.as(house.slack.people.ben);
  const told = await hear(
    house,
    () => ben.command(''),
    ({ text }) => text.includes(words),
  );
  expect(told.ephemeralFor).toBe(house.slack.people.ben.id);
  const ref = /\(ref ([0-9a-f]{6})\)/.exec(told.text)?.[1];
  expect(house.logLines.filter((line) => line.includes(`"ref":"${ref}"`)).join()).toContain('"msg":"service error"');
  mend();
  await hear(
    house,
    () => ben.command(''),
    ({ ephemeralFor, text }) => ephemeralFor === told.ephemeralFor && text.includes('3 not installed'),
  );
}

test('a service that does not answer at all is a sentence too', async () => {
  const house = await open({ mode: 'http' });
  const slow = await startSlowService(house);
  const bot = await replaceBot(house, { service: slow.client });
  try {
    await expectTrouble(house, "The voice service isn't responding. (ref ", slow.stall(/./));
  } finally {
    await slow.close();
    await bot.stop();
    await house.close();
  }
});

test('a slow service is announced once, and the answer follows', async () => {
  const house = await open({ mode: 'http' });
  const { slack } = house;
  const slow = await startSlowService(house);
  const bot = await replaceBot(house, { service: slow.client, deadlines: { waitNotice: 10 } });
  try {
    const letGo = slow.hold(/get-/);
    const isNotice = ({ text }: Message) => text.startsWith('Still working on it…');
    const [ana, ben] = [slack.as(slack.people.ana), slack.as(slack.people.ben)];
    const notice = await hear(house, () => ana.command(''), isNotice);
    expect(notice.text).toBe('Still working on it… The answer will follow.');
    // Others get their answers in the meantime, on a busy machine after a notice of their own.
    for (const verb of ['show', 'help', 'agents']) {
      await hear(
        house,
        () => ben.command(`help ${verb}`),
        ({ text }) => text.startsWith(`\`/abilities ${verb}`),
      );
    }
    await hear(
      house,
      async () => letGo(),
      ({ text }) => text.includes('3 not installed'),
    );
    await hear(
      house,
      () => ben.command('help'),
      ({ text }) => text.includes('/abilities list'),
    );
    const ofAna = ({ ephemeralFor }: Message) => ephemeralFor === ana.person.id;
    expect(slack.transcript.messages.filter(isNotice).filter(ofAna)).toHaveLength(1);
  } finally {
    await slow.close();
    await bot.stop();
    await house.close();
  }
});

test('stopping waits for the work that is under way', async () => {
  const house = await open({ mode: 'http' });
  const { slack, bot } = house;
  try {
    const { letGo, until: released } = hold();
    slack.faults.add({ method: 'response_url', fault: { delayUntil: released } });
    expect(await slack.as(slack.people.ana).command('help')).toMatchObject({ acked: true });
    const isTold = () => slack.transcript.messages.some(({ text }) => text.includes('/abilities list'));
    const stopped = bot.stop().then(isTold);
    // By then the bot accepts no more requests.
    await until(() =>
      fetch(`http://127.0.0.1:${bot.port}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    letGo();
    expect(await stopped).toBe(true);
  } finally {
    await house.close();
  }
});
