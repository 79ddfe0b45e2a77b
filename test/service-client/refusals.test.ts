import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServiceClient } from '../../src/service/client.ts';
import { installed } from '../core/rows.ts';
import { catchServiceError } from './catch-service-error.ts';
import { empty, html, json, text, truncatedJson } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient, KEY } from './test-client.ts';

const ROW = installed({ id: 901 });
const ON = { enabled: false, triggerWords: ['weather'] };

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const failWith = (...answers: Parameters<HostileServer['script']>) => {
  server.script(...answers);
  return catchServiceError(createTestClient(server.baseUrl).client.listInstalledAbilities());
};

test.each([
  [401, 'unauthorized', 'UnauthorizedError'],
  [403, 'unauthorized', 'UnauthorizedError'],
  [404, 'misconfigured-base-url', 'MisconfiguredBaseUrlError'],
  [400, 'invalid-request', 'InvalidRequestError'],
  [405, 'invalid-request', 'InvalidRequestError'],
  [409, 'invalid-request', 'InvalidRequestError'],
  [413, 'invalid-request', 'InvalidRequestError'],
  [415, 'invalid-request', 'InvalidRequestError'],
  [422, 'invalid-request', 'InvalidRequestError'],
])('status %i is %s', async (status, kind, name) => {
  const error = await failWith(json(status, { detail: 'No.' }));
  expect(error).toMatchObject({ kind, name, status, endpoint: 'list installed Abilities', detail: 'No.' });
  expect(error.message).toBe(String(error.message).trim());
  expect(error.message).toContain('No.');
  expect(server.seen).toHaveLength(1);
});

test('token_not_valid is distinguished from a missing credential', async () => {
  const invalid = { detail: 'Given token not valid for any token type', code: 'token_not_valid', messages: [] };
  expect(await failWith(json(401, invalid))).toMatchObject({ tokenNotValid: true, detail: invalid.detail });
  const missing = { detail: 'Authentication credentials were not provided.' };
  expect(await failWith(json(401, missing))).toMatchObject({ tokenNotValid: false, detail: missing.detail });
});

test.each([
  'Ability with same name already exists',
  'an ability with THE SAME NAME already exists.',
  'Capability with this name already exists',
])('"%s" means that the name is taken', async (detail) => {
  expect(await failWith(json(400, { detail }))).toMatchObject({ kind: 'name-taken', status: 400, detail });
});

test('a field error about the name can mean that it is taken', async () => {
  const error = await failWith(json(400, { name: ['capability with this name already exists.'] }));
  expect(error).toMatchObject({ kind: 'name-taken', detail: 'name: capability with this name already exists.' });
});

test.each([['Installed Ability does not exist'], ['main.py file not found'], ['name: This field may not be blank.']])(
  '"%s" does not',
  async (detail) => {
    expect(await failWith(json(400, { detail }))).toMatchObject({ kind: 'invalid-request', detail });
  },
);

test.each([
  ['a list in detail', json(400, { detail: ['One.', 'Two.', 'One.'] }), 'One.; Two.'],
  ['an object in detail', json(400, { detail: { name: ['Too long.'] } }), 'name: Too long.'],
  ['null in detail', json(400, { detail: null }), null],
  ['message', json(400, { success: false, message: 'No.' }), 'No.'],
  ['a string in error', json(400, { error: 'No.' }), 'No.'],
  ['an object in error', json(400, { error: { code: 'E1', message: 'No.' } }), 'No.'],
  ['true in error', json(400, { error: true, message: 'No.' }), 'No.'],
  ['null', json(400, null), null],
  ['a number', json(400, 7), null],
  ['a JSON string', json(400, 'No.'), 'No.'],
  ['a bare list', json(400, ['No.', { name: ['Too long.'] }]), 'No.; name: Too long.'],
  [
    'field errors',
    json(400, { name: ['Blank.'], zip_file: ['Missing.', 'Sorry.'] }),
    'name: Blank.; zip_file: Missing.; Sorry.',
  ],
  ['non-field errors', json(400, { non_field_errors: ['No.'] }), 'No.'],
  ['an empty object', json(400, {}), null],
  ['plain text', text(400, 'Bad\r\n Request\n', { 'content-type': 'text/plain' }), 'Bad Request'],
  ['a web page', html(400), null],
  ['truncated JSON', truncatedJson(400), null],
  ['an empty body', empty(400), null],
  ['marks that turn the writing direction', json(400, { detail: 'a\u202Eb\u0000c' }), 'a b c'],
  ['a nest without end', text(400, `${'['.repeat(50_000)}${']'.repeat(50_000)}`), null],
])('reads the sentence from %s', async (_shape, answer, detail) => {
  expect(await failWith(answer)).toMatchObject({ kind: 'invalid-request', status: 400, detail });
});

test('bounds the sentence and cuts no character in half', async () => {
  const { detail } = await failWith(json(400, { detail: `${'x'.repeat(298)}${'😀'.repeat(50)}` }));
  expect(detail).toBe(`${'x'.repeat(298)}…`);
});

test.each([
  ['a web page with status 200', html(200), 'misconfigured-base-url'],
  ['a web page with status 404', html(404), 'misconfigured-base-url'],
  ['a web page without its type', text(200, '\n<!doctype html><p>Hi</p>'), 'misconfigured-base-url'],
  ['an empty body', empty(200), 'unreadable-answer'],
  ['no content', empty(204), 'unreadable-answer'],
  ['truncated JSON', truncatedJson(200), 'unreadable-answer'],
  ['plain text', text(200, 'OK'), 'unreadable-answer'],
  ['null', json(200, null), 'unreadable-answer'],
])('a read answered with %s is %s', async (_shape, answer, kind) => {
  expect(await failWith(answer)).toMatchObject({
    kind,
    ...(kind === 'unreadable-answer' ? { field: null } : { reason: 'html' }),
  });
});

test('names the field that cannot be read', async () => {
  const error = await failWith(
    json(200, [
      { id: 1, name: 'Weather' },
      { id: 2, name: 'Radio', trigger_words: [7] },
    ]),
  );
  expect(error).toMatchObject({ kind: 'unreadable-answer', status: 200, field: '1.trigger_words' });
});

test.each([
  ['a list', (client: ServiceClient) => client.listAgents(), { kind: 'misconfigured-base-url', reason: 'not-found' }],
  [
    'a list',
    (client: ServiceClient) => client.listAbilities(),
    { kind: 'misconfigured-base-url', reason: 'not-found' },
  ],
  ['a row', (client: ServiceClient) => client.setInstalledAbility(ROW, ON), { kind: 'not-found' }],
])('a JSON 404 for %s', async (_what, call, error) => {
  const { client } = createTestClient(server.baseUrl);
  server.script(json(404, { detail: 'Not found.' }));
  expect(await catchServiceError(call(client))).toMatchObject(error);
});

const TRACE = `Traceback (most recent call last):
  File "/srv/app/views.py", line 12, in get
    raise ValueError("bad")
ValueError: bad`;

describe('what people are told of an answer that shows the inside of the service', () => {
  test.each([
    [{ detail: TRACE }, null],
    [{ detail: `The name is too long.\n${TRACE}` }, 'The name is too long.'],
    [{ detail: 'Failed\n    at Object.run (/srv/app/index.js:1:2)\n    at main' }, 'Failed'],
    [{ detail: 'File "/srv/app/views.py", line 12, in get' }, null],
    [{ error: '<!doctype html><html><body><h1>Server Error</h1></body></html>' }, null],
    [{ message: 'Bad request <pre>secret of the house</pre>' }, 'Bad request'],
    [{ name: ['Use at most 3 < 4 letters.'] }, 'name: Use at most 3 < 4 letters.'],
    [TRACE, null],
  ])('%j', async (body, detail) => {
    const { client } = createTestClient(server.baseUrl);
    server.script((response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    const error = await catchServiceError(client.setInstalledAbility(ROW, ON));
    expect(error.detail).toBe(detail);
    expect(error.message).not.toContain('views.py');
  });

  test('the log has its beginning, on one line and without the key', async () => {
    const { client } = createTestClient(server.baseUrl);
    server.script(json(400, { detail: `${TRACE}\nkey ${KEY} ${'x'.repeat(5000)}` }));
    const { excerpt } = await catchServiceError(client.setInstalledAbility(ROW, ON));
    expect(excerpt).toContain('views.py');
    expect(excerpt).not.toContain(KEY);
    expect(excerpt).not.toContain('\n');
    expect(excerpt?.length).toBe(1000);
  });
});
