import { afterEach, describe, expect, test, vi } from 'vitest';
import { startLocalService } from '../src/start-local-service.ts';
import { abilityRows, installedRows, makeCaller, request, rowNamed } from './caller.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import { useLocalService } from './test-service.ts';
import { upload } from './upload-form.ts';

const { newAccount, service } = useLocalService();
const LIST = '/api/capabilities/get-all-capabilities/';
const ADD = '/api/capabilities/add-capability/';

afterEach(() => service().faults.clear());

describe('which requests a fault strikes', () => {
  test('those of its method and path, as often as said, and then no more', async () => {
    const caller = await newAccount('empty');
    service().faults.add({ match: { method: 'get', path: LIST }, times: 2, fault: { kind: 'status', status: 503 } });
    expect((await caller.get('/api/capabilities/get-installed-capabilities/')).status).toBe(200);
    const answers = [await caller.get(LIST), await caller.get(LIST), await caller.get(LIST)];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
  });

  test('without times every one, until clear; a RegExp is tried on the path', async () => {
    const caller = await newAccount('empty');
    service().faults.add({ match: { path: /capabilities/g }, fault: { kind: 'status', status: 500 } });
    for (const path of [LIST, LIST, LIST]) expect((await caller.get(path)).status).toBe(500);
    service().faults.clear();
    expect((await caller.get(LIST)).status).toBe(200);
  });

  test('also requests without a credential and to unknown paths', async () => {
    service().faults.add({ match: {}, fault: { kind: 'html', status: 404 } });
    expect(await request(`${service().baseUrl}/nothing`)).toMatchObject({
      status: 404,
      body: expect.stringContaining('<title>'),
    });
  });
});

describe('kinds of fault', () => {
  test('status, with body and headers', async () => {
    const headers = { 'Retry-After': '2' };
    service().faults.add({
      match: {},
      fault: { kind: 'status', status: 429, body: { detail: 'Slow down.' }, headers },
    });
    const answer = await request(`${service().baseUrl}${LIST}`);
    expect(answer).toMatchObject({ status: 429, body: { detail: 'Slow down.' } });
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  test('status without a body', async () => {
    service().faults.add({ match: {}, fault: { kind: 'status', status: 204 } });
    expect(await request(`${service().baseUrl}${LIST}`)).toMatchObject({ status: 204, body: '' });
  });

  test('delay: the true answer, late; stopping the service ends the wait', async () => {
    const directory = await makeTemporaryDirectory();
    const own = await startLocalService({ dataDir: directory.path });
    const caller = makeCaller(own.baseUrl, own.apiKey);
    own.faults.add({ match: {}, times: 1, fault: { kind: 'delay', ms: 600_000 } });
    const late = caller.get(LIST);
    await vi.waitUntil(() => own.requests.length > 0, { interval: 5, timeout: 60_000 });
    expect((await caller.get(LIST)).status).toBe(200);
    expect(own.requests.map(({ status }) => status)).toEqual([null, 200]);
    await own.close();
    expect(await late).toMatchObject({ status: 200, body: [] });
    await directory.remove();
  });

  test('reset: the connection is cut', async () => {
    service().faults.add({ match: {}, fault: { kind: 'reset' } });
    await expect(request(`${service().baseUrl}${LIST}`)).rejects.toThrow('fetch failed');
  });

  test('silent: no answer until the service stops, which it does not hold up', async () => {
    const directory = await makeTemporaryDirectory();
    const own = await startLocalService({ dataDir: directory.path });
    own.faults.add({ match: {}, fault: { kind: 'silent' } });
    const waiting = expect(request(`${own.baseUrl}${LIST}`)).rejects.toThrow('fetch failed');
    await vi.waitUntil(() => own.requests.length > 0, { interval: 5, timeout: 60_000 });
    await own.close();
    await waiting;
    expect(own.requests).toEqual([{ method: 'GET', path: LIST, status: null }]);
    await directory.remove();
  });

  test('drip: an answer that begins and does not end, until the service stops, which it does not hold up', async () => {
    const directory = await makeTemporaryDirectory();
    const own = await startLocalService({ dataDir: directory.path });
    own.faults.add({ match: {}, fault: { kind: 'drip' } });
    const answer = await fetch(`${own.baseUrl}${LIST}`);
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    const drops = [await reader?.read(), await reader?.read()];
    expect(drops.map((drop) => Buffer.from(drop?.value ?? []).toString())).toEqual([' ', ' ']);
    await own.close();
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow('terminated');
    await directory.remove();
  });

  test('html, truncated, wrong-shape, redirect', async () => {
    const { faults, baseUrl } = service();
    const url = `${baseUrl}${LIST}`;
    faults.add({ match: {}, times: 1, fault: { kind: 'html' } });
    expect((await request(url)).headers.get('content-type')).toMatch('text/html');
    faults.add({ match: {}, times: 1, fault: { kind: 'truncated' } });
    await expect(request(url)).rejects.toThrow(SyntaxError);
    faults.add({ match: {}, times: 1, fault: { kind: 'wrong-shape' } });
    expect(await request(url)).toMatchObject({ status: 200, body: { unexpected: [{ shape: true }] } });
    faults.add({ match: {}, times: 1, fault: { kind: 'redirect', location: 'https://elsewhere.invalid/' } });
    const redirect = await request(url);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([301, 'https://elsewhere.invalid/']);
  });
});

describe('afterEffect', () => {
  test('created, but 500', async () => {
    const caller = await newAccount('empty');
    service().faults.add({ match: { path: ADD }, times: 1, afterEffect: true, fault: { kind: 'status', status: 500 } });
    expect((await upload(caller)).status).toBe(500);
    expect((await abilityRows(caller)).map(({ name }) => name)).toEqual(['Greeter']);
  });

  test('switched, but the connection is cut', async () => {
    const caller = await newAccount();
    const { id } = rowNamed(await installedRows(caller), 'Weather');
    service().faults.add({ match: { method: 'PUT' }, times: 1, afterEffect: true, fault: { kind: 'reset' } });
    const path = `/api/capabilities/edit-installed-capability/${id}/`;
    const edit = caller.sendJson('PUT', path, { enabled: false, trigger_words: ['x'] });
    await expect(edit).rejects.toThrow('fetch failed');
    expect(rowNamed(await installedRows(caller), 'Weather').enabled).toBe(false);
  });

  test('a request that is refused keeps its true answer', async () => {
    const caller = await newAccount();
    service().faults.add({ match: { path: ADD }, times: 1, afterEffect: true, fault: { kind: 'status', status: 500 } });
    expect((await upload(caller, { fields: { name: 'Weather' } })).status).toBe(400);
  });

  test('without it nothing is carried out', async () => {
    const caller = await newAccount('empty');
    service().faults.add({ match: { path: ADD }, times: 1, fault: { kind: 'status', status: 500 } });
    await upload(caller);
    expect(await abilityRows(caller)).toEqual([]);
  });
});
