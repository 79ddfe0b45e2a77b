import { AbilityId, ReleaseId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leavesOutcomeOpen } from '../../src/service/errors.ts';
import { catchServiceError } from './catch-service-error.ts';
import { empty, html, json, redirect, reset, silent, text, truncatedJson } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const open = () => {
  const opened = createTestClient(server.baseUrl);
  server.onStall = opened.expire;
  return opened;
};

describe('listing releases', () => {
  const list = () => open().client.listReleases(AbilityId.parse(6403));

  test('asks by the ID of the Ability, and answers newest first', async () => {
    server.script(json(200, [{ id: 7, version: 1 }, { id: 9, is_user_enabled: true }, { id: 8 }]));
    const { client, calls } = open();
    expect(await client.listReleases(AbilityId.parse(6403))).toMatchObject([
      { id: 9, isEnabled: true },
      { id: 8, isEnabled: null },
      { id: 7, version: 1 },
    ]);
    expect(server.seen).toMatchObject([{ method: 'GET', url: '/api/capabilities/list/capability-releases/6403/' }]);
    expect(calls).toMatchObject([{ endpoint: 'list releases', status: 200, outcome: 'ok' }]);
  });

  test('omits a row that it cannot read', async () => {
    server.script(json(200, { releases: [{ id: 7 }, { id: null }] }));
    expect(await list()).toMatchObject([{ id: 7 }]);
  });

  test.each([
    ['a 404', json(404, { detail: 'Not found.' })],
    ['a 404 as a web page', html(404)],
    ['a 405', json(405, { detail: 'Method "GET" not allowed.' })],
    ['a redirect', redirect('/elsewhere/')],
    ['a login page', html(200)],
    ['no content', empty(204)],
    ['truncated JSON', truncatedJson(200)],
    ['an object without a list', json(200, { detail: 'ok' })],
  ])('%s means that it is not offered, and is asked once', async (_answer, answer) => {
    server.script(answer);
    expect(await list()).toBeNull();
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    ['a 5xx', json(502, {}), { reason: 'server-error', status: 502 }],
    ['a lost connection', reset, { reason: 'network' }],
    ['silence', silent, { reason: 'timeout' }],
  ])('%s is an error, after three tries', async (_answer, answer, facts) => {
    server.script(answer, answer, answer);
    expect(await catchServiceError(list())).toMatchObject({ kind: 'unavailable', ...facts });
    expect(server.seen).toHaveLength(3);
  });
});

describe('enabling a release', () => {
  const enable = () => open().client.enableRelease(ReleaseId.parse(12));

  test('names it in the path, whatever the answer looks like', async () => {
    server.script(json(200, { detail: 'Release enabled.' }), empty(204), text(200, 'OK'));
    const { client, calls } = open();
    for (const _answer of [1, 2, 3]) await client.enableRelease(ReleaseId.parse(12));
    expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/api/capabilities/enable/release/12/' });
    expect(calls[0]).toMatchObject({ endpoint: 'enable release', status: 200, outcome: 'ok' });
  });

  test.each([
    ['a 404', json(404, { detail: 'Release not found.' }), { status: 404, detail: 'Release not found.' }],
    ['a 404 as a web page', html(404), { status: 404 }],
    ['a 405', json(405, {}), { status: 405 }],
    ['a redirect', redirect('/elsewhere/'), { status: 301 }],
    ['a redirect that keeps the method', redirect('/elsewhere/', 307), { status: 307 }],
  ])('%s means that it is not offered, and nothing is open', async (_answer, answer, facts) => {
    server.script(answer);
    const error = await catchServiceError(enable());
    expect(error).toMatchObject({ kind: 'not-found', endpoint: 'enable release', ...facts });
    expect(leavesOutcomeOpen(error)).toBe(false);
    expect(server.seen).toHaveLength(1);
  });

  test('is sent again after a lost answer', async () => {
    server.script(reset, json(200, {}));
    await enable();
    expect(server.seen).toHaveLength(2);
  });

  test('stays open if the answer was lost and the second one is a refusal', async () => {
    server.script(reset, json(404, {}));
    const error = await catchServiceError(enable());
    expect(leavesOutcomeOpen(error)).toBe(true);
    expect(server.seen).toHaveLength(2);
  });

  test('a rate limit is not waited for', async () => {
    server.script(json(429, {}, { 'retry-after': '1' }));
    expect(await catchServiceError(enable())).toMatchObject({ kind: 'rate-limited' });
    expect(server.seen).toHaveLength(1);
  });
});
