import type { Delivery } from '@abilities-bot/local-slack';
import { afterEach, describe, expect, test } from 'vitest';
import { runSql } from '../store/run-sql.ts';
import { storeKinds } from '../store/stores.ts';
import { until } from '../until.ts';
import { drop, expectOneOfferAfterKill, offersOf } from './drop-restart.ts';
import { type House, startHouse } from './start-house.ts';

describe('a drop whose bot is killed right after the ack is offered by another process, once, and not redelivered', () => {
  // Each mode on each store: test/proof/drop-restart.proof.ts.
  test('over Socket Mode, on libsql', () => expectOneOfferAfterKill('socket', 'libsql'));
  test.runIf(storeKinds.includes('postgresql'))('over HTTP, on PostgreSQL', () =>
    expectOneOfferAfterKill('http', 'postgresql'),
  );
});

describe.each(['socket', 'http'] as const)('over %s, with a store that cannot be written to', (mode) => {
  let house: House;
  afterEach(() => house.close());

  test('a drop is not acked, and offered once when Slack sends it again', async () => {
    house = await startHouse({ mode, slack: { ackTimeoutMs: 1000 } });
    await runSql(house.config.store, 'alter table drops rename to drops_away');
    const { deliveries } = await drop(house, 'tides.zip');
    expect(deliveries.map(({ acked }) => acked)).toEqual([false]);
    await runSql(house.config.store, 'alter table drops_away rename to drops');
    // On a busy machine, an ack may be later than Slack waits here.
    const redeliver = (delivery: Delivery) => until(async () => (await house.slack.redeliver(delivery)).acked);
    for (const delivery of [...deliveries, ...deliveries]) await redeliver(delivery);
    expect(await offersOf('tides.zip', house)).toBe(1);
  });
});
