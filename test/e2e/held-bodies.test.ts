import { request } from 'node:http';
import { startLocalSlack } from '@abilities-bot/local-slack';
import { expect, onTestFinished, test } from 'vitest';
import { readMemory } from '../bench/process-memory.ts';
import { forgedSignature, holdBodies } from '../proof/hold-bodies.ts';
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
])('a bot %s holds at most 16 MiB of bodies with a wrong signature, and goes on answering', async (_, start) => {
  const { pid, port } = await start();
  const before = await readMemory(pid);
  const count = 600;
  const fitting = Math.floor(AT_ONCE / LARGEST);
  const held = holdBodies(port, { count, bytes: LARGEST });
  onTestFinished(held.letGo);
  // A sender that is cut off while sending may not see the response.
  await until(() => held.open() <= fitting);
  expect(await statusOf(port, '/healthz')).toBe(200);
  expect(held.answers.filter((status) => status !== 503)).toEqual([]);
  const after = await readMemory(pid);
  expect(after.peakMib - before.nowMib).toBeLessThan(AT_ONCE / MIB + RUNTIME_MIB);
  // A whole one is read and rejected meanwhile.
  expect(await post(port, LARGEST)).toBe(401);
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

async function post(port: number, bytes: number): Promise<number> {
  const sent = { method: 'POST', headers: forgedSignature(), body: 'a'.repeat(bytes) };
  return (await fetch(`http://127.0.0.1:${port}/slack/events`, sent)).status;
}
