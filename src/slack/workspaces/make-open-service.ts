import type { Config } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { createServiceClient } from '../../service-client/service-client.ts';
import { noteStatus } from '../../trace.ts';
import type { OpenService } from './open-service.ts';

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
