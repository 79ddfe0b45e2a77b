import type { Logger } from '../base/logger.ts';
import { noteStatus } from '../base/request-context.ts';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Credential, createServiceClient, type ServiceClient } from '../service/client.ts';

/**
 * The service, with one credential or another.
 * @param withinMs for all of one call that only reads, when it may not take as long as usual.
 */
export type OpenService = (credential: Credential, withinMs?: number) => ServiceClient;

/** The service as it is set, whose calls are counted, logged and noted for the history. */
export const makeOpenService =
  ({ service }: Pick<Config, 'service'>, metrics: Metrics, log: Logger): OpenService =>
  (credential, withinMs) =>
    createServiceClient({
      baseUrl: service.baseUrl,
      credential,
      keepMs: service.keepMs,
      timeoutMs: withinMs ?? service.timeoutMs,
      // Room for a second try after one that was slow.
      readBudgetMs: withinMs ?? service.timeoutMs * 1.5,
      onCircuit: (change) => {
        metrics.circuitChanged(change);
        if (change === 'opened') log.warn('the service does not answer; it is not asked for a moment');
        else log.info('the service answers again');
      },
      onLeftOut: (rows) => log.warn(rows, 'unreadable rows left out of a list of the service'),
      onCall: (call) => {
        noteStatus(call.status);
        metrics.serviceCalled(call);
        log.debug(call, 'service call');
      },
    });

/** Something asked the service in the name of a workspace that is connected to no account: a fault of the program. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

const refuse = (): Promise<never> =>
  Promise.reject(new NotConnectedError('The workspace is not connected to an account.'));

/** In place of the service where there is no key: whatever was not refused before ends here, and nothing is sent. */
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
