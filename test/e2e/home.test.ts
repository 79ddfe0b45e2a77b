import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { installedRow } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { startSlowService } from './slow-service.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { goodZip } from './zips.ts';

/** A person's Home tab once it shows this text. */
const homeOf = (name: 'ana' | 'ben', words: RegExp) =>
  house.slack.waitFor(({ views }) =>
    views.find(
      (view) => view.type === 'home' && view.userId === house.slack.people[name].id && words.test(renderText(view)),
    ),
  );

let house: House;
afterEach(() => house.close());

const openHome = async () => {
  const { slack } = house;
  await slack.as(slack.people.ana).openHome();
  return slack.waitFor(({ views }) =>
    views.find(({ type, userId }) => type === 'home' && userId === slack.people.ana.id),
  );
};

describe('the Home tab', () => {
  test('shows the account at a glance, and opens the form of an upload', async () => {
    house = await startHouse({ mode: 'socket' });
    const { slack } = house;
    const home = await openHome();
    const shown = renderText(home);
    expect(shown).toContain('Abilities · 7 enabled · 2 disabled · 3 not installed · 1 orphaned');
    expect(shown).toContain('*Echo*');
    expect(shown).toContain(':white_circle: *Night Watch*  Disabled · Background daemon');
    await slack.as(slack.people.ana).click(home, { text: 'Upload…' });
    await slack.nextView(({ title }) => title === 'Upload an Ability');
  });

  test('switches an Ability in place, shows the result, and undoes it', async () => {
    house = await startHouse({ mode: 'socket' });
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    await ana.click(await openHome(), { text: 'Disable News' });
    const disabled = await homeOf('ana', /✓ \*News\* disabled by you/);
    expect((await installedRow(house, 'News')).enabled).toBe(false);
    expect(renderText(disabled)).toContain(':white_circle: *News*  Disabled · Skill · ✓ changed by you');
    expect(renderText(disabled)).toContain('*Recent*');
    await ana.click(disabled, { text: 'Undo' });
    const undone = await homeOf('ana', /Undone: \*News\* is enabled again/);
    expect(renderText(undone)).not.toContain('changed by you');
    expect((await installedRow(house, 'News')).enabled).toBe(true);
    await ana.click(undone, { text: 'Redo' });
    await homeOf('ana', /Redone: \*News\* is disabled again/);
    expect((await installedRow(house, 'News')).enabled).toBe(false);
  });
});

test('everybody who has it open sees what somebody else changed', async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack } = house;
  await slack.as(slack.people.ana).openHome();
  await homeOf('ana', /\*News\* {2}Enabled/);
  await slack.as(slack.people.ben).command('disable News');
  await homeOf('ana', /\*News\* {2}Disabled/);
});

test('its first line is the latest change, also after one in a dialog and one by somebody else', async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.click(await openHome(), { text: 'Disable News' });
  const disabled = await homeOf('ana', /✓ \*News\* disabled by you/);
  await ana.click(disabled, { actionId: 'home-about' }, { option: 'Weather' });
  const card = await slack.nextView(
    (view) => view.open && view.type === 'modal' && /\*Weather\*/.test(renderText(view)),
  );
  await ana.click(card, { text: 'Disable' });
  await homeOf('ana', /^\*Weather\* disabled by you · .*\[Undo\]$/m);
  await slack.as(slack.people.ben).command('enable News');
  await homeOf('ana', /^\*News\* enabled by <?@\S+ · .*\[Undo\]$/m);
});

test('shows an upload while it is in progress, and then its result', async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack } = house;
  house.service.faults.add({ match: { path: /add-/ }, fault: { kind: 'status', status: 503 } });
  const place = await startUpload(house, await goodZip());
  await saying(house, place, 'Uploading');
  await slack.as(slack.people.ana).openHome();
  await homeOf('ana', /Uploading \*[^*]+\* ·/);
  house.service.faults.clear();
  await homeOf('ana', /\*[^*]+\* uploaded · /);
});

test('shows each state of an upload without being opened again', async () => {
  house = await startHouse({ mode: 'http' });
  const slow = await startSlowService(house);
  const bot = await replaceBot(house, { service: slow.client, uploads: { gatherMs: 10 } });
  try {
    await openHome();
    const letGo = slow.hold(/add-capability/);
    await startUpload(house, await goodZip());
    await homeOf('ana', /Uploading \*Tides\* · step 3 of 4, sending/);
    letGo();
    await homeOf('ana', /\*Tides\* uploaded · /);
  } finally {
    await bot.stop();
    await slow.close();
  }
});

test('shows there too that the service is down', async () => {
  house = await startHouse({ mode: 'http' });
  house.service.faults.add({ match: {}, fault: { kind: 'status', status: 503 } });
  const home = await openHome();
  expect(renderText(home)).toContain('The voice service returned an internal error.');
  house.service.faults.clear();
  await house.slack.as(house.slack.people.ana).click(home, { text: 'Try again' });
  const drawn = await house.slack.waitFor(({ views }) =>
    views.find(({ definition, type }) => type === 'home' && renderText(definition).includes('3 not installed')),
  );
  expect(renderText(drawn.definition)).not.toContain('internal error');
});
