import { request } from 'node:http';
import { expect, test } from 'vitest';
import { useLocalService } from './test-service.ts';

const { newAccount, service } = useLocalService();

test.each([
  ['a program', {}, 200],
  ['a program that calls it localhost', { host: 'localhost:4010' }, 200],
  ['a program, by a name that only its proxy knows', { host: 'service.invalid' }, 200],
  ['a page of another site', { origin: 'https://evil.example' }, 403],
  ['a page on another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
  ['a name that somebody pointed at this machine', { host: 'evil.example' }, 403],
  ['such a name that only looks private', { host: 'localhost.evil.example' }, 403],
])('%s', async (_who, headers: Record<string, string>, status) => {
  const { apiKey } = await newAccount('empty');
  const url = `${service().baseUrl}/api/capabilities/get-all-capabilities/`;
  // fetch does not allow to set a Host.
  const answered = new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers: { 'X-API-KEY': apiKey, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
  expect(await answered).toBe(status);
});
