import { type RunningService, type RunOptions, runService } from './run-service.ts';

export type { Exchange, FormSummary } from './http/record-exchanges.ts';

import { DEFAULT_ACCOUNT } from './storage/accounts.ts';

export interface LocalServiceOptions extends RunOptions {
  /** A key for the account `default`, made valid when it is new. Without it a fresh one is made at each start. */
  readonly apiKey?: string;
}

export interface LocalService extends RunningService {
  /** Opens the account `default`. */
  readonly apiKey: string;
}

/**
 * Starts the service of the interface document in this process, with a key that works.
 * @example
 * const service = await startLocalService({ dataDir, seed: 'demo' });
 * await fetch(`${service.baseUrl}/api/capabilities/get-all-capabilities/`, { headers: { 'X-API-KEY': service.apiKey } });
 * await service.close();
 * @throws {StartError | ApiKeyError} each with a sentence for a person.
 */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const service = await runService(options);
  return { ...service, apiKey: options.apiKey ?? (await service.apiKeys.create(DEFAULT_ACCOUNT)) };
}
