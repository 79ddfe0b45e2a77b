import { type RunningService, type RunOptions, runService } from './run-service.ts';

export type { Exchange } from './http/record-exchanges.ts';

import { DEFAULT_ACCOUNT } from './storage/accounts.ts';

export interface LocalServiceOptions extends RunOptions {
  /** A key for the account `default`, registered if it is new. Default: a fresh one at each start. */
  readonly apiKey?: string;
}

export interface LocalService extends RunningService {
  /** Opens the account `default`. */
  readonly apiKey: string;
}

/**
 * Starts the service in this process, with a valid key.
 * @example
 * const service = await startLocalService({ dataDir, seed: 'demo' });
 * await fetch(`${service.baseUrl}/api/capabilities/get-all-capabilities/`, { headers: { 'X-API-KEY': service.apiKey } });
 * await service.close();
 * @throws {StartError | ApiKeyError} with a message for people.
 */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const service = await runService(options);
  return { ...service, apiKey: options.apiKey ?? (await service.apiKeys.create(DEFAULT_ACCOUNT)) };
}
