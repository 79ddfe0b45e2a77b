import type { Message } from '@abilities-bot/local-slack';
import { afterEach, describe, expect, test } from 'vitest';
import { type ProofHouse, startProofHouse } from '../proof/proof-house.ts';
import { runSql } from '../store/run-sql.ts';
import { makeStoreOptions, storeKinds } from '../store/stores.ts';
import { type House, startHouse } from './start-house.ts';
import { goodZip } from './zips.ts';

type InSlack = Pick<House, 'slack'>;

const modes = ['socket', 'http'] as const;

/** Ana drops a zip into #ops. */
async function drop({ slack }: InSlack, name: string) {
  return slack.as(slack.people.ana).drop(slack.channels.ops, [{ name, bytes: await goodZip() }]);
}

const isOfferOf =
  (name: string) =>
  ({ text }: Pick<Message, 'text'>) =>
    text.includes(`\`${name}\``) && text.includes('as an Ability?');

/** The number of offers once a later drop has its own: anything due earlier has been posted by then. */
async function offersOf(name: string, house: InSlack): Promise<number> {
  await house.slack.nextMessage(isOfferOf(name));
  await drop(house, `after-${name}`);
  await house.slack.nextMessage(isOfferOf(`after-${name}`));
  return house.slack.transcript.messages.filter(isOfferOf(name)).length;
}

describe.each(modes)('over %s', (mode) => {
  describe.each(storeKinds)('on %s', (kind) => {
    let house: ProofHouse;
    afterEach(() => house.close());

    test('a drop whose bot is killed right after the ack is offered after the restart, once', {
      timeout: 60_000,
    }, async () => {
      house = await startProofHouse({ mode, store: await makeStoreOptions(kind), replicas: 1 });
      const { deliveries } = await drop(house, 'tides.zip');
      const [bot] = house.bots;
      await bot?.kill();
      expect(deliveries.map(({ acked }) => acked)).toEqual([true]);
      expect(house.slack.transcript.messages.filter(isOfferOf('tides.zip'))).toEqual([]);
      await bot?.start();
      if (mode === 'socket') await house.slack.connected();
      expect(await offersOf('tides.zip', house)).toBe(1);
    });
  });

  describe('with a store that cannot be written to', () => {
    let house: House;
    afterEach(() => house.close());

    test('a drop is not acked, and offered once when Slack sends it again', async () => {
      house = await startHouse({ mode, slack: { ackTimeoutMs: 1000 } });
      await runSql(house.config.store, 'alter table drops rename to drops_away');
      const { deliveries } = await drop(house, 'tides.zip');
      expect(deliveries.map(({ acked }) => acked)).toEqual([false]);
      await runSql(house.config.store, 'alter table drops_away rename to drops');
      for (const delivery of [...deliveries, ...deliveries]) {
        expect(await house.slack.redeliver(delivery)).toMatchObject({ acked: true });
      }
      expect(await offersOf('tides.zip', house)).toBe(1);
    });
  });
});

describe.runIf(storeKinds.includes('postgresql')).each(modes)('two processes over %s', (mode) => {
  let house: ProofHouse;
  afterEach(() => house.close());

  test('a drop of a killed process is offered by the other one, and a redelivery by neither', {
    timeout: 60_000,
  }, async () => {
    house = await startProofHouse({ mode, store: await makeStoreOptions('postgresql'), replicas: 1 });
    const { deliveries } = await drop(house, 'tides.zip');
    await house.bots[0]?.kill();
    const other = house.addBot();
    await other.start();
    if (mode === 'socket') await house.slack.connected();
    expect(await offersOf('tides.zip', house)).toBe(1);
    for (const delivery of deliveries) expect(await house.slack.redeliver(delivery)).toMatchObject({ acked: true });
    await other.stop();
    expect(house.slack.transcript.messages.filter(isOfferOf('tides.zip'))).toHaveLength(1);
  });
});
