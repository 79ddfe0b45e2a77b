import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_SERVICE_NAME, nameService } from '../../src/core/service-name.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
beforeEach(async () => {
  const serviceName = { name: 'Acme Voice', dashboardUrl: 'https://voice.example/dashboard' };
  house = await startHouse({ mode: 'http', serviceName });
});
afterEach(async () => {
  await house.close();
  nameService({ name: DEFAULT_SERVICE_NAME, dashboardUrl: null });
});

test('messages call the service by its name, and link its dashboard', async () => {
  const { service, slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('enable old jukebox');
  const orphan = await slack.nextMessage(({ text }) => text.startsWith('Old Jukebox is the orphaned record'));
  const [first] = orphan.blocks;
  expect(first).toMatchObject({
    text: {
      text: expect.stringContaining(
        "because Acme Voice rejects changes to it. Remove it in <https://voice.example/dashboard|Acme Voice's dashboard> if",
      ),
    },
  });
  service.faults.add({ match: {}, fault: { kind: 'status', status: 500 } });
  await ana.command('disable News');
  await slack.nextMessage(({ text }) =>
    text.startsWith('Acme Voice returned an internal error. News was not changed.'),
  );
});
