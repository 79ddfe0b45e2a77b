import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { DOCUMENTS, ROOT } from './documents.ts';
import { makeFolder } from './make-folder.ts';
import { databaseUrl } from './store/postgresql-server.ts';
import { storeKinds } from './store/stores.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The commands of the sh blocks, without comments. Those two pages are for developers, who run the commands every day. */
const documented = new Set(
  DOCUMENTS.filter((path) => path !== 'CONTRIBUTING.md' && path !== 'BENCHMARKS.md')
    .flatMap((path) => [...read(path).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)])
    .flatMap(([, block = '']) => block.split(/\n|&&/).map((line) => line.replace(/\s+#.*$/, '').trim()))
    .filter((line) => line !== ''),
);

const SERVE = 'npm run service -- --port 4010 --data-dir ./data/service --seed demo --api-key KEY';
const PLAYGROUND = 'npm run playground';
const REPLICAS = 'npm run replicas';
const RANDOM_KEY = 'openssl rand -base64 32';

/** Run by the tests below, with a free port. */
const RUN_HERE = [SERVE, PLAYGROUND, REPLICAS, RANDOM_KEY];

/** Needs Docker, which is not available everywhere: `.ci/run` runs the steps of the Dockerfile without it. */
const AS_IN_IMAGE = ['.ci/run', "step 'a build as in the image' build_as_image"];

/** Runs the commands of the local service compiled, without npm and tsx. */
const COMMAND_LINE = 'packages/local-service/test/command-line.test.ts';

/** Where the other commands are run: a file and the text in it that runs them. */
const RUN_ELSEWHERE: Record<string, string[]> = {
  'npm ci': ['.ci/run', "step 'npm ci' npm ci"],
  'npm test': ['.ci/run', 'npm test -- --reporter'],
  'npm run build': ['.ci/run', "step 'npm run build' npm run build"],
  'npm run playground -- --tour': ['.ci/run', 'npm run playground -- --tour'],
  'npm start': ['test/build/run-built.test.ts', "['start', 'main.js']"],
  'npm run doctor': ['test/build/run-built.test.ts', "['doctor', 'doctor/main.js']"],
  'npm run reencrypt': ['test/build/run-built.test.ts', "['reencrypt', 'reencrypt/main.js']"],
  'npm run service -- --seed demo': [COMMAND_LINE, "'--seed', 'demo'"],
  'npm run service -- --help': [COMMAND_LINE, "runMain(['--help'])"],
  'npm run service -- keys create': [COMMAND_LINE, "'keys', 'create'"],
  'npm run service -- keys create --data-dir ./data/service': [COMMAND_LINE, "'keys', 'create', ...at"],
  'npm run service -- keys list --data-dir ./data/service': [COMMAND_LINE, "'keys', 'list', ...at"],
  'pg_dump --format=custom --file=bot.dump "$DATABASE_URL"': ['test/store/backup.test.ts', 'run(BACKUP)'],
  'pg_restore --clean --if-exists --dbname="$DATABASE_URL" bot.dump': ['test/store/backup.test.ts', 'run(RESTORE)'],
  'docker build -t abilities-bot .': AS_IN_IMAGE,
  'docker run --env-file .env -p 3000:3000 -v abilities-bot:/data abilities-bot': [
    'test/built/answer-as-built.ts',
    "['dist/main.js']",
  ],
  'docker run -p 4010:3000 abilities-bot node dist/local-service/main.js --host 0.0.0.0 --port 3000 --data-dir /data --seed demo':
    ['test/built/answer-as-built.ts', "'dist/local-service/main.js'"],
};

test('every command in an sh block is run somewhere', () => {
  expect([...documented].toSorted()).toEqual([...RUN_HERE, ...Object.keys(RUN_ELSEWHERE)].toSorted());
  for (const [command, [file = '', words = '']] of Object.entries(RUN_ELSEWHERE)) {
    expect(read(file), command).toContain(words);
  }
});

test('every npm script that the documents name exists', () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
  const named = DOCUMENTS.flatMap((path) => [...read(path).matchAll(/\bnpm (?:run ([\w-]+)|(start|test)\b)/g)]);
  const names = new Set(named.map(([, script, other]) => script ?? other ?? ''));
  expect(names.size).toBeGreaterThan(8);
  expect([...names].filter((name) => !(name in scripts))).toEqual([]);
});

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
