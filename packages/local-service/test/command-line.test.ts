import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { manageCredentials } from '../src/cli/manage-credentials.ts';
import { parseCommand, USAGE } from '../src/cli/parse-command.ts';
import { LIE_NAMES, LIES } from '../src/faults/lies.ts';
import { StartError } from '../src/start-error.ts';
import { abilityRows, agentRows, makeCaller, request, rowNamed } from './caller.ts';
import { runMain, startProcess } from './service-process.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
});
afterEach(() => directory.remove());

const LIST = '/api/capabilities/get-all-capabilities/';

/** Runs a command about keys or sessions in this process. @returns what it prints. */
async function manageHere(args: readonly string[]): Promise<string> {
  const command = parseCommand(args);
  if (command.verb === 'help' || command.verb === 'run') throw new Error('This command has a process of its own.');
  const lines: string[] = [];
  await manageCredentials(command, (line) => void lines.push(`${line}\n`));
  return lines.join('');
}

describe('running the service', () => {
  test('with --seed demo and --api-key it prints one line, and works', async () => {
    const key = ['--api-key', 'key-made-up-for-tests'];
    const args = ['--data-dir', directory.path, '--seed', 'demo', ...key, '--show-assignments'];
    const service = await startProcess(args);
    expect(service.output).toBe(`The local service is ready at ${service.baseUrl}\n`);
    const caller = makeCaller(service.baseUrl, 'key-made-up-for-tests');
    expect(await abilityRows(caller)).toHaveLength(12);
    expect(rowNamed(await agentRows(caller), 'Echo').matching_capabilities).toHaveLength(3);
    const { code, stderr } = await service.stop('SIGTERM');
    expect(code).toBe(0);
    expect(stderr).not.toContain('key-made-up-for-tests');
  });

  test('without a key it makes one and shows it once', async () => {
    const first = await startProcess(['--data-dir', directory.path]);
    const [, key = ''] = /\(shown only once\): (\S+)\n/.exec(first.output) ?? [];
    expect((await makeCaller(first.baseUrl, key).get(LIST)).status).toBe(200);
    expect((await first.stop('SIGINT')).code).toBe(0);
    const second = await startProcess(['--data-dir', directory.path]);
    expect(second.output).toBe(`The local service is ready at ${second.baseUrl}\n`);
    await second.stop('SIGTERM');
  });

  test('a request under way is finished before it stops', async () => {
    const service = await startProcess(['--data-dir', directory.path, '--api-key', 'key-made-up-for-tests']);
    const body = '{"capability_ids": [1]}';
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    const head = [
      'POST /api/capabilities/delete-capability/ HTTP/1.1',
      'Host: localhost',
      'X-API-KEY: key-made-up-for-tests',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    // "100 Continue" means that the service has the request and waits for its body.
    await once(socket, 'data');
    const answer = text(socket);
    const stopped = service.stop('SIGTERM');
    await service.logged('stopping');
    socket.write(body);
    expect(await answer).toContain('{"detail":"Not on this account: 1."}');
    expect((await stopped).code).toBe(0);
  });
});

test('--help shows how to use it', async () => {
  expect(await runMain(['--help'])).toEqual({ code: 0, stdout: `${USAGE}\n`, stderr: '' });
});

describe('--lie', () => {
  test('may be repeated, and late-truth takes seconds', () => {
    const args = ['--lie', 'lost-words', '--lie', 'late-truth=0.5', '--lie', 'delete-nothing'];
    expect(parseCommand(args).options.lie).toEqual([
      { lie: 'lost-words' },
      { lie: 'late-truth', lateMs: 500 },
      { lie: 'delete-nothing' },
    ]);
  });

  test('is told from the start', async () => {
    const key = ['--api-key', 'key-made-up-for-tests'];
    const args = ['--data-dir', directory.path, '--seed', 'demo', ...key, '--show-assignments'];
    const service = await startProcess([...args, '--lie', 'delete-nothing']);
    const caller = makeCaller(service.baseUrl, 'key-made-up-for-tests');
    const [first] = await abilityRows(caller);
    const body = { capability_ids: [first?.id] };
    expect((await caller.sendJson('POST', '/api/capabilities/delete-capability/', body)).status).toBe(200);
    expect(await abilityRows(caller)).toHaveLength(12);
    await service.stop('SIGTERM');
  });

  test('each is described in the help and in the documents', async () => {
    const page = await readFile(new URL('../../../docs/local-service.md', import.meta.url), 'utf8');
    for (const name of LIE_NAMES) {
      expect(USAGE).toContain(LIES[name]);
      expect(page).toContain(`| \`${name}\` | ${LIES[name]} |`);
    }
  });
});

describe('keys and sessions', () => {
  test('create, list and revoke work beside a running service', { timeout: 60_000 }, async () => {
    const service = await startProcess(['--data-dir', directory.path]);
    const at = ['--data-dir', directory.path, '--account', 'second'];
    const key = (await runMain(['keys', 'create', ...at])).stdout.trim();
    const caller = makeCaller(service.baseUrl, key);
    expect((await caller.get(LIST)).status).toBe(200);

    const list = await manageHere(['keys', 'list', ...at]);
    expect(list).toContain(`…${key.slice(-4)}  created `);
    expect(list).not.toContain(key);
    const id = z.string().parse(list.split(' ')[0]);
    expect(await manageHere(['keys', 'revoke', id, ...at])).toBe(`Revoked key ${id} of the account "second".\n`);
    expect((await caller.get(LIST)).status).toBe(401);

    const again = await runMain(['keys', 'revoke', id, ...at]);
    expect(again).toMatchObject({
      code: 1,
      stderr: `The account "second" has no active key ${id}.\n`,
    });

    const token = (await manageHere(['sessions', 'create', ...at])).trim();
    const headers = { Authorization: `Bearer ${token}` };
    expect((await request(`${service.baseUrl}${LIST}`, { headers })).status).toBe(200);
    await service.stop('SIGTERM');
  });

  test.each([[['keys', 'list']], [['keys', 'revoke', '1']]])('%j on a mistyped folder makes none', async (words) => {
    const mistyped = join(directory.path, 'servcie');
    await expect(manageHere([...words, '--data-dir', mistyped])).rejects.toThrow(
      new StartError(`No local service data in ${mistyped}. Check --data-dir.`),
    );
    expect(await readdir(directory.path)).toEqual([]);
  });
});

describe('a start that fails is a sentence, not a stack trace', () => {
  test('a used port', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = z.object({ port: z.number() }).parse(holder.address());
    const { code, stderr, stdout } = await runMain(['--data-dir', directory.path, '--port', String(port)]);
    holder.close();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`Port ${port} on 127.0.0.1 is already in use. Choose another --port.\n`);
  });

  test('a data directory that is a file', async () => {
    const { code, stderr } = await runMain(['--data-dir', '/dev/null/service']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Cannot use the data directory \/dev\/null\/service \(.*\)\. Choose another --data-dir\.\n$/,
    );
  });

  test.each([
    [['--port', 'abc'], '--port must be a number from 0 to 65535.'],
    [['--port', '70000'], '--port must be a number from 0 to 65535.'],
    [['--seed', 'other'], '--seed must be demo or large.'],
    [['--api-key', 'two words'], '--api-key must be printable ASCII without spaces, because it is sent in a header.'],
    [['--assignment', 'csv'], '--assignment must be both, json-only or multipart-only.'],
    [['--lie', 'white'], '--lie must be one of: assign-nothing, '],
    [['--lie', 'lost-words=3'], '--lie must be one of: assign-nothing, '],
    [['--lie', 'late-truth=soon'], '--lie must be one of: assign-nothing, '],
    [['--port', 'x', '--seed', 'y'], '--port must be a number from 0 to 65535. --seed must be demo or large.'],
    [['frobnicate'], 'Unknown command "frobnicate".'],
    [['keys'], 'Unknown command "keys".'],
    [['keys', 'revoke'], 'keys revoke needs the ID of one key; keys list shows it.'],
    [['keys', 'revoke', 'abc'], 'keys revoke needs the ID of one key; keys list shows it.'],
  ])('%j', (args, message) => {
    expect(() => parseCommand(args)).toThrow(message);
  });

  test('an unknown option, on the command line itself', async () => {
    const { code, stderr } = await runMain(['--bogus']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Unknown option '--bogus'.*\nSee --help\.\n$/s);
  });
});
