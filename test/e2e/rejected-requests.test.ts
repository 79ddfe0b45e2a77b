import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { HeldClock } from '../held-clock.ts';
import { scrape } from '../metrics/read-numbers.ts';
import { forgedSignature } from '../proof/hold-bodies.ts';
import { until } from '../until.ts';
import { startCloudHouse } from './start-cloud-house.ts';

const MINUTE_MS = 60_000;

test('requests that anybody can send are logged once, then counted each minute', async () => {
  const clock = new HeldClock(MINUTE_MS);
  const house = await startCloudHouse({ bot: { clock } });
  onTestFinished(house.close);
  const { bot, cloud, logLines } = house;
  const { port } = bot;
  const post = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', headers, body: '{}' });
  const raw = (line: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${line} HTTP/1.1\r\nhost: x\r\n\r\n`));
      socket.once('data', () => socket.destroy()).once('close', () => resolve());
    });
  const redirect = (query: string) => fetch(`http://127.0.0.1:${port}/slack/oauth_redirect${query}`);
  const madeUpCode = async () => {
    const page = await fetch(house.installUrl);
    const [cookie = ''] = page.headers.getSetCookie();
    const [, state = ''] = /state=([^;]+)/.exec(cookie) ?? [];
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect(
      (await fetch(`http://127.0.0.1:${port}/slack/oauth_redirect?code=made-up&state=${state}`, { headers })).status,
    ).toBe(502);
  };
  const flood = async () => {
    for (let count = 0; count < 3; count += 1) {
      await post({});
      await post(forgedSignature());
      await post({ ...forgedSignature(), 'x-slack-request-timestamp': '1' });
      await raw('POST //');
      await fetch(`http://127.0.0.1:${port}/nothing`);
      await redirect('');
      await madeUpCode();
    }
  };
  const REASONS = [
    'no-signature',
    'wrong-signature',
    'too-old',
    'invalid-url',
    'unknown-path',
    'oauth-no-code',
    'oauth-code',
  ];
  const since = (index: number) =>
    logLines
      .slice(index)
      .map((line): { level: number; reason?: string; count?: number } => JSON.parse(line))
      .filter(({ level, reason }) => level > 20 || reason !== undefined);
  const numbersOf = async () => {
    const numbers = await scrape(port);
    return REASONS.map((reason) => numbers.of(`abilities_rejected_requests_total{reason="${reason}"}`));
  };
  expect(await numbersOf()).toEqual(REASONS.map(() => 0));

  let from = logLines.length;
  await flood();
  const first = since(from);
  expect(first.map(({ reason }) => reason).toSorted()).toEqual(REASONS.toSorted());
  expect(first.filter(({ level, count }) => level >= 50 || count !== undefined)).toEqual([]);
  expect(await numbersOf()).toEqual(REASONS.map(() => 3));

  from = logLines.length;
  clock.letGo();
  await flood();
  const counted = since(from);
  expect(counted.map(({ reason }) => reason).toSorted()).toEqual(REASONS.toSorted());
  expect(counted.map(({ count }) => count)).toEqual(REASONS.map(() => 2));

  // A minute with three of each, and a quiet one. Then the next is logged again.
  clock.letGo();
  clock.letGo();
  from = logLines.length;
  await post({});
  expect(since(from)).toMatchObject([{ reason: 'no-signature' }]);
  cloud.faults.add({ method: 'oauth.v2.access', fault: { error: 'bad_client_secret' } });
  await madeUpCode();
  await until(() => since(from).length === 2);
  expect(since(from)[1]).toMatchObject({ level: 50, reason: 'oauth-failed' });
});
