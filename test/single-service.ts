import type { Clock } from '../src/base/clock.ts';
import type { Config } from '../src/config/config.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from '../src/service/client.ts';

/** The service with the account of a single workspace. */
export function singleService(
  { service, tenancy }: Config,
  options: Partial<ServiceClientOptions> = {},
  clock?: Clock,
): ServiceClient {
  if (tenancy.kind !== 'single') throw new Error('Each of several workspaces has an account of its own.');
  return createServiceClient({ ...service, credential: tenancy.credential, ...options }, clock);
}
