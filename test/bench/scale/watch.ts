import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startLocalService } from '@abilities-bot/local-service';
import type { LocalSlack } from '@abilities-bot/local-slack';
import { EMPTY_SETTINGS } from '../../../src/store/settings-record.ts';
import { openStore } from '../../../src/store/store.ts';
import type { House } from '../house.ts';
import { judge } from '../section.ts';
import { KEYS, startMultiBot } from './multi-bot.ts';
import { type PostgresqlRelay, startPostgresqlRelay } from './postgresql-relay.ts';
import { withDatabase } from './replicas.ts';

const WITHOUT_CHANNEL = 5000;
const WITH_CHANNEL = 1000;
/** The shortest interval that the settings allow, in minutes. */
const EVERY_MINUTES = 1;
const INTERVALS = 2;
/** The first round begins one interval after the start. */
const FIRST_ROUND_MS = EVERY_MINUTES * 60_000 * 1.3;
const DATABASES = {
  none: 'abilities_bench_watch_none',
  many: 'abilities_bench_watch_many',
  channels: 'abilities_bench_watch_channels',
};

/** What watching accounts costs with many workspaces. */
export async function benchWatch(house: House): Promise<string[][]> {
  return [await benchWithoutChannel(house), await benchWithChannel(house)];
}

interface Workspaces {
  count: number;
  /** The key of each account. */
  apiKeyOf: (tenantId: string) => Promise<string>;
  watchChannel: string | null;
}

/** Workspaces as they are in the store after they have installed the bot and connected an account. */
async function fill(url: string, slack: LocalSlack, { apiKeyOf, count, watchChannel }: Workspaces): Promise<void> {
  const store = await openStore({ databaseUrl: url, dataDir: '', keys: KEYS });
  try {
    for (let number = 0; number < count; number += 1) {
      const teamId = `T0BENCH${number}`;
      const bot = { id: slack.botId, userId: slack.botUserId, token: slack.botToken, scopes: ['commands'] };
      const document = { team: { id: teamId }, isEnterpriseInstall: false, user: { id: 'U0BENCH' }, bot };
      await store.installations.save({ tenantId: teamId, teamId, enterpriseId: null, document });
      await store.of(teamId).account.save({ apiKey: await apiKeyOf(teamId), connectedBy: 'U0BENCH' });
      if (watchChannel !== null) await store.of(teamId).settings.save({ ...EMPTY_SETTINGS, watchChannel }, 'U0BENCH');
    }
  } finally {
    await store.close();
  }
}

const startBot = async (slack: LocalSlack, serviceUrl: string, databaseUrl: string, dataDir: string) => {
  const env = { WATCH_MINUTES: String(EVERY_MINUTES) };
  return (await startMultiBot({ slack, serviceUrl, databaseUrl, dataDir, env })).bot;
};

/** Against a bot with no workspace, which asks the database as often for other reasons. */
async function benchWithoutChannel({ closeLater, dir, startSlack }: House): Promise<string[]> {
  const slack = await startSlack();
  const service = await startLocalService({ dataDir: join(dir, 'watch-none'), logger: false });
  closeLater(() => service.close());
  const open = async (url: string, name: string, count: number): Promise<PostgresqlRelay> => {
    await fill(url, slack, { count, apiKeyOf: async () => 'key-made-up', watchChannel: null });
    const relay = await startPostgresqlRelay(url);
    closeLater(() => relay.close());
    const bot = await startBot(slack, service.baseUrl, relay.url, join(dir, name));
    closeLater(() => bot.stop());
    return relay;
  };
  return withDatabase(DATABASES.none, (noneUrl) =>
    withDatabase(DATABASES.many, async (manyUrl) => {
      const [none, many] = [await open(noneUrl, 'bot-none', 0), await open(manyUrl, 'bot-many', WITHOUT_CHANNEL)];
      const before = [none.statements.length, many.statements.length] as const;
      await wait(FIRST_ROUND_MS);
      const more = many.statements.length - before[1] - (none.statements.length - before[0]);
      const what = `watch of ${WITHOUT_CHANNEL} workspaces without a channel: statements a round, beyond those with none`;
      // Two clocks tick here: one statement of background work more or less does not count.
      return [what, String(Math.max(0, more)), judge(more <= 3, 'at most 3')];
    }),
  );
}

/** Looks are counted at the service, by key. */
async function benchWithChannel({ closeLater, dir, startSlack }: House): Promise<string[]> {
  const slack = await startSlack();
  const looks = new Map<string, number>();
  const service = await startLocalService({
    dataDir: join(dir, 'watch-many'),
    logger: false,
    onExchange: ({ key, path }) => {
      if (path.includes('installed') && key !== null) looks.set(key, (looks.get(key) ?? 0) + 1);
    },
  });
  closeLater(() => service.close());
  return withDatabase(DATABASES.channels, async (url) => {
    const apiKeyOf = (tenantId: string) => service.apiKeys.create(tenantId);
    await fill(url, slack, { count: WITH_CHANNEL, apiKeyOf, watchChannel: slack.channels.ops.id });
    const bots = await Promise.all([1, 2, 3].map((n) => startBot(slack, service.baseUrl, url, join(dir, `bot-${n}`))));
    closeLater(() => Promise.all(bots.map((bot) => bot.stop())));
    await wait(EVERY_MINUTES * 60_000);
    looks.clear();
    await wait(INTERVALS * EVERY_MINUTES * 60_000);
    const total = [...looks.values()].reduce((sum, count) => sum + count, 0);
    const each = total / WITH_CHANNEL / INTERVALS;
    const most = Math.max(0, ...looks.values());
    const measured = `${each.toFixed(2)} on average, ${most} at most in ${INTERVALS} intervals`;
    const isMet = each > 0.9 && each < 1.1 && most <= INTERVALS + 1;
    return [
      `watch of ${WITH_CHANNEL} workspaces by three processes: checks per workspace and interval`,
      measured,
      judge(isMet, '1'),
    ];
  });
}
