import { request } from 'node:http';
import { startLocalSlack } from '@abilities-bot/local-slack';
import { expect, onTestFinished, test } from 'vitest';
import { readMemory } from '../bench/process-memory.ts';
import { holdBodies } from '../proof/hold-bodies.ts';
import { until } from '../until.ts';
import { AT_ONCE, KIB, MIB, RUNTIME_MIB, startMany, startWith, testLargeBodies } from './large-bodies.ts';

/** The limit given in docs/security.md. */
const LARGEST = 512 * KIB;

async function startOne(): Promise<{ pid: number; port: number }> {
  const slack = await startLocalSlack();
  onTestFinished(() => slack.close());
  return startWith({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SERVICE_API_KEY: 'key-made-up-for-tests',
  });
}

const statusOf = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

test.each([
  ['of one workspace', startOne],
  ['of many workspaces', startMany],
])('a bot %s holds at most 32 MiB of bodies without a signature, and goes on answering', async (_, start) => {
  const { pid, port } = await start();
  const before = await readMemory(pid);
  const count = 200;
  const fitting = Math.floor(AT_ONCE / LARGEST);
  const held = holdBodies(port, { count, bytes: LARGEST });
  onTestFinished(held.letGo);
  await until(() => held.answers.length >= count - fitting);
  expect(await statusOf(port, '/healthz')).toBe(200);
  expect(held.answers).toEqual(Array.from({ length: count - fitting }, () => 503));
  const after = await readMemory(pid);
  expect(after.peakMib - before.nowMib).toBeLessThan(AT_ONCE / MIB + RUNTIME_MIB);
  // Released bodies make room again.
  held.letGo();
  await until(async () => (await post(port, LARGEST)) === 401);
});

// In chunks: test/proof/held-bodies.proof.ts.
testLargeBodies('content-length');

test.each(['/slack/install', '/slack/oauth_redirect', '/healthz', '/nothing'])(
  'a large body to %s too',
  async (path) => {
    const { port } = await startMany();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, headers: { 'content-length': LARGEST + 1 } }, (answer) => {
        resolve(answer.statusCode);
        sent.destroy();
      });
      sent.once('error', reject);
      sent.flushHeaders();
    });
    expect(status).toBe(413);
  },
);

const post = async (port: number, bytes: number) =>
  (await fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', body: 'a'.repeat(bytes) })).status;
