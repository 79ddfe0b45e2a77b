import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scrape } from '../metrics/read-numbers.ts';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
beforeEach(async () => {
  // The breaker uses the machine's clock.
  vi.useFakeTimers({ toFake: ['Date'] });
  house = await startHouse({ mode: 'http' });
});
afterEach(async () => {
  vi.useRealTimers();
  await house.close();
});

const told = (line: string) =>
  hear(
    house,
    () => house.slack.as(house.slack.people.ana).command(line),
    ({ ephemeralFor }) => ephemeralFor !== null,
  ).then(({ text }) => text);

test('a service that does not answer is not asked for a moment, which people are told; then all is as before', async () => {
  const { faults } = house.service;
  faults.add({ match: {}, fault: { kind: 'status', status: 503 } });
  const said = (line: string) => house.logLines.some((one) => one.includes(line));
  for (let tries = 0; tries < 10 && !said('circuit opened'); tries += 1) await told('list');
  expect(await told('disable News')).toMatch(
    /^The voice service isn't responding\. News was not changed\. Try again in 5 seconds\. \(ref \w+\)$/,
  );
  faults.clear();
  vi.setSystemTime(Date.now() + 5000);
  expect(await told('disable News')).toMatch(/^✓ News disabled by you/);
  expect((await installedRow(house, 'News')).enabled).toBe(false);
  expect(said('service responding again, circuit closed')).toBe(true);
  const numbers = await scrape(house.bot.metricsPort);
  for (const change of ['opened', 'closed']) {
    expect(numbers.of(`abilities_service_circuit_changes_total{change="${change}"}`), change).toBe(1);
  }
});
