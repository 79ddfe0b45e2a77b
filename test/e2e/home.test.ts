import { afterEach, describe, expect, test } from 'vitest';
import { renderText } from '../../src/playground/block-kit/render-text.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
afterEach(() => house.close());

const openHome = async () => {
  const { slack } = house;
  await slack.as(slack.people.ana).openHome();
  return slack.waitFor(({ views }) =>
    views.find(({ type, userId }) => type === 'home' && userId === slack.people.ana.id),
  );
};

describe.each(['socket', 'http'] as const)('the Home tab over %s', (mode) => {
  test('shows the account at a glance, and opens the form of an upload', async () => {
    house = await startHouse({ mode });
    const { slack } = house;
    const home = await openHome();
    const shown = renderText(home);
    expect(shown).toContain('12 on the account, 10 installed, 7 enabled');
    expect(shown).toContain('*Agents*: *Echo*, *Nova*, *Atlas*');
    expect(shown).toContain('*Night Watch*  ○ Disabled · Background daemon');
    await slack.as(slack.people.ana).click(home, { text: 'Upload…' });
    await slack.nextView(({ title }) => title === 'Upload an Ability');
  });
});

test('a service that is away is told there too', async () => {
  house = await startHouse({ mode: 'http' });
  house.service.faults.add({ match: {}, fault: { kind: 'status', status: 503 } });
  expect(renderText(await openHome())).toContain('The service failed inside. Nothing changed.');
});
