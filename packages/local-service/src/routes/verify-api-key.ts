import type { Endpoint } from '../http/endpoint.ts';

/** Tells a caller whether its key works: a key that does not is refused before this is reached. */
export const verifyApiKey: Endpoint = {
  method: 'POST',
  paths: ['/api/sdk/verify_apikey', '/api/sdk/verify_apikey/'],
  credential: 'body',
  accepts: ['application/json'],
  handle: async () => ({ valid: true }),
};
