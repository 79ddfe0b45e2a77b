import { systemClock } from '../base/clock.ts';
import { withTimeout } from '../base/timeout.ts';
import type { Config } from '../config/config.ts';
import { bad, type Finding, unknown, type Verdict } from '../core/finding.ts';
import type { VitalSigns } from '../metrics/vitals.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Store } from '../store/store.ts';
import { askedOnce, type Check, errorCodeOf } from './check.ts';
import { askRunningBot, checkFolders, checkPort, checkProxy, checkVersion } from './machine-checks.ts';
import { askService, checkService, checkServiceKey, type KeySource } from './service-checks.ts';
import {
  type AnnouncementChannel,
  type AskSlack,
  checkAnnouncements,
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
import { checkMigrations, checkOpenStore, checkQueue, checkStore, type QueueSource } from './store-checks.ts';

/**
 * Runs all checks in parallel. Each returns a finding in time; a check that fails or times out is bad.
 * @param onError receives the errors of checks for the log only, because they may contain secrets.
 */
export function examine(
  checks: readonly Check[],
  { onError, withinMs }: { onError: (error: unknown) => void; withinMs: number },
): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ fixWithoutAnswer, run, subject }): Promise<Finding> => {
      const running = runSafely(run, (error) => {
        onError(error);
        return bad(`The check failed${errorCodeOf(error)}.`, fixWithoutAnswer);
      });
      const tooLate = () => bad(`The check took longer than ${withinMs / 1000} s.`, fixWithoutAnswer);
      const verdict = await withTimeout(systemClock, running, withinMs, tooLate);
      return { subject, ...verdict };
    }),
  );
}

async function runSafely(run: Check['run'], failed: (error: unknown) => Verdict): Promise<Verdict> {
  try {
    return await run();
  } catch (error) {
    return failed(error);
  }
}

/** The state and the probes of a running bot, for one workspace. */
interface Running {
  proxy: Config['proxy'];
  tenancy: TenancyKind;
  readVitals: () => VitalSigns;
  askWithBotToken: AskSlack;
  /** Null over HTTP. */
  askWithAppToken: AskSlack | null;
  neededScopes: readonly string[];
  readChannels: () => Promise<readonly AnnouncementChannel[]>;
  /** Uses the workspace's key and a short timeout; null without a key. */
  service: Pick<ServiceClient, 'listAgents'> | null;
  keySource: KeySource;
  store: Pick<Store, 'kind' | 'check' | 'readMigrations'>;
  queue: Omit<QueueSource, 'kind'>;
}

/** For one run. Calls Slack and the service once, for all checks that need them. */
export function runningChecks(running: Running): Check[] {
  const { askWithAppToken, keySource, neededScopes, proxy, queue, readChannels, readVitals, service, store, tenancy } =
    running;
  const slack = askedOnce(running.askWithBotToken);
  const answer = askedOnce(async () => service && askService(service));
  return [
    checkSlackToken(slack, tenancy),
    checkScopes(slack, neededScopes, tenancy),
    checkAnnouncements(readChannels),
    ...(askWithAppToken ? [checkAppToken(askWithAppToken)] : []),
    checkMode(readVitals().mode, tenancy),
    checkLastEvent(readVitals),
    checkSocket(readVitals),
    checkClock(slack),
    ...(proxy === null ? [] : [checkProxy(proxy)]),
    checkService(answer),
    checkServiceKey(answer, keySource),
    checkStore(store),
    checkMigrations(store),
    checkQueue({ ...queue, kind: store.kind }),
    checkVersion(),
  ];
}

/** The probes that need only the settings. */
interface Reachable {
  config: Config;
  neededScopes: readonly string[];
  readChannels: () => Promise<readonly AnnouncementChannel[]>;
  /** Uses the bot token from the settings, or no token if each workspace has its own. */
  askWithBotToken: AskSlack;
  /** Null over HTTP. */
  askWithAppToken: AskSlack | null;
  service: Pick<ServiceClient, 'listAgents'>;
  /** Time limit for a call to the bot running on this machine, in milliseconds. */
  askBotMs: number;
}

/** The checks that also work without a running bot, and checks of what the bot needs to start. */
export function firstStartChecks({ config, ...reachable }: Reachable): Check[] {
  const { askBotMs, neededScopes, askWithAppToken, readChannels, service } = reachable;
  const { slack: settings, store, tenancy, uploads } = config;
  const slack = askedOnce(reachable.askWithBotToken);
  const answer = askedOnce(() => askService(service));
  const bot = askedOnce(async () =>
    settings.port === 0 ? null : askRunningBot({ host: settings.host ?? '127.0.0.1', port: settings.port }, askBotMs),
  );
  const kind = store.databaseUrl === null ? 'libsql' : 'postgresql';
  const isMulti = tenancy.kind === 'multi';
  return [
    isMulti ? checkSlackOnly(slack) : checkSlackToken(slack, tenancy.kind),
    isMulti ? reportedThere('Scopes') : checkScopes(slack, neededScopes, tenancy.kind),
    ...(isMulti ? [] : [checkAnnouncements(readChannels)]),
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
    ...(config.proxy === null ? [] : [checkProxy(config.proxy)]),
    checkService(answer),
    tenancy.kind === 'multi'
      ? reportedThere('Service key')
      : checkServiceKey(answer, tenancy.credential.kind === 'jwt' ? 'SERVICE_JWT' : 'SERVICE_API_KEY'),
    ...checkOpenStore(
      kind,
      // Loaded on demand, because it loads both database drivers and a running bot needs only one.
      askedOnce(async () => (await import('../store/inspect-store.ts')).inspectStore(store)),
      async () => (await bot())?.refusesWrites ?? false,
    ),
    checkFolders(kind === 'libsql' ? [store.dataDir, uploads.spoolDir] : [uploads.spoolDir]),
    checkPort(settings, async () => (await bot()) !== null),
    checkVersion(),
  ];
}

const reportedThere = (subject: 'Scopes' | 'Service key'): Check => ({
  subject,
  fixWithoutAnswer: 'Run /abilities doctor in a workspace.',
  run: () => unknown('Each workspace has its own. Run /abilities doctor there.'),
});

/** Without a token, Slack can only answer that it is missing, which is enough to show that Slack is reachable. */
const checkSlackOnly = (ask: AskSlack): Check => ({
  subject: 'Slack token',
  fixWithoutAnswer: "Check this machine's network.",
  run: async () => {
    const answer = await ask();
    const there = unknown('Slack is reachable. Each workspace has its own token: run /abilities doctor there.');
    return answer.kind === 'ok' ? there : explainSlackTrouble(answer, () => there);
  },
});

/** A check that needs the running bot on PORT, if there is one. */
const onceItRuns = (subject: 'Last event' | 'Socket', checkOf: () => Promise<Check | null>): Check => ({
  subject,
  fixWithoutAnswer: 'Start the bot.',
  run: async () => (await checkOf())?.run() ?? unknown('Can only be checked while the bot is running.'),
});
