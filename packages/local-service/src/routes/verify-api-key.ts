import type { Endpoint } from '../http/endpoint.ts';

/** Confirms a valid key. An invalid one is rejected before this. */
export const verifyApiKey: Endpoint = {
  method: 'POST',
  paths: ['/api/sdk/verify_apikey', '/api/sdk/verify_apikey/'],
  credential: 'body',
  accepts: ['application/json'],
  handle: async () => ({ valid: true }),
};
