import { type Clock, systemClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { noteStatus } from '../base/request-context.ts';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import {
  AnswerMemory,
  CircuitBreaker,
  type Credential,
  createServiceClient,
  LargeAnswers,
  type ServiceClient,
} from '../service/client.ts';
import { type Notices, notifyAfter } from '../store/notices.ts';

/** Opens a client with a given credential. @param withinMs total time for one read, if shorter than usual. */
export type OpenService = (credential: Credential, withinMs?: number) => ServiceClient;

/**
 * The configured service. Calls are counted, logged and noted for the audit log. Clients share the answer cache, the
 * limit on large answers and one circuit. Clients with their own timeout don't share the circuit: a health check must
 * call even while it is open.
 */
export function makeOpenService(
  { memory, service }: Pick<Config, 'memory' | 'service'>,
  metrics: Pick<Metrics, 'circuitChanged' | 'serviceCalled'>,
  log: Logger,
  clock: Clock = systemClock,
): OpenService {
  const circuit = new CircuitBreaker((change) => {
    metrics.circuitChanged(change);
    if (change === 'opened') log.warn('service not responding, circuit opened');
    else log.info('service responding again, circuit closed');
  });
  const answerMemory = new AnswerMemory(memory.answerBytes);
  const largeAnswers = new LargeAnswers();
  return (credential, withinMs) =>
    createServiceClient(
      {
        baseUrl: service.baseUrl,
        credential,
        keepMs: service.keepMs,
        answerMemory,
        largeAnswers,
        timeoutMs: withinMs ?? service.timeoutMs,
        // Room for one retry after a slow attempt.
        readBudgetMs: withinMs ?? service.timeoutMs * 1.5,
        circuit: withinMs === undefined ? circuit : undefined,
        onLeftOut: (rows) => log.warn(rows, 'unreadable rows omitted from a list'),
        onCall: (call) => {
          noteStatus(call.status, call.method !== 'GET');
          metrics.serviceCalled(call);
          log.debug(call, 'service call');
        },
      },
      clock,
    );
}

/** Notifies the other processes of each change to the account, even a failed one, because it may have arrived. */
export function reportAccountChanges(service: ServiceClient, notices: Notices, tenantId: string): ServiceClient {
  const write = <T>(change: () => Promise<T>) => notifyAfter(notices, { kind: 'account-changed', tenantId }, change);
  return {
    ...service,
    setInstalledAbility: (...given) => write(() => service.setInstalledAbility(...given)),
    setAgentAbilities: (...given) => write(() => service.setAgentAbilities(...given)),
    uploadAbility: (...given) => write(() => service.uploadAbility(...given)),
    deleteAbilities: (...given) => write(() => service.deleteAbilities(...given)),
    updateRelease: (...given) => write(() => service.updateRelease(...given)),
    enableRelease: (...given) => write(() => service.enableRelease(...given)),
  };
}

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
  listReleases: refuse,
  enableRelease: refuse,
  clearCache: () => undefined,
};
