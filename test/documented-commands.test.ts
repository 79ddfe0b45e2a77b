import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { DOCUMENTS, ROOT } from './documents.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The commands of the sh blocks, without comments. Those two pages are for developers, who run the commands every day. */
const documented = new Set(
  DOCUMENTS.filter((path) => path !== 'CONTRIBUTING.md' && path !== 'BENCHMARKS.md')
    .flatMap((path) => [...read(path).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)])
    .flatMap(([, block = '']) => block.split(/\n|&&/).map((line) => line.replace(/\s+#.*$/, '').trim()))
    .filter((line) => line !== ''),
);

/** Needs Docker, which is not available everywhere: `.ci/run` runs the steps of the Dockerfile without it. */
const AS_IN_IMAGE = ['.ci/run', "step 'a build as in the image' build_as_image"];

/** Runs the commands of the local service compiled, without npm and tsx. */
const COMMAND_LINE = 'packages/local-service/test/command-line.test.ts';

/** Starts what the documents start, through npm and tsx. */
const STARTED = 'test/proof/documented-commands.proof.ts';
const SERVE = 'npm run service -- --port 4010 --data-dir ./data/service --seed demo --api-key KEY';
const REPLICAS = 'npm run replicas';
const RANDOM_KEY = 'openssl rand -base64 32';
const KEY_NAME = 'echo "$KEY" | base64 -d | sha256sum | cut -c1-8';

/** Where each command is run: a file and the text in it that runs it. */
const RUN_IN: Record<string, string[]> = {
  [SERVE]: [STARTED, SERVE],
  [REPLICAS]: [STARTED, REPLICAS],
  [RANDOM_KEY]: [STARTED, RANDOM_KEY],
  [KEY_NAME]: [STARTED, KEY_NAME],
  'npm run playground': [STARTED, "'npm run playground'"],
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
  'docker build --build-arg NODE_IMAGE=node:24-slim@sha256:… -t abilities-bot .': AS_IN_IMAGE,
  'docker run --env-file .env -p 3000:3000 -v abilities-bot:/data abilities-bot': [
    'test/built/answer-as-built.ts',
    "['dist/main.js']",
  ],
  'docker run -p 4010:3000 abilities-bot node dist/local-service/main.js --host 0.0.0.0 --port 3000 --data-dir /data --seed demo':
    ['test/built/answer-as-built.ts', "'dist/local-service/main.js'"],
};

test('every command in an sh block is run somewhere', () => {
  expect([...documented].toSorted()).toEqual(Object.keys(RUN_IN).toSorted());
  for (const [command, [file = '', words = '']] of Object.entries(RUN_IN)) {
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
