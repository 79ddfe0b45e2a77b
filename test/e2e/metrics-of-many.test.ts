import { afterEach, expect, test } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { scrape } from '../metrics/read-numbers.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';

let house: CloudHouse;
afterEach(() => house.close());

test('of several workspaces the numbers are one sum, in which none can be told from another', async () => {
  const metrics = new Metrics({ mode: 'http' });
  house = await startCloudHouse({
    env: { METRICS_PORT: '0' },
    bot: {
      metrics,
      openService: (credential) =>
        createServiceClient({ ...house.config.service, credential, onCall: (call) => metrics.serviceCalled(call) }),
    },
  });
  const { bot, cloud } = house;
  for (const name of ['north', 'south'] as const) {
    await house.move(name);
    const slack = cloud.workspaces[name];
    await slack.as(slack.people.ana).command('agents');
    await slack.nextMessage(({ text }) => text.includes('Agent'));
  }
  const numbers = await scrape(bot.metricsPort);
  expect(numbers.of('abilities_operations_total{verb="agents",outcome="shown"}')).toBe(2);
  expect(numbers.of('abilities_operations_total{verb="connect",outcome="done"}')).toBe(2);
  for (const word of [...house.secrets(), 'NORTH', 'SOUTH', 'North', 'South']) expect(numbers.text).not.toContain(word);

  const ready = await fetch(`http://127.0.0.1:${bot.port}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ ok: true, mode: 'http' })]);
  expect((await fetch(`http://127.0.0.1:${bot.port}/metrics`)).status).toBe(404);
});
