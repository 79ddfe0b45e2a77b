import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { agentRows, makeCaller, request } from './caller.ts';
import { useLocalService } from './test-service.ts';

const { dataDir, newAccount, service } = useLocalService();
const LIST = '/api/capabilities/get-all-capabilities/';
const TOKEN_NOT_VALID = {
  detail: 'Given token not valid for any token type',
  code: 'token_not_valid',
  messages: [{ token_class: 'AccessToken', token_type: 'access', message: 'Token is invalid' }],
};

const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url').toString();
const list = (headers: Record<string, string>) => request(`${service().baseUrl}${LIST}`, { headers });

describe('Authentication', () => {
  test.each([
    ['GET', '/api/personalities/get-all-personalities/'],
    ['PUT', '/api/personalities/edit-personality/'],
    ['POST', '/api/capabilities/add-capability/'],
    ['GET', '/api/capabilities/get-capability/6001/'],
    ['GET', '/api/capabilities/get-all-capabilities/'],
    ['GET', '/api/capabilities/get-installed-capabilities/'],
    ['PUT', '/api/capabilities/edit-installed-capability/90001/'],
    ['POST', '/api/capabilities/delete-capability/'],
    ['DELETE', '/api/capabilities/delete-capability/6001'],
    ['DELETE', '/api/capabilities/uninstall-capability/90001/'],
    ['GET', '/api/capabilities/get/template-file/6001/'],
    ['GET', '/api/capabilities/get/installed-capability/by-capability/6001/'],
    ['POST', '/api/capabilities/validate/release-code/30001/'],
    ['PUT', '/api/capabilities/edit-capability/6001/'],
    ['POST', '/api/sdk/verify_apikey'],
    ['POST', '/api/sdk/get_personalities'],
  ])('every endpoint requires authentication: %s %s', async (method, path) => {
    const answer = await request(`${service().baseUrl}${path}`, { method });
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Authentication credentials were not provided.' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
  });

  test('the header X-API-KEY alone suffices', async () => {
    const { apiKey } = await newAccount();
    expect((await list({ 'X-API-KEY': apiKey })).status).toBe(200);
  });

  test('an unknown key is 401', async () => {
    const answer = await list({ 'X-API-KEY': 'key-made-up-for-tests' });
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Invalid API key.' } });
  });

  test('a session JWT may instead be sent as Authorization: Bearer', async () => {
    const token = await service().sessions.create(`session ${randomUUID()}`);
    expect(await list({ Authorization: `Bearer ${token}` })).toMatchObject({ status: 200, body: [] });
  });

  test('an API key sent as Authorization: Bearer is rejected with the error token_not_valid', async () => {
    const { apiKey } = await newAccount();
    const answer = await list({ Authorization: `Bearer ${apiKey}` });
    expect(answer).toMatchObject({ status: 401, body: TOKEN_NOT_VALID });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
  });

  test('an expired, a tampered and an unsigned session are token_not_valid', async () => {
    const expired = await service().sessions.create('default', -1);
    const [header, payload] = (await service().sessions.create('default')).split('.');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [expired, `${header}.${payload}.bWFkZS11cA`, `${unsigned}.${payload}.`, '']) {
      const answer = await list({ Authorization: `Bearer ${token}` });
      expect(answer).toMatchObject({ status: 401 });
    }
    expect((await list({ Authorization: `Bearer ${expired}` })).body).toEqual(TOKEN_NOT_VALID);
  });

  test('a session that never expires is token_not_valid, although it is signed with the right secret', async () => {
    const db = new Database(join(dataDir(), 'service.sqlite'), { readonly: true });
    const Secret = z.object({ value: z.string() });
    const { value } = Secret.parse(db.prepare("select value from settings where name = 'session_secret'").get());
    db.close();
    const [, payload = ''] = (await service().sessions.create('default')).split('.');
    const { exp, ...claims } = z.looseObject({ exp: z.int() }).parse(JSON.parse(decode(payload)));
    const sign = (body: object) => {
      const token = [{ alg: 'HS256' }, body].map((part) => encode(JSON.stringify(part))).join('.');
      return `${token}.${createHmac('sha256', Buffer.from(value, 'base64')).update(token).digest('base64url')}`;
    };
    expect((await list({ Authorization: `Bearer ${sign({ ...claims, exp })}` })).status).toBe(200);
    expect(await list({ Authorization: `Bearer ${sign(claims)}` })).toMatchObject({
      status: 401,
      body: TOKEN_NOT_VALID,
    });
  });

  test('Basic is no credential here', async () => {
    expect(await list({ Authorization: 'Basic YTpi' })).toMatchObject({
      body: { detail: 'Authentication credentials were not provided.' },
    });
  });

  test('keys are revocable: the very next request is refused', async () => {
    const name = `revoked ${randomUUID()}`;
    const key = await service().apiKeys.create(name);
    expect((await list({ 'X-API-KEY': key })).status).toBe(200);
    const [record] = await service().apiKeys.list(name);
    expect(record).toEqual({
      id: expect.any(Number),
      lastFour: key.slice(-4),
      createdAt: expect.any(String),
      revokedAt: null,
    });
    if (record) expect(await service().apiKeys.revoke(name, record.id)).toBe(true);
    expect((await list({ 'X-API-KEY': key })).status).toBe(401);
    expect((await service().apiKeys.list(name))[0]?.revokedAt).not.toBeNull();
  });

  test('another account cannot revoke a key', async () => {
    const name = `kept ${randomUUID()}`;
    await service().apiKeys.create(name);
    const [record] = await service().apiKeys.list(name);
    if (record) expect(await service().apiKeys.revoke('default', record.id)).toBe(false);
    expect((await service().apiKeys.list(name))[0]?.revokedAt).toBeNull();
  });
});

describe('/api/sdk/*: JSON body field api_key', () => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(`${service().baseUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  test.each(['', '/'])('verify_apikey%s answers valid, or 401 with detail', async (ending) => {
    const { apiKey } = await newAccount();
    const path = `/api/sdk/verify_apikey${ending}`;
    expect(await post(path, { api_key: apiKey })).toMatchObject({ status: 200, body: { valid: true } });
    const refused = await post(path, { api_key: 'key-made-up-for-tests' });
    expect(refused).toMatchObject({ status: 401, body: { detail: 'Invalid API key.' } });
  });

  test.each(['', '/'])('get_personalities%s lists the Agents, with images when asked', async (ending) => {
    const caller = await newAccount();
    const path = `/api/sdk/get_personalities${ending}`;
    expect((await post(path, { api_key: caller.apiKey })).body).toEqual({ personalities: await agentRows(caller) });
    expect((await post(path, { api_key: caller.apiKey, with_image: true })).body).toEqual({
      personalities: await agentRows(caller, '?with_image=true'),
    });
  });

  test('an Authorization header is ignored', async () => {
    const { apiKey } = await newAccount();
    const headers = { Authorization: `Bearer ${apiKey}` };
    expect((await post('/api/sdk/verify_apikey', { api_key: apiKey }, headers)).status).toBe(200);
    const token = await service().sessions.create('default');
    expect((await post('/api/sdk/verify_apikey', {}, { Authorization: `Bearer ${token}` })).status).toBe(401);
  });

  test('the header X-API-KEY does not replace the body field', async () => {
    const { apiKey } = await newAccount();
    expect((await post('/api/sdk/verify_apikey', {}, { 'X-API-KEY': apiKey })).status).toBe(401);
  });

  test('the body field does not replace the header', async () => {
    const { apiKey } = await newAccount();
    const caller = makeCaller(service().baseUrl, '');
    const answer = await caller.sendJson('POST', '/api/capabilities/delete-capability/', {
      api_key: apiKey,
      capability_ids: [1],
    });
    expect(answer.status).toBe(401);
  });
});
