import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { AccountId } from '../storage/ids.ts';
import type { ApiKeys } from './api-keys.ts';
import { apiKeyInvalid, credentialsMissing, tokenNotValid } from './credential-errors.ts';
import type { Sessions } from './sessions.ts';

const BodyWithKey = z.object({ api_key: z.string().min(1) });

export interface Credentials {
  readonly apiKeys: ApiKeys;
  readonly sessions: Sessions;
}

/**
 * For /api/capabilities/* and /api/personalities/*: the X-API-KEY header, or a session JWT as Bearer (service
 * interface, "Authentication" 2 and 3). If both are present, the API key decides: it "alone suffices".
 * @throws {RequestError} 401
 */
export async function authenticateByHeader(
  request: FastifyRequest,
  { apiKeys, sessions }: Credentials,
): Promise<AccountId> {
  const key = request.headers['x-api-key'];
  if (typeof key === 'string' && key !== '') {
    const account = await apiKeys.accountOf(key);
    if (account === null) throw apiKeyInvalid();
    return account;
  }
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer') throw credentialsMissing();
  const account = await sessions.accountOf(token ?? '');
  if (account === null) throw tokenNotValid();
  return account;
}

/**
 * For /api/sdk/*: the body field api_key. The Authorization header is ignored there (service notes, "Every call").
 * @throws {RequestError} 401
 */
export async function authenticateByBody(request: FastifyRequest, { apiKeys }: Credentials): Promise<AccountId> {
  const { data } = BodyWithKey.safeParse(request.body);
  if (!data) throw credentialsMissing();
  const account = await apiKeys.accountOf(data.api_key);
  if (account === null) throw apiKeyInvalid();
  return account;
}
