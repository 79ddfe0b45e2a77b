import type { VitalSigns } from '../metrics/vitals.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { Store } from '../store/open-store.ts';
import { checkAppToken } from './app-token.ts';
import { askedOnce, type Check } from './check.ts';
import { checkClock } from './clock.ts';
import { checkLastEvent } from './last-event.ts';
import { checkMigrations } from './migrations.ts';
import { checkMode } from './mode.ts';
import { checkQueue, type QueueSource } from './queue.ts';
import { checkScopes } from './scopes.ts';
import { checkService } from './service.ts';
import { askService } from './service-answer.ts';
import { checkServiceKey, type KeySource } from './service-key.ts';
import type { AskSlack } from './slack-answer.ts';
import { checkSlackToken, type TenancyKind } from './slack-token.ts';
import { checkSocket } from './socket.ts';
import { checkStore } from './store.ts';
import { checkVersion } from './version.ts';

/** What a running bot knows of itself, and whom it can ask, for one workspace. */
export interface Running {
  tenancy: TenancyKind;
  readVitals: () => VitalSigns;
  askWithBotToken: AskSlack;
  /** Null over HTTP. */
  askWithAppToken: AskSlack | null;
  neededScopes: readonly string[];
  /** With the key of the workspace, and not for long; null where there is no key. */
  service: Pick<ServiceClient, 'listAgents'> | null;
  keySource: KeySource;
  store: Pick<Store, 'kind' | 'check' | 'readMigrations'>;
  queue: Omit<QueueSource, 'kind'>;
}

/** For one examination: Slack and the service are asked once for all lines about them. */
export function runningChecks(running: Running): Check[] {
  const { askWithAppToken, keySource, neededScopes, queue, readVitals, service, store, tenancy } = running;
  const slack = askedOnce(running.askWithBotToken);
  const answer = askedOnce(async () => service && askService(service));
  return [
    checkSlackToken(slack, tenancy),
    checkScopes(slack, neededScopes, tenancy),
    ...(askWithAppToken ? [checkAppToken(askWithAppToken)] : []),
    checkMode(readVitals().mode, tenancy),
    checkLastEvent(readVitals),
    checkSocket(readVitals),
    checkClock(slack),
    checkService(answer),
    checkServiceKey(answer, keySource),
    checkStore(store),
    checkMigrations(store),
    checkQueue({ ...queue, kind: store.kind }),
    checkVersion(),
  ];
}
