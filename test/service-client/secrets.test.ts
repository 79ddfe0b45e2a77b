import { inspect } from 'node:util';
import { AbilityId, ReleaseId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catchServiceError } from './catch-service-error.ts';
import {
  drip,
  empty,
  file,
  html,
  json,
  redirect,
  reset,
  shortOfItsLength,
  silent,
  text,
  truncatedJson,
} from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { makeUpload } from './make-upload.ts';
import { createTestClient, KEY } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const echo = { detail: `The key ${KEY} is wrong`, [KEY]: [KEY], code: 'token_not_valid' };

/** Everything that a logger could print of a value, own and inherited, enumerable or not. */
function printAll(value: object): string {
  const shown = inspect(value, { depth: Infinity, showHidden: true, getters: true });
  return [shown, JSON.stringify(value), String(value), 'stack' in value ? value.stack : ''].join('\n');
}

test.each([
  ['401 that echoes the key', json(401, echo)],
  ['400 that echoes the key', json(400, echo)],
  ['400 with the key as a field', json(400, { [KEY]: [KEY] })],
  ['404 that echoes the key', json(404, echo)],
  ['429 that echoes the key', json(429, echo, { 'retry-after': '99' })],
  ['500 that echoes the key', json(500, echo, { 'retry-after': '99' })],
  ['text that echoes the key', text(400, `${'x'.repeat(295)} ${KEY}`)],
  ['rows that echo the key', json(200, [{ id: KEY, name: KEY }])],
  ['truncated JSON', truncatedJson(200)],
  ['empty', empty(200)],
  ['web page', html(200)],
  ['redirect that echoes the key', redirect(`http://127.0.0.1:1/${KEY}`)],
  ['reset', reset],
  ['silence', silent],
  ['drip', drip],
  ['body short of its length', shortOfItsLength(200)],
])('no error shows the key: %s', async (_answer, answer) => {
  server.script(answer, answer, answer, answer, answer, answer, answer, answer);
  const { client, calls, expire } = createTestClient(server.baseUrl);
  server.onStall = expire;
  const errors = [
    await catchServiceError(client.listAbilities()),
    await catchServiceError(client.uploadAbility(await makeUpload())),
  ];
  for (const error of errors) {
    expect(printAll(error)).not.toContain(KEY);
    // Not even in part: a sentence is redacted before it is truncated.
    expect(printAll(error)).not.toContain(KEY.slice(0, 4));
    expect(error.cause).toBeUndefined();
  }
  expect(calls.length).toBeGreaterThan(1);
  expect(printAll(calls)).not.toContain(KEY);
});

test.each([
  ['404 that echoes the key', json(404, echo)],
  ['405 that echoes the key', json(405, echo)],
  ['401 that echoes the key', json(401, echo)],
  ['429 that echoes the key', json(429, echo, { 'retry-after': '99' })],
  ['500 that echoes the key', json(500, echo, { 'retry-after': '99' })],
  ['row that echoes the key', json(200, { id: KEY, release_id: KEY })],
  ['file that echoes the key', file(Buffer.from(`PK\x03\x04${KEY}`))],
  ['redirect that echoes the key', redirect(`http://127.0.0.1:1/${KEY}`)],
  ['reset', reset],
  ['silence', silent],
])('no answer or error of a further route shows the key: %s', async (_answer, answer) => {
  server.script(...Array.from({ length: 12 }, () => answer));
  const { client, calls, expire } = createTestClient(server.baseUrl);
  server.onStall = expire;
  const { zip } = await makeUpload();
  const ends = await Promise.allSettled([
    client.findRelease(AbilityId.parse(1)),
    client.downloadPackage(AbilityId.parse(1), `${zip.path}-old`, 1024),
    client.updateRelease(ReleaseId.parse(1), zip, 'made up'),
    client.listReleases(AbilityId.parse(1)),
    client.enableRelease(ReleaseId.parse(1)),
  ]);
  for (const end of ends) expect(printAll(end)).not.toContain(KEY.slice(0, 4));
  expect(printAll(calls)).not.toContain(KEY);
});

test('no error shows the key when nobody listens', async () => {
  await server.close();
  const { client } = createTestClient(server.baseUrl);
  const error = await catchServiceError(client.getAbility(AbilityId.parse(1)));
  expect(printAll(error)).not.toContain(KEY);
  server = await startHostileServer();
});

test('the client itself does not show the key', () => {
  expect(printAll(createTestClient(server.baseUrl).client)).not.toContain(KEY);
});
