import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { request } from './caller.ts';
import { useLocalService } from './test-service.ts';
import { uploadForm } from './upload-form.ts';

const { newAccount, service } = useLocalService();

const DOCUMENTED = [
  '/api/personalities/get-all-personalities',
  '/api/personalities/edit-personality',
  '/api/capabilities/add-capability',
  '/api/capabilities/get-capability/6001',
  '/api/capabilities/get-all-capabilities',
  '/api/capabilities/get-installed-capabilities',
  '/api/capabilities/edit-installed-capability/90001',
  '/api/capabilities/delete-capability',
];

describe('Every path ends with a trailing slash', () => {
  test.each(DOCUMENTED)('without it the request is answered with a 301 redirect: %s', async (path) => {
    for (const method of ['GET', 'PUT', 'POST', 'DELETE']) {
      const answer = await request(`${service().baseUrl}${path}`, { method });
      expect(answer.status).toBe(301);
      expect(answer.headers.get('location')).toBe(`${path}/`);
    }
  });

  test('the query is kept', async () => {
    const answer = await request(`${service().baseUrl}${DOCUMENTED[0]}?with_image=true&x=a?b`);
    expect(answer.headers.get('location')).toBe(`${DOCUMENTED[0]}/?with_image=true&x=a?b`);
  });

  test('an upload is redirected too, and creates nothing', async () => {
    const caller = await newAccount('empty');
    const answer = await caller.sendForm('POST', '/api/capabilities/add-capability', await uploadForm());
    expect(answer.status).toBe(301);
    expect((await caller.get('/api/capabilities/get-all-capabilities/')).body).toEqual([]);
  });
});

describe('one shape of error: {"detail": "<one string>"}', () => {
  test.each(['/', '/api/', '/api/capabilities/nothing/', '/api/sdk/nothing'])('404 for %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await request(`${service().baseUrl}${path}`, { method });
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    }
  });

  test('an unknown path is 404 for any body', async () => {
    const headers = { 'Content-Type': 'text/csv' };
    const answer = await request(`${service().baseUrl}/nothing`, { method: 'POST', headers, body: 'a,b' });
    expect(answer.status).toBe(404);
  });

  test('another method is 405 and names the right one', async () => {
    const answer = await request(`${service().baseUrl}/api/capabilities/add-capability/`);
    expect(answer).toMatchObject({ status: 405, body: { detail: 'Method "GET" not allowed.' } });
    expect(answer.headers.get('allow')).toBe('POST');
    const put = await request(`${service().baseUrl}/api/capabilities/get-all-capabilities/`, { method: 'PUT' });
    expect(put.headers.get('allow')).toBe('GET, HEAD');
  });

  test('JSON that cannot be read is 400, another content type 415, a body over the limit 413', async () => {
    const { apiKey } = await newAccount('empty');
    const url = `${service().baseUrl}/api/capabilities/delete-capability/`;
    const post = (type: string, body: string) =>
      request(url, { method: 'POST', headers: { 'X-API-KEY': apiKey, 'Content-Type': type }, body });
    expect(await post('application/json', '{"capability_ids": [1')).toMatchObject({
      status: 400,
      body: { detail: 'The body is not valid JSON.' },
    });
    expect(await post('application/json', '{"__proto__": {}}')).toMatchObject({ status: 400 });
    expect(await post('text/csv', '1,2')).toMatchObject({ status: 415, body: { detail: expect.any(String) } });
    expect(await post('application/json', `"${'x'.repeat(2_000_000)}"`)).toMatchObject({
      status: 413,
      body: { detail: 'The body is too large.' },
    });
  });

  const JSON_ONLY = [
    ['POST', '/api/capabilities/delete-capability/'],
    ['PUT', '/api/capabilities/edit-installed-capability/90001/'],
    ['POST', '/api/sdk/verify_apikey'],
    ['POST', '/api/sdk/get_personalities/'],
  ] as const;
  const FORM_ONLY = [
    ['POST', '/api/capabilities/add-capability/'],
    ['PUT', '/api/capabilities/edit-capability/6001/'],
    ['POST', '/api/capabilities/validate/release-code/30001/'],
  ] as const;
  const FORM = 'multipart/form-data; boundary=x';
  test.each([
    ...JSON_ONLY.flatMap(([method, path]) => ['text/plain', FORM].map((type) => [method, path, type] as const)),
    ...FORM_ONLY.flatMap(([method, path]) =>
      ['application/json', 'text/plain', 'application/x-www-form-urlencoded'].map(
        (type) => [method, path, type] as const,
      ),
    ),
    ['PUT', '/api/personalities/edit-personality/', 'text/plain'] as const,
  ])('%s %s with a body of %s is 415', async (method, path, type) => {
    const { apiKey } = await newAccount('empty');
    const headers = { 'X-API-KEY': apiKey, 'Content-Type': type };
    const answer = await request(`${service().baseUrl}${path}`, { method, headers, body: '--x--\r\n' });
    expect(answer).toMatchObject({ status: 415, body: { detail: `Unsupported media type "${type}" in request.` } });
  });

  test.each([
    ['delete-capability/', { capability_ids: 'x' }, 'capability_ids: must be a list.'],
    ['delete-capability/', { capability_ids: ['x'] }, 'capability_ids.0: is not valid.'],
    ['delete-capability/', {}, 'capability_ids: is required.'],
    ['delete-capability/', null, 'The request must be an object with fields.'],
    ['delete-capability/', [], 'The request must be an object with fields.'],
  ])('%s %j is answered in plain words', async (path, body, detail) => {
    const caller = await newAccount('empty');
    const answer = await caller.sendJson('POST', `/api/capabilities/${path}`, body);
    expect(answer).toMatchObject({ status: 400, body: { detail } });
  });

  test('several mistakes are one string', async () => {
    const caller = await newAccount('empty');
    const answer = await caller.sendForm('POST', '/api/capabilities/add-capability/', new FormData());
    expect(answer.body).toEqual({
      detail:
        'name: is required. category: must be one of skill, brain_skill, background_daemon, local. ' +
        'description: is required. trigger_words: is required.',
    });
  });

  test('a form that breaks off is 400', async () => {
    const { apiKey } = await newAccount('empty');
    const headers = { 'X-API-KEY': apiKey, 'Content-Type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\nContent-Disposition: form-data; name="zip_file"; filename="a.zip"\r\n\r\nhalf';
    const answer = await request(`${service().baseUrl}/api/capabilities/add-capability/`, {
      method: 'POST',
      headers,
      body,
    });
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
  });

  test('a path that is no URL is 400', async () => {
    expect(await request(`${service().baseUrl}/%zz`)).toMatchObject({
      status: 400,
      body: { detail: expect.any(String) },
    });
  });

  test('bytes that are no HTTP are 400 with the same shape', async () => {
    const socket = connect(Number(new URL(service().baseUrl).port), '127.0.0.1');
    socket.write('HELLO\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\n\r\n\{"detail":"The request is not valid HTTP\."\}$/s);
  });

  test('/healthz needs no credential', async () => {
    expect(await request(`${service().baseUrl}/healthz`)).toMatchObject({ status: 200, body: { ok: true } });
  });

  test.each(['/media/nothing.png', '/media/..%2Fservice.sqlite', '/media/00000000-0000.zip'])(
    '%s is 404',
    async (path) => {
      expect((await request(`${service().baseUrl}${path}`)).status).toBe(404);
    },
  );
});
