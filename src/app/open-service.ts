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

/** Opens a client with this credential. @param withinMs the time limit for a read, if shorter than usual. */
export type OpenService = (credential: Credential, withinMs?: number) => ServiceClient;

/**
 * Opens clients for the configured service. Calls are counted, logged and noted for the audit log. Clients share the
 * answer cache, the limit on large answers, and the circuit. Those with their own time limit don't share the circuit,
 * because a health check must call the service even while the circuit is open.
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
        // Leaves time for one retry after a slow attempt.
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

/**
 * Notifies other processes of each change to the account, even a failed one, because it may have been made
 * nevertheless.
 */
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

/** The service was called for a workspace without an account, which is a bug. */
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
