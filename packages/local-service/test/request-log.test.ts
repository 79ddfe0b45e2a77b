import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { startLocalService } from '../src/start-local-service.ts';
import { makeCaller, request } from './caller.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const Line = z.looseObject({ msg: z.string() });

async function collectLog(use: (baseUrl: string, apiKey: string, token: string) => Promise<unknown>) {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const directory = await makeTemporaryDirectory();
  const logger = pino({ level: 'trace' }, sink);
  const service = await startLocalService({ dataDir: directory.path, apiKey: 'key-made-up-for-tests', logger });
  const token = await service.sessions.create('default');
  await use(service.baseUrl, service.apiKey, token);
  await service.close();
  await directory.remove();
  return {
    text: lines.join(''),
    token,
    requests: service.requests,
    lines: lines.map((line) => Line.parse(JSON.parse(line))),
  };
}

test('one line a request: method, path without the query, status and time', async () => {
  const { lines, requests } = await collectLog(async (baseUrl, apiKey) => {
    await makeCaller(baseUrl, apiKey).get('/api/personalities/get-all-personalities/?with_image=true');
    await request(`${baseUrl}/nothing`);
  });
  const expected = [
    { method: 'GET', path: '/api/personalities/get-all-personalities/', status: 200 },
    { method: 'GET', path: '/nothing', status: 404 },
  ];
  expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject(
    expected.map((record) => ({ ...record, ms: expect.any(Number) })),
  );
  expect(requests).toEqual(expected);
});

test('no credential is ever logged, even at the finest level', async () => {
  const { text, token } = await collectLog(async (baseUrl, apiKey, jwt) => {
    const caller = makeCaller(baseUrl, apiKey);
    await caller.get('/api/capabilities/get-all-capabilities/');
    await caller.sendJson('POST', '/api/sdk/verify_apikey', { api_key: apiKey });
    await caller.sendForm('POST', '/api/capabilities/add-capability/', new FormData());
    for (const secret of [apiKey, jwt]) {
      const headers = { Authorization: `Bearer ${secret}` };
      await request(`${baseUrl}/api/capabilities/get-all-capabilities/`, { headers });
    }
  });
  expect(text).not.toContain('key-made-up-for-tests');
  expect(text).not.toContain(token);
  expect(text).toContain('/api/sdk/verify_apikey');
});
