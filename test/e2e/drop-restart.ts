import type { Message } from '@abilities-bot/local-slack';
import { expect } from 'vitest';
import { startProofHouse } from '../proof/proof-house.ts';
import { runSql } from '../store/run-sql.ts';
import { makeStoreOptions, type storeKinds } from '../store/stores.ts';
import type { House } from './start-house.ts';
import { goodZip } from './zips.ts';

type InSlack = Pick<House, 'slack'>;

/** Far longer than any of these tests. */
const LONG_MS = 10 * 60_000;

/** Ana drops a zip into #ops. */
export async function drop({ slack }: InSlack, name: string) {
  return slack.as(slack.people.ana).drop(slack.channels.ops, [{ name, bytes: await goodZip() }]);
}

const isOfferOf =
  (name: string) =>
  ({ text }: Pick<Message, 'text'>) =>
    text.includes(`\`${name}\``) && text.includes('as an Ability?');

/** The number of offers once a later drop has its own: anything due earlier has been posted by then. */
export async function offersOf(name: string, house: InSlack): Promise<number> {
  await house.slack.nextMessage(isOfferOf(name));
  await drop(house, `after-${name}`);
  await house.slack.nextMessage(isOfferOf(`after-${name}`));
  return house.slack.transcript.messages.filter(isOfferOf(name)).length;
}

/**
 * A process is killed right after it has acked a drop, while it waits for further files of the share. Another one, which
 * may be the same bot started again, finds the drop. Expects one offer, and none for a redelivery.
 */
export async function expectOneOfferAfterKill(
  mode: 'socket' | 'http',
  kind: (typeof storeKinds)[number],
): Promise<void> {
  const store = await makeStoreOptions(kind);
  const times = { leaseMs: LONG_MS, gatherMs: LONG_MS, pollMs: 100 };
  const house = await startProofHouse({ mode, store, replicas: 1, ackTimeoutMs: LONG_MS, times });
  try {
    const { deliveries } = await drop(house, 'tides.zip');
    expect(deliveries.map(({ acked }) => acked)).toEqual([true]);
    await house.bots[0]?.kill();
    expect(house.slack.transcript.messages.filter(isOfferOf('tides.zip'))).toEqual([]);
    await expectDueAfter(2 * LONG_MS, store);
    const other = house.addBot({ ...times, gatherMs: 10 });
    await other.start();
    if (mode === 'socket') await house.slack.connected();
    expect(await offersOf('tides.zip', house)).toBe(1);
    for (const delivery of deliveries) expect(await house.slack.redeliver(delivery)).toMatchObject({ acked: true });
    await other.stop();
    expect(house.slack.transcript.messages.filter(isOfferOf('tides.zip'))).toHaveLength(1);
  } finally {
    await house.close();
  }
}

/** Expects the drop to fall due after a wait and a lease of this length together, and makes it due now. */
async function expectDueAfter(ms: number, store: Parameters<typeof runSql>[0]): Promise<void> {
  const [row] = await runSql(store, 'select due_at from drops');
  const dueAt = Number(row && typeof row === 'object' && 'due_at' in row ? row.due_at : Number.NaN);
  expect(dueAt).toBeGreaterThan(Date.now());
  expect(dueAt).toBeLessThanOrEqual(Date.now() + ms);
  await runSql(store, 'update drops set due_at = 0 returning due_at');
}
