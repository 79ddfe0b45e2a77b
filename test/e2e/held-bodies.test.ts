import { request } from 'node:http';
import { startLocalSlack } from '@abilities-bot/local-slack';
import { expect, onTestFinished, test } from 'vitest';
import { readMemory } from '../bench/process-memory.ts';
import { multiEnv } from '../environments.ts';
import { holdBodies } from '../proof/hold-bodies.ts';
import { runMain } from '../run-main.ts';
import { until } from '../until.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
/** The limit given in docs/security.md. */
const LARGEST = 512 * KIB;
const AT_ONCE = 32 * MIB;
/** A freshly started runtime allocates some for itself. Unbounded, 200 bodies of 4 MB would take 800. */
const RUNTIME_MIB = 60;

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

const startMany = () => startWith({ ...multiEnv, SERVICE_BASE_URL: 'http://127.0.0.1:9' });

async function startWith(settings: Record<string, string>): Promise<{ pid: number; port: number }> {
  const bot = await runMain({ ...settings, PORT: '0', HOST: '127.0.0.1' });
  const { port = 0 } = await bot.logged('the bot is ready');
  return { pid: bot.pid, port };
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

test.each(['content-length', 'chunked'] as const)('a body over 512 kB is refused: %s', async (announced) => {
  const { pid, port } = await startMany();
  const before = await readMemory(pid);
  const held = holdBodies(port, { count: 60, bytes: 4 * MIB, announced });
  onTestFinished(held.letGo);
  // A sender that is cut off while sending may not see the response.
  await until(() => held.open() === 0);
  expect(held.answers.filter((status) => status !== 413)).toEqual([]);
  const after = await readMemory(pid);
  expect(after.peakMib - before.nowMib).toBeLessThan(AT_ONCE / MIB + RUNTIME_MIB);
});

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
