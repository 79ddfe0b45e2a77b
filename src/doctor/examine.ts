import type { Config } from '../config/config.ts';
import { bad, type Finding, unknown, type Verdict } from '../core/finding.ts';
import type { VitalSigns } from '../metrics/vitals.ts';
import type { ServiceClient } from '../service/client.ts';
import { inspectStore } from '../store/inspect-store.ts';
import type { Store } from '../store/store.ts';
import { askedOnce, type Check } from './check.ts';
import { askRunningBot, checkFolders, checkPort, checkVersion } from './machine-checks.ts';
import { askService, checkService, checkServiceKey, type KeySource } from './service-checks.ts';
import {
  type AskSlack,
  checkAppToken,
  checkClock,
  checkLastEvent,
  checkMode,
  checkScopes,
  checkSlackToken,
  checkSocket,
  explainSlackTrouble,
  type TenancyKind,
} from './slack-checks.ts';
import { checkKeptStore, checkMigrations, checkQueue, checkStore, type QueueSource } from './store-checks.ts';

/** Longer than each question to Slack and the service may take, so that these can say themselves what went wrong. */
export const EXAMINE_MS = 2500;

/**
 * Makes all checks side by side. Each ends in time with a line: what does not answer, or fails, is bad.
 * @param told about what a check threw, for the log: it may hold what nobody should see.
 */
export function examine(
  checks: readonly Check[],
  { told, withinMs = EXAMINE_MS }: { told: (error: unknown) => void; withinMs?: number },
): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ fixWithoutAnswer, look, subject }): Promise<Finding> => {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<Verdict>((resolve) => {
        const verdict = bad(`There was no answer within ${withinMs / 1000} s.`, fixWithoutAnswer);
        timer = setTimeout(() => resolve(verdict), withinMs);
      });
      const looked = lookSafely(look, (error) => {
        told(error);
        return bad(`It could not be looked at${codeOf(error)}.`, fixWithoutAnswer);
      });
      const verdict = await Promise.race([looked, tooLate]);
      clearTimeout(timer);
      return { subject, ...verdict };
    }),
  );
}

async function lookSafely(look: Check['look'], failed: (error: unknown) => Verdict): Promise<Verdict> {
  try {
    return await look();
  } catch (error) {
    return failed(error);
  }
}

/** The code of a system or a database, which is no secret; its words may hold an address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
}

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

/** Whom can be asked with nothing but the settings. */
export interface Reachable {
  config: Config;
  neededScopes: readonly string[];
  /** With the bot token of the settings; without one where each workspace has its own. */
  askWithBotToken: AskSlack;
  /** Null over HTTP. */
  askWithAppToken: AskSlack | null;
  service: Pick<ServiceClient, 'listAgents'>;
}

/** The same lines as of a running bot, as far as they can be told without one, and what a start needs besides. */
export function firstStartChecks({ config, ...reachable }: Reachable): Check[] {
  const { neededScopes, askWithAppToken, service } = reachable;
  const { slack: settings, store, tenancy, uploads } = config;
  const slack = askedOnce(reachable.askWithBotToken);
  const answer = askedOnce(() => askService(service));
  const bot = askedOnce(async () =>
    settings.port === 0 ? null : askRunningBot(settings.host ?? '127.0.0.1', settings.port),
  );
  const kind = store.databaseUrl === null ? 'libsql' : 'postgresql';
  const isMulti = tenancy.kind === 'multi';
  return [
    isMulti ? checkSlackOnly(slack) : checkSlackToken(slack, tenancy.kind),
    isMulti ? toldThere('Scopes') : checkScopes(slack, neededScopes, tenancy.kind),
    ...(askWithAppToken ? [checkAppToken(askWithAppToken)] : []),
    checkMode(settings.mode.kind, tenancy.kind),
    onceItRuns('Last event', async () => {
      const vitals = await bot();
      return vitals && checkLastEvent(() => vitals);
    }),
    onceItRuns('Socket', async () => {
      if (settings.mode.kind === 'http') return checkSocket(() => ({ connection: null }));
      const vitals = await bot();
      return vitals && checkSocket(() => vitals);
    }),
    checkClock(slack),
    checkService(answer),
    tenancy.kind === 'multi'
      ? toldThere('Service key')
      : checkServiceKey(answer, tenancy.credential.kind === 'jwt' ? 'SERVICE_JWT' : 'SERVICE_API_KEY'),
    ...checkKeptStore(
      kind,
      askedOnce(() => inspectStore(store)),
    ),
    checkFolders(kind === 'libsql' ? [store.dataDir, uploads.spoolDir] : [uploads.spoolDir]),
    checkPort(settings, async () => (await bot()) !== null),
    checkVersion(),
  ];
}

const toldThere = (subject: 'Scopes' | 'Service key'): Check => ({
  subject,
  fixWithoutAnswer: 'Type /abilities doctor.',
  look: () => unknown('Each workspace has its own; /abilities doctor there tells.'),
});

/** Without a token Slack can only say that there is none, which is enough to know that it is there. */
const checkSlackOnly = (ask: AskSlack): Check => ({
  subject: 'Slack token',
  fixWithoutAnswer: 'Check the network of this machine.',
  look: async () => {
    const answer = await ask();
    const there = unknown('Slack answers. Each workspace has its own token; /abilities doctor there tells.');
    return answer.kind === 'ok' ? there : explainSlackTrouble(answer, () => there);
  },
});

/** What only a bot knows, asked of the one that listens on PORT, if there is one. */
const onceItRuns = (subject: 'Last event' | 'Socket', checkOf: () => Promise<Check | null>): Check => ({
  subject,
  fixWithoutAnswer: 'Start the bot.',
  look: async () => (await checkOf())?.look() ?? unknown('It is not known until the bot runs.'),
});
