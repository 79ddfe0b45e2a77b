import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { readMemory } from '../bench/process-memory.ts';
import { testLargeBodies } from '../e2e/large-bodies.ts';
import { multiEnv } from '../environments.ts';
import { runMain } from '../run-main.ts';
import { until } from '../until.ts';
import { holdBodies } from './hold-bodies.ts';

const ROUNDS = 3;
/** 16 MiB of bodies, what was dropped and is not yet collected, a thousand connections, and the runtime's own memory. */
const MAX_MIB = 160;

test('1,500 connections with bodies that never end: memory stays bounded, each is ended, and Slack is answered afterwards', async () => {
  const bot = await runMain({ ...multiEnv, SERVICE_BASE_URL: 'http://127.0.0.1:9', PORT: '0', HOST: '127.0.0.1' });
  const { port = 0 } = await bot.logged('bot ready');
  const before = await readMemory(bot.pid);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const large = holdBodies(port, { count: 300, bytes: 500_000 });
    const small = holdBodies(port, { count: 1200, bytes: 20_000 });
    onTestFinished(large.letGo);
    onTestFinished(small.letGo);
    // The bot ends requests that are incomplete after its timeout; the sender never releases them.
    await until(() => large.open() + small.open() === 0);
    const statuses = new Set([...large.answers, ...small.answers]);
    expect([...statuses].filter((status) => status !== 408 && status !== 503)).toEqual([]);
    const { nowMib, peakMib } = await readMemory(bot.pid);
    process.stdout.write(`round ${round}: ${nowMib.toFixed(0)} MiB now, ${peakMib.toFixed(0)} MiB at most\n`);
    expect(peakMib - before.nowMib).toBeLessThan(MAX_MIB);
    expect(await postSigned(port)).toBe(200);
  }
});

testLargeBodies('chunked');

/** Sends Slack's first request. Resolves to the response status. */
async function postSigned(port: number): Promise<number> {
  const body = JSON.stringify({ type: 'url_verification', challenge: 'said again' });
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', multiEnv.SLACK_SIGNING_SECRET).update(`v0:${time}:${body}`).digest('hex');
  const signature = { 'x-slack-request-timestamp': String(time), 'x-slack-signature': `v0=${digest}` };
  const headers = { 'content-type': 'application/json', ...signature };
  return (await fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', body, headers })).status;
}
