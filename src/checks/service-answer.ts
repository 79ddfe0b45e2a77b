import { type AnyServiceError, isServiceError } from '../service-client/errors/index.ts';
import type { Credential, ServiceClient } from '../service-client/service-client.ts';

/** For the command where each workspace has a key of its own: a service that refuses this one is there. */
export const NO_KEY: Credential = { kind: 'api-key', value: 'no-key' };

/** What came of one authenticated GET. */
export type ServiceAnswer = { kind: 'ok'; ms: number } | { kind: 'error'; ms: number; error: AnyServiceError };
/** Null where there is no key to ask with: nothing is sent then. */
export type AskService = () => Promise<ServiceAnswer | null>;

/** Asks for the list of Agents, the shortest there is. */
export async function askService(service: Pick<ServiceClient, 'listAgents'>): Promise<ServiceAnswer> {
  const startedAt = performance.now();
  const ms = () => Math.round(performance.now() - startedAt);
  try {
    await service.listAgents();
    return { kind: 'ok', ms: ms() };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { kind: 'error', ms: ms(), error };
  }
}
