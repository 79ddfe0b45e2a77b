import { join } from 'node:path';
import { startLocalService } from '@abilities-bot/local-service';
import { type LocalSlackOptions, startLocalSlack } from '@abilities-bot/local-slack';
import {
  buildPage,
  type DirectionInfo,
  type PageOptions,
  type PageServer,
  startPage,
  WireLog,
} from '@abilities-bot/local-slack/page';
import { usageOf, VERBS } from '../../../src/core/verbs.ts';
import { openStore } from '../../../src/store/store.ts';
import type { BotProcess } from './bot-process.ts';
import { claimFolder, partsOf } from './claim-folder.ts';
import { ClockControl } from './clock-control.ts';
import { DECLARED_APP } from './declared-app.ts';
import { readNextSchedule } from './next-schedule.ts';
import { samples } from './samples/samples.ts';
import { type Replicas, startOneBot, startReplicas } from './start-bots.ts';
import { Troubles } from './troubles.ts';

const NAMES: PageOptions = {
  title: 'abilities-bot playground',
  name: 'playground',
  words: {
    hint: 'Type /abilities for the list, or drop a sample package.',
    samples: 'Drop a sample package',
  },
};

const verbs = VERBS.map((verb) => ({ usage: usageOf(verb), summary: verb.summary }));

const TO_SERVICE: DirectionInfo = {
  name: 'bot to service',
  from: 'bot',
  arrow: '→',
  to: 'service',
  color: 'other',
  says: 'What the bot reads and changes in the account.',
};

export interface PagePlaygroundOptions {
  /** Holds everything: the service's data, the workspace, the built page, the bot's log. */
  folder: string;
  port: number;
  /** Delete the data of an earlier start. */
  fresh: boolean;
  /** Prebuilt: the folder of the page and the compiled bot. Without it the page is built at each start. */
  built?: { page: string; bot: string };
  /** Default: one bot, over Socket Mode. Several start without the data of an earlier start. */
  replicas?: Replicas;
  /** Time limit for acks and triggers. Default: as with Slack, 3 seconds. */
  slackTimes?: Pick<LocalSlackOptions, 'ackTimeoutMs' | 'triggerMs'>;
}

interface PagePlayground extends PageServer {
  bots: readonly Pick<BotProcess, 'running' | 'logFile'>[];
}

/** The complete setup with a page: the service, the local Slack, one or more bots as separate processes, and the page. */
export async function startPagePlayground({
  built,
  folder,
  fresh,
  port,
  replicas,
  slackTimes,
}: PagePlaygroundOptions): Promise<PagePlayground> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    // The bots' database is new, so buttons of an earlier start would find no record in it.
    await claimFolder(folder, fresh || replicas !== undefined);
    const kept = partsOf(folder);
    const pageFolder = built?.page ?? join(folder, 'page');
    const pageBuilt = built ? null : buildPage(pageFolder);

    const wire = new WireLog([TO_SERVICE]);
    const service = await startLocalService({
      dataDir: kept.service,
      seed: 'demo',
      onExchange: ({ method, ms, path, request, response, status }) =>
        wire.add({ direction: TO_SERVICE.name, title: `${method} ${path}`, status, ms, request, response }),
    });
    closers.push(() => service.close());
    const slack = await startLocalSlack({ ...DECLARED_APP, ...slackTimes, stateDir: kept.slack });
    closers.push(() => slack.close());
    wire.follow(slack);

    const compiled = built?.bot ?? null;
    const surroundings = { slack, service, folder, dataDir: kept.bot, compiled };
    const starting = replicas ? startReplicas(surroundings, replicas) : startOneBot(surroundings);
    // The page is built meanwhile, and may fail. A start that fails has already closed its parts.
    closers.push(() =>
      starting.then(
        (bots) => bots.close(),
        () => undefined,
      ),
    );
    const [bots] = await Promise.all([starting, pageBuilt]);
    const troubles = new Troubles(slack, service, bots.processes);
    const store = await openStore(bots.database);
    closers.push(() => store.close());
    const controls = new ClockControl(bots.processes, () => readNextSchedule(store, slack.teamId));
    const content = { verbs, samples, troubles, controls, wire };
    const page = await startPage(slack, { ...NAMES, port, builtPage: pageFolder, ...content });
    closers.push(() => page.close());
    return { url: page.url, bots: bots.processes, close };
  } catch (error) {
    await close();
    throw error;
  }
}
