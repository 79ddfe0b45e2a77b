import type { Delivery } from '@abilities-bot/local-slack';
import { afterEach, expect, test } from 'vitest';
import { type Bot, startBot } from '../../src/app/start-bot.ts';
import { createLogger } from '../../src/base/logger.ts';
import { openStore } from '../../src/store/store.ts';
import { PATIENT, PATIENT_STORE } from '../patient.ts';
import { singleService } from '../single-service.ts';
import { makeDatabase } from '../store/databases.ts';
import { type House, startHouse } from './start-house.ts';

/** Adds the tests: each kind of request that starts work, sent again, to another process if there are two. */
export function testRedeliveredTriggers(mode: 'socket' | 'http', count: 1 | 2): void {
  let house: House;
  let others: Bot[] = [];
  afterEach(async () => {
    for (const bot of others) await bot.stop();
    others = [];
    await house.close();
  });

  const ana = () => house.slack.as(house.slack.people.ana);
  const saying = (words: string) => house.slack.nextMessage(({ text }) => text.includes(words));
  const changes = () => house.service.requests.filter(({ path }) => path.includes('edit-installed-capability'));
  const said = () => house.slack.transcript.messages.map(({ text }) => text);

  /** Redelivers, to the other process if there is one, and waits until all work on it has ended. */
  async function redeliver(delivery: Delivery) {
    const [other] = others;
    if (other && mode === 'http') house.slack.useHttp(`http://127.0.0.1:${other.port}/slack/events`);
    expect(await house.slack.redeliver(delivery)).toMatchObject({ acked: true });
    for (const bot of [house.bot, ...others]) await bot.stop();
  }

  async function verbsWrittenDown() {
    const store = await openStore({ ...house.config.store, ...PATIENT_STORE });
    try {
      const { records } = await store.of(house.slack.teamId).auditLog.list({ page: 1, perPage: 100 });
      return records.map(({ verb }) => verb);
    } finally {
      await store.close();
    }
  }

  const open = async () => {
    house = await startHouse({
      mode,
      slack: { ackTimeoutMs: 60_000 },
      ...(count > 1 ? { databaseUrl: await makeDatabase() } : {}),
    });
    const { config, slack } = house;
    const log = createLogger('error', [], { write: () => undefined });
    while (others.length < count - 1) {
      others.push(await startBot({ config, log, openService: () => singleService(config), deadlines: PATIENT }));
    }
    if (mode === 'socket') expect(slack.sockets.size).toBe(count);
  };

  test('a click changes once, and is written down once', async () => {
    await open();
    await ana().command('show News');
    const card = await saying('News');
    const click = await ana().click(card, { text: 'Disable' });
    await saying('News disabled by');
    const before = said();
    await redeliver(click);
    expect(changes()).toHaveLength(1);
    expect(await verbsWrittenDown()).toEqual(['disable']);
    expect(said()).toEqual(before);
  });

  test('a list is shown once', async () => {
    await open();
    const asked = await ana().command('list');
    await saying('3 not installed');
    await redeliver(asked);
    expect(said()).toHaveLength(1);
  });

  test('a command undoes one change', async () => {
    await open();
    for (const name of ['News', 'Weather']) {
      await ana().command(`disable ${name}`);
      await saying(`${name} disabled by`);
    }
    const undo = await ana().command('undo');
    await saying('Undone');
    await redeliver(undo);
    expect(changes()).toHaveLength(3);
    expect(await verbsWrittenDown()).toEqual(['undo', 'disable', 'disable']);
  });

  test('an export is sent once', async () => {
    await open();
    const asked = await ana().command('export');
    await saying('Export as of');
    const files = () => house.slack.transcript.messages.flatMap((message) => message.files);
    await house.slack.nextMessage((message) => message.files.length > 0);
    await redeliver(asked);
    expect(files()).toHaveLength(1);
  });

  test('a shortcut opens one view and posts no message', async () => {
    await open();
    const chosen = await ana().shortcut('manage-abilities');
    await house.slack.nextView(({ definition }) => JSON.stringify(definition).includes('Abilities* · '));
    await redeliver(chosen);
    expect(house.slack.transcript.views).toHaveLength(1);
    expect(said()).toEqual([]);
  });

  test('a mention is answered once', async () => {
    await open();
    const { channels, botUserId } = house.slack;
    const { deliveries } = await ana().say(channels.ops, `<@${botUserId}> disable News`);
    await saying('News disabled by');
    const [mention] = deliveries;
    if (!mention) throw new Error('The mention was not sent.');
    await redeliver(mention);
    expect(changes()).toHaveLength(1);
    expect(await verbsWrittenDown()).toEqual(['disable']);
  });
}
