import { EventEmitter, once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { type Exchange, startLocalService } from '../src/start-local-service.ts';
import { makeCaller, request } from './caller.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import { upload, validZip } from './upload-form.ts';

const KEY = 'key-made-up-for-tests-a1b2';

/** A service that records every exchange; `exchange` is the record of a request. */
async function openRecorded() {
  const directory = await makeTemporaryDirectory();
  const exchanges: Exchange[] = [];
  const heard = new EventEmitter();
  const service = await startLocalService({
    dataDir: directory.path,
    seed: 'demo',
    apiKey: KEY,
    maxUploadBytes: 100_000,
    onExchange: (exchange) => {
      exchanges.push(exchange);
      heard.emit('exchange', exchange);
    },
  });
  onTestFinished(async () => {
    await service.close();
    await directory.remove();
  });
  // The response may arrive before the service has recorded the exchange.
  const exchangeOf = async (send: () => Promise<unknown>): Promise<Exchange> => {
    const told = once(heard, 'exchange');
    await send().catch(() => undefined);
    await told;
    const last = exchanges.at(-1);
    if (!last) throw new Error('nothing was recorded');
    return last;
  };
  return { service, exchanges, exchangeOf, caller: makeCaller(service.baseUrl, KEY) };
}

test('a request is recorded once, with both bodies and the last four characters of its key', async () => {
  const { caller, exchanges, exchangeOf } = await openRecorded();
  const list = await exchangeOf(() => caller.get('/api/personalities/get-all-personalities/?with_image=true'));
  expect(list).toMatchObject({
    method: 'GET',
    path: '/api/personalities/get-all-personalities/',
    query: { with_image: 'true' },
    status: 200,
    ms: expect.any(Number),
    key: '…a1b2',
    request: null,
    response: { personalities: expect.arrayContaining([expect.objectContaining({ name: 'Echo' })]) },
  });
  const edit = await exchangeOf(() =>
    caller.sendJson('PUT', '/api/personalities/edit-personality/', { personality_id: 1, matching_capabilities: [-1] }),
  );
  expect(edit).toMatchObject({
    request: { personality_id: 1, matching_capabilities: [-1] },
    response: { detail: expect.any(String) },
  });
  expect(exchanges).toHaveLength(2);
});

test('of a form the names of its fields and the sizes of its files are told', async () => {
  const { caller, exchangeOf } = await openRecorded();
  const zip = await validZip();
  expect(await exchangeOf(() => upload(caller, { zip }))).toMatchObject({
    status: 201,
    request: {
      fields: ['name', 'category', 'description', 'trigger_words'],
      files: [{ field: 'zip_file', name: 'greeter.zip', bytes: zip.length }],
    },
    response: { capability_id: expect.any(Number) },
  });
});

test('no key appears anywhere in an exchange', async () => {
  const { service, caller, exchanges, exchangeOf } = await openRecorded();
  const inBody = await exchangeOf(() => caller.sendJson('POST', '/api/sdk/verify_apikey', { api_key: KEY }));
  expect(inBody).toMatchObject({ key: '…a1b2', request: { api_key: '…a1b2' }, response: { valid: true } });
  await exchangeOf(() => caller.get(`/api/capabilities/get-all-capabilities/?api_key=${KEY}`));
  const short = await exchangeOf(() =>
    makeCaller(service.baseUrl, 'short').get('/api/capabilities/get-all-capabilities/'),
  );
  expect(short).toMatchObject({ status: 401, key: '…' });
  const headers = { Authorization: `Bearer ${KEY}` };
  const bearer = await exchangeOf(() =>
    request(`${service.baseUrl}/api/capabilities/get-all-capabilities/`, { headers }),
  );
  expect(bearer).toMatchObject({ status: 401, key: '…a1b2', response: { code: 'token_not_valid' } });
  expect(JSON.stringify(exchanges)).not.toContain(KEY);
});

test('the effect of a fault is recorded too: its response, or that there was none', async () => {
  const { service, caller, exchangeOf } = await openRecorded();
  const list = () => caller.get('/api/capabilities/get-all-capabilities/');
  service.faults.add({ match: {}, times: 1, fault: { kind: 'html' } });
  expect(await exchangeOf(list)).toMatchObject({ status: 200, response: expect.stringContaining('<!doctype html>') });
  service.faults.add({ match: {}, times: 1, fault: { kind: 'reset' } });
  expect(await exchangeOf(list)).toMatchObject({ status: null, response: null });
});

test('a long answer is cut', async () => {
  const { service, caller, exchangeOf } = await openRecorded();
  service.faults.add({ match: {}, fault: { kind: 'status', status: 200, body: { text: 'x'.repeat(200_000) } } });
  const { response } = await exchangeOf(() => caller.get('/api/capabilities/get-all-capabilities/'));
  expect(response).toMatch(/^\{"text":"x+… \(200011 characters\)$/);
});

test('a file in an answer is left out', async () => {
  const { caller, exchangeOf } = await openRecorded();
  const { response } = await exchangeOf(() => caller.get('/api/capabilities/get-all-capabilities/'));
  const [first] = z.array(z.object({ id: z.number() })).parse(response);
  const exchange = await exchangeOf(() => caller.get(`/api/capabilities/get/template-file/${first?.id}/`));
  expect(exchange).toMatchObject({ status: 200, response: null });
});
