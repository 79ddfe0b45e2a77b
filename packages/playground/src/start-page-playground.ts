import { join } from 'node:path';
import { startLocalService } from '@abilities-bot/local-service';
import { startLocalSlack } from '@abilities-bot/local-slack';
import {
  buildPage,
  type DirectionInfo,
  type PageOptions,
  type PageServer,
  startPage,
  WireLog,
} from '@abilities-bot/local-slack/page';
import { usageOf, VERBS } from '../../../src/core/verbs.ts';
import { BotProcess } from './bot-process.ts';
import { claimFolder, partsOf } from './claim-folder.ts';
import { DECLARED_APP } from './declared-app.ts';
import { samples } from './samples/samples.ts';
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
  ...{ name: 'bot to service', from: 'bot', arrow: '→', to: 'service', colour: 'other' },
  says: 'What it reads and changes in the account.',
};

const API_KEY = 'key-made-up-for-the-playground';

export interface PagePlaygroundOptions {
  /** Holds everything: the service's data, the workspace, the built page, the bot's log. */
  folder: string;
  port: number;
  /** Delete the data of an earlier start. */
  fresh: boolean;
  /** Prebuilt: the folder of the page and the compiled bot. Without it the page is built at each start. */
  built?: { page: string; bot: string };
}

/** The complete setup with a page: the service, the local Slack, the bot as a separate process, and the page. */
export async function startPagePlayground({ built, folder, fresh, port }: PagePlaygroundOptions): Promise<PageServer> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    await claimFolder(folder, fresh);
    const kept = partsOf(folder);
    const pageFolder = built?.page ?? join(folder, 'page');
    const pageBuilt = built ? null : buildPage(pageFolder);

    const wire = new WireLog([TO_SERVICE]);
    const service = await startLocalService({
      dataDir: kept.service,
      seed: 'demo',
      apiKey: API_KEY,
      onExchange: ({ method, ms, path, request, response, status }) =>
        wire.add({ direction: TO_SERVICE.name, title: `${method} ${path}`, status, ms, request, response }),
    });
    closers.push(() => service.close());
    const slack = await startLocalSlack({ ...DECLARED_APP, stateDir: kept.slack });
    closers.push(() => slack.close());
    wire.follow(slack);

    const bot = new BotProcess({
      compiled: built?.bot ?? null,
      folder,
      logFile: join(folder, 'bot.log'),
      env: {
        SLACK_BOT_TOKEN: slack.botToken,
        SLACK_APP_TOKEN: slack.appToken,
        SLACK_API_URL: slack.apiUrl,
        SERVICE_BASE_URL: service.baseUrl,
        SERVICE_API_KEY: API_KEY,
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: kept.bot,
      },
    });
    closers.push(() => bot.stop());
    await Promise.all([bot.start(), pageBuilt]);
    const troubles = new Troubles(slack, service, bot);
    const page = await startPage(slack, { ...NAMES, port, builtPage: pageFolder, verbs, samples, troubles, wire });
    closers.push(() => page.close());
    return { url: page.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
