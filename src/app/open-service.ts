import type { Logger } from '../base/logger.ts';
import { noteStatus } from '../base/request-context.ts';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Credential, createServiceClient, type ServiceClient } from '../service/client.ts';

/** Opens a client with a given credential. @param withinMs total time for one read, if shorter than usual. */
export type OpenService = (credential: Credential, withinMs?: number) => ServiceClient;

/** The configured service. Calls are counted, logged and noted for the audit log. */
export const makeOpenService =
  ({ service }: Pick<Config, 'service'>, metrics: Metrics, log: Logger): OpenService =>
  (credential, withinMs) =>
    createServiceClient({
      baseUrl: service.baseUrl,
      credential,
      keepMs: service.keepMs,
      timeoutMs: withinMs ?? service.timeoutMs,
      // Room for one retry after a slow attempt.
      readBudgetMs: withinMs ?? service.timeoutMs * 1.5,
      onCircuit: (change) => {
        metrics.circuitChanged(change);
        if (change === 'opened') log.warn('service not responding, circuit opened');
        else log.info('service responding again, circuit closed');
      },
      onLeftOut: (rows) => log.warn(rows, 'unreadable rows omitted from a list'),
      onCall: (call) => {
        noteStatus(call.status);
        metrics.serviceCalled(call);
        log.debug(call, 'service call');
      },
    });

/** Something called the service for a workspace that has no account. This is a bug. */
class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

const refuse = (): Promise<never> =>
  Promise.reject(new NotConnectedError('The workspace is not connected to an account.'));

/** Replaces the client if there is no key: rejects every call without sending anything. */
export const NOT_CONNECTED_SERVICE: ServiceClient = {
  listAgents: refuse,
  setAgentAbilities: refuse,
  uploadAbility: refuse,
  getAbility: refuse,
  listAbilities: refuse,
  listInstalledAbilities: refuse,
  setInstalledAbility: refuse,
  deleteAbilities: refuse,
  findRelease: refuse,
  downloadPackage: refuse,
  updateRelease: refuse,
};
