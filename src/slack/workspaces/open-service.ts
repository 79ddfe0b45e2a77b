import type { Credential, ServiceClient } from '../../service-client/service-client.ts';

/**
 * The service, with one credential or another.
 * @param withinMs for all of one call that only reads, when it may not take as long as usual.
 */
export type OpenService = (credential: Credential, withinMs?: number) => ServiceClient;
