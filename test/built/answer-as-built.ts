/**
 * Starts the built bot and the built local service as processes, as the image does, and checks that they respond.
 * @example npm run build && npx tsx test/built/answer-as-built.ts .
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startLocalSlack } from '@abilities-bot/local-slack';
import * as z from 'zod';
import { UNHURRIED } from '../../packages/local-slack/test/unhurried.ts';
import { DECLARED_APP } from '../../packages/playground/src/declared-app.ts';

const PATIENCE_MS = 120_000;
const Ready = z.object({ port: z.number() });
const API_KEY = 'key-made-up-for-tests';
const folder = resolve(process.argv[2] ?? '.');
let passed = 0;
let failed = 0;

async function check(what: string, test: () => Promise<void>): Promise<void> {
  try {
    await test();
    passed += 1;
    process.stdout.write(`ok - ${what}\n`);
  } catch (error) {
    failed += 1;
    process.stdout.write(`not ok - ${what}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Runs a built file and resolves to the first line of its output that matches. */
async function start(args: string[], env: Record<string, string>, ready: RegExp): Promise<[ChildProcess, string]> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!ready.test(line)) continue;
    clearTimeout(timer);
    child.stdout.resume();
    return [child, line];
  }
  clearTimeout(timer);
  throw new Error(`${args[0]} ended before it was ready`);
}

async function stopsOnSigterm(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE_MS) });
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`it ended with ${code}`);
}

async function answers(url: string): Promise<void> {
  const { status } = await fetch(url);
  if (status !== 200) throw new Error(`${url} answered ${status}`);
}

const dataDir = await mkdtemp(join(tmpdir(), 'as-built-'));
const slack = await startLocalSlack({ ...DECLARED_APP, ...UNHURRIED });
const [service, line] = await start(
  ['dist/local-service/main.js', '--port', '0', '--data-dir', dataDir, '--seed', 'demo', '--api-key', API_KEY],
  {},
  /http:\/\//,
);
const baseUrl = /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? '';
const settings = {
  SLACK_BOT_TOKEN: slack.botToken,
  SLACK_API_URL: slack.apiUrl,
  SERVICE_BASE_URL: baseUrl,
  SERVICE_API_KEY: API_KEY,
  PORT: '0',
};

await check('the built service answers', () => answers(`${baseUrl}/healthz`));

for (const mode of ['Socket Mode', 'HTTP']) {
  const socket = mode === 'Socket Mode';
  const secret: Record<string, string> = socket
    ? { SLACK_APP_TOKEN: slack.appToken }
    : { SLACK_SIGNING_SECRET: slack.signingSecret };
  const [bot, ready] = await start(['dist/main.js'], { ...settings, ...secret }, /bot ready/);
  const { port } = Ready.parse(JSON.parse(ready));
  if (!socket) slack.useHttp(`http://127.0.0.1:${port}/slack/events`);
  await check(`the built bot is alive over ${mode}`, () => answers(`http://127.0.0.1:${port}/healthz`));
  await check(`the built bot answers /abilities over ${mode}`, async () => {
    const after = slack.transcript.revision;
    const { acked } = await slack.as(slack.people.ana).command('');
    if (!acked) throw new Error('the command was not acknowledged');
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await slack.nextMessage(({ text }) => text.includes('7 enabled · 2 disabled'), { after, signal });
  });
  await check(`the built bot stops on SIGTERM over ${mode}`, () => stopsOnSigterm(bot));
}

await check('the built doctor finds nothing wrong', async () => {
  const doctor = spawn(process.execPath, ['dist/doctor/main.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...settings, SLACK_APP_TOKEN: slack.appToken },
    stdio: 'inherit',
  });
  const [code] = await once(doctor, 'exit', { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (code !== 0) throw new Error(`it ended with ${code}`);
});
await check('the built service stops on SIGTERM', () => stopsOnSigterm(service));
await slack.close();
await rm(dataDir, { recursive: true, force: true });
process.stdout.write(`counted: ${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
