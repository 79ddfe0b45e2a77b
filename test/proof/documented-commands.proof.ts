import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { parseKeyRing } from '../../src/store/encryption.ts';
import { ROOT } from '../documents.ts';
import { makeFolder } from '../make-folder.ts';
import { databaseUrl } from '../store/postgresql-server.ts';
import { storeKinds } from '../store/stores.ts';

const SERVE = 'npm run service -- --port 4010 --data-dir ./data/service --seed demo --api-key KEY';
const PLAYGROUND = 'npm run playground';
const REPLICAS = 'npm run replicas';
const RANDOM_KEY = 'openssl rand -base64 32';
const KEY_NAME = 'echo "$KEY" | base64 -d | sha256sum | cut -c1-8';

/** The repository under another path, so that the data directories of the commands are not in it. */
async function checkOut(): Promise<string> {
  const folder = await makeFolder();
  await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'));
  for (const name of ['node_modules', 'packages', 'src', 'tsconfig.json'])
    await symlink(join(ROOT, name), join(folder, name));
  return folder;
}

/** Runs a command in a shell, with its whole process group until the test ends. */
function start(folder: string, command: string) {
  const { PATH, TMPDIR } = process.env;
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: folder,
    env: { PATH, TMPDIR, DATABASE_URL: databaseUrl('postgres') },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await closed;
  });
  return child;
}

async function run(folder: string, command: string): Promise<string> {
  const child = start(folder, command);
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect({ command, code: child.exitCode }).toEqual({ command, code: 0 });
  return output;
}

/** Resolves to the URL that a server prints when it is ready. */
async function startServer(folder: string, command: string): Promise<string> {
  for await (const line of createInterface({ input: start(folder, command).stdout })) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error(`"${command}" ended before it was ready.`);
}

/** Far more than they need to build the page and to start: other tests share the machine. */
const LONG = { timeout: 4 * 60_000 };

test('the local service', LONG, async () => {
  const url = await startServer(await checkOut(), SERVE.replace('4010', '0'));
  const headers = { 'X-API-KEY': 'KEY' };
  expect((await fetch(`${url}/api/capabilities/get-all-capabilities/`, { headers })).status).toBe(200);
});

test('the playground', LONG, async () => {
  const page = await fetch(await startServer(await checkOut(), `${PLAYGROUND} -- --port 0`));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<title>abilities-bot playground</title>');
});

test.runIf(storeKinds.includes('postgresql'))('the playground with several bots', LONG, async () => {
  const folder = await checkOut();
  const output: string[] = [];
  for await (const line of createInterface({ input: start(folder, `${REPLICAS} -- --port 0`).stdout })) {
    output.push(line);
    if (line.startsWith('Press Ctrl+C')) break;
  }
  const [url = ''] = /http:\S+\d/.exec(output.join('\n')) ?? [];
  expect(await (await fetch(url)).text()).toContain('<title>abilities-bot playground</title>');
  const bots = output.flatMap((line) => /^ {2}bot \d: PID (\d+), port (\d+)/.exec(line)?.slice(1) ?? []);
  expect(new Set(bots).size).toBe(6);
  for (const port of bots.filter((_, index) => index % 2 === 1)) {
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  }
  const [pid] = bots;
  expect(output.join('\n')).toContain(`Kill one with “kill -9 ${pid}”`);
});

test('a random key', async () => {
  const key = await run(await makeFolder(), RANDOM_KEY);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
});

test('the name of a key', async () => {
  const key = Buffer.alloc(32, 'a made-up key').toString('base64');
  const name = await run(await makeFolder(), KEY_NAME.replace('$KEY', key));
  expect(name).toBe(`${parseKeyRing(key).first.id}\n`);
});
