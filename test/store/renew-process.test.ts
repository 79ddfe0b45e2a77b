import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { startRenewing } from '../../src/app/renew-process.ts';
import { createLogger } from '../../src/base/logger.ts';
import { HandClock } from '../hand-clock.ts';
import { until } from '../until.ts';
import { runSql } from './run-sql.ts';
import { makeStoreOptions, openTestStore } from './stores.ts';

const LEASE = 20_000;
const Rows = z.array(z.object({ until: z.number() }));

test('a process renews its row until it is stopped, also after a renewal that failed', async () => {
  const clock = new HandClock();
  const { options, store } = await openTestStore('libsql', { now: clock.now, ...(await makeStoreOptions('libsql')) });
  const lines: string[] = [];
  const log = createLogger('warn', [], { write: (line: string) => void lines.push(line) });
  const leasedFor = async () => {
    const [row] = Rows.parse(await runSql(options, 'select until from processes'));
    return row && row.until - clock.at;
  };
  const stop = await startRenewing({ clock, leaseMs: LEASE, log, processes: store.processes });
  onTestFinished(stop);
  expect(await leasedFor()).toBe(LEASE);
  clock.move(LEASE / 4 - 1);
  expect(await leasedFor()).toBeLessThan(LEASE);
  clock.move(1);
  await until(async () => (await leasedFor()) === LEASE);
  await runSql(options, 'alter table processes rename to elsewhere');
  await until(() => {
    clock.move(LEASE / 4);
    return lines.some((line) => line.includes('lease of this process not renewed'));
  });
  clock.move(LEASE);
  await runSql(options, 'alter table elsewhere rename to processes');
  expect(await leasedFor()).toBeLessThanOrEqual(0);
  await until(async () => {
    clock.move(LEASE / 4);
    return Number(await leasedFor()) > 0;
  });
  stop();
  // Each check waits behind a renewal, if there is one. The first one may have begun before the stop.
  for (let n = 0; n < 3; n += 1) {
    clock.move(LEASE);
    await store.check();
  }
  expect(await leasedFor()).toBeLessThanOrEqual(0);
});
