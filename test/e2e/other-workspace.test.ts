import type { Delivery } from '@abilities-bot/local-slack';
import { type Block, listElements, renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

const REFUSED = 'Only members of this workspace can do that.';

/** The same payload with another trigger, signed by Slack as usual, as if from somebody in another workspace. */
const fromElsewhere = (delivery: Delivery, changes: object = {}): Delivery => ({
  ...delivery,
  payload: {
    ...delivery.payload,
    trigger_id: `elsewhere.${String(delivery.payload.trigger_id)}`,
    ...changes,
    user: { id: house.slack.people.ana.id, team_id: 'T0ELSEWHERE' },
  },
});

function findButton(blocks: readonly Block[], label: string) {
  const found = listElements(blocks)
    .map(({ element }) => element)
    .find((element) => element.type === 'button' && element.accessibility_label === label);
  if (!found) throw new Error(`There is no button ${label}.`);
  return found;
}

/** A list that Ana has refreshed, and the delivery of that click. */
async function clickRefresh() {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('');
  const list = await slack.nextMessage(({ text }) => text.includes('News: enabled'));
  const after = slack.transcript.revision;
  const clicked = await ana.click(list, { text: 'Refresh' });
  await slack.nextMessage(({ ts }) => ts === list.ts, { after });
  return { clicked };
}

test.each([
  ['Disable News', 'list', 'News: enabled'],
  ['Delete News', 'delete News', 'News  Enabled'],
])('a click on %s changes nothing and is refused', async (label, line, shows) => {
  house = await startHouse({ mode: 'http' });
  const { service, slack } = house;
  const { clicked } = await clickRefresh();
  const { blocks } = await hear(
    house,
    () => slack.as(slack.people.ana).command(line),
    ({ text }) => text.includes(shows),
  );
  const before = service.requests.length;
  const stranger = fromElsewhere(clicked, { actions: [findButton(blocks, label)] });
  const told = await hear(
    house,
    () => slack.redeliver(stranger),
    ({ text }) => text.includes(REFUSED),
  );
  expect(told.ephemeralFor).toBe(slack.people.ana.id);
  expect(service.requests.slice(before)).toEqual([]);
});

test('a choice and a form are refused, and a select lists no names', async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  const { service, slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('assign Echo');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'assign');
  const chosen = await ana.click(form, { actionId: 'abilities' }, { option: ['Radio'] });
  const { view } = chosen.payload;
  const suggestion = slack.transcript.deliveries.find(({ payload }) => payload.type === 'block_suggestion');
  if (!suggestion) throw new Error('the select asks for its options');
  // The redraw after the choice reads the service once more.
  await slack.nextView((now) => now.id === form.id && renderText(now).includes('Adds *Radio*'));
  const before = service.requests.length;

  const submission = { type: 'view_submission', view, actions: undefined };
  const refused = await slack.redeliver(fromElsewhere(chosen, submission));
  expect(refused).toMatchObject({ acked: true, body: { response_action: 'update' } });
  expect(JSON.stringify(refused.body)).toContain(REFUSED);
  const offered = await slack.redeliver(fromElsewhere(suggestion));
  expect(offered).toMatchObject({ acked: true, body: { options: [] } });
  expect(await slack.redeliver(fromElsewhere(chosen))).toMatchObject({ acked: true });
  await hear(
    house,
    () => ana.command('help'),
    ({ text }) => text.includes('/abilities list'),
  );
  expect(service.requests.slice(before)).toEqual([]);
});
