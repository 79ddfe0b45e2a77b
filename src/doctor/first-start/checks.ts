import { checkAppToken } from '../../checks/app-token.ts';
import { askedOnce, type Check } from '../../checks/check.ts';
import { checkClock } from '../../checks/clock.ts';
import { checkLastEvent } from '../../checks/last-event.ts';
import { checkMode } from '../../checks/mode.ts';
import { checkScopes } from '../../checks/scopes.ts';
import { checkService } from '../../checks/service.ts';
import { askService } from '../../checks/service-answer.ts';
import { checkServiceKey } from '../../checks/service-key.ts';
import type { AskSlack } from '../../checks/slack-answer.ts';
import { checkSlackToken } from '../../checks/slack-token.ts';
import { explainSlackTrouble } from '../../checks/slack-trouble.ts';
import { checkSocket } from '../../checks/socket.ts';
import { checkVersion } from '../../checks/version.ts';
import type { Config } from '../../config.ts';
import { unknown } from '../../core/finding.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { inspectStore } from '../../store/inspect-store.ts';
import { checkFolders } from './folders.ts';
import { checkKeptStore } from './kept-store.ts';
import { checkPort } from './port.ts';
import { askRunningBot } from './running-bot.ts';

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
