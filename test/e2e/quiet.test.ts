import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';
import { SkippingClock } from '../skipping-clock.ts';
import { installedRow, otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { listenTo, textOf } from './saying.ts';
import { type House, startHouse } from './start-house.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SWITCH_OF_NEWS = async () => ({
  method: 'PUT',
  path: new RegExp(`edit-installed-capability/${(await installedRow(house, 'News')).id}\\b`),
});

let clock: SkippingClock;
let house: House;
let stopLater: () => Promise<void>;
beforeEach(async () => {
  clock = new SkippingClock();
  stopLater = async () => {};
  house = await startHouse({ mode: 'http', clock, service: { agentRowsCarryAbilities: true } });
});
afterEach(async () => {
  await stopLater();
  await house.close();
});

const ana = () => house.slack.as(house.slack.people.ana);
const ben = () => house.slack.as(house.slack.people.ben);
const { says, saying } = listenTo(() => house);

/** Its Ability was deleted, so the service lets nobody change it. */
const ORPHAN = 'Old Jukebox';

/** The names of the Abilities that are enabled on the account. */
const enabled = async (): Promise<string[]> => {
  const rows = await otherCaller(house).listInstalledAbilities();
  return rows.flatMap((row) => (row.enabled && row.name !== ORPHAN ? [row.name] : [])).sort();
};

test('quiet disables everything that is on, and its end enables exactly that', async () => {
  const before = await enabled();
  expect(before.length).toBeGreaterThan(5);
  const told = await says(ana(), 'quiet for 30m', /Everything is quiet until/);
  expect(textOf(told)).toContain(`${before.length} Abilities disabled by you`);
  expect(await enabled()).toEqual([]);
  clock.skip(30 * MINUTE);
  await saying(/Quiet is over/);
  expect(await enabled()).toEqual(before);
  expect(textOf(await says(ana(), 'resume', /Nothing is quiet/))).toContain('nothing changed');
});

test('only the planned end is announced as a public post, because Resume answers privately', async () => {
  const { channels, people } = house.slack;
  const after = house.slack.transcript.revision;
  await ana().command('quiet for 30m', { channel: channels.general });
  const told = await saying(/Everything is quiet until/, after);
  expect(textOf(told)).toContain("When the time is up, I'll post the result in");
  await ana().click(told, { text: 'Resume' });
  expect(await saying(/Quiet ended by you/)).toMatchObject({ ephemeralFor: people.ana.id });
});

test('others see quiet at the top of their list, by whom and until when, and can end it there', async () => {
  const { people } = house.slack;
  const after = house.slack.transcript.revision;
  const listOf = async () => {
    const from = house.slack.transcript.revision;
    await ben().command('list', { channel: house.slack.channels.ops });
    return house.slack.nextMessage(({ text }) => text.includes('Abilities ·'), { after: from });
  };
  expect(textOf(await listOf())).not.toContain('quiet');
  await says(ana(), 'quiet for 30m', /Everything is quiet until/);
  const list = await listOf();
  const line = textOf(list).split('\n')[1];
  expect(line).toMatch(/^Everything is quiet until .* {2}\[Resume\]$/);
  expect(line).toContain(`by @${people.ana.id} · `);
  expect(list.text).toContain('Everything is quiet until');
  await ben().click(list, { text: 'Resume' });
  // The same list, without the line.
  const ended = await house.slack.nextMessage(({ text, ts }) => ts === list.ts && text.includes('Quiet ended'), {
    after,
  });
  expect(textOf(ended)).not.toContain('Everything is quiet');
  expect(textOf(ended)).toMatch(/\*Weather\* {2}Enabled .*\[Disable\]/);
});

test('a list that a viewer shows in the channel has Resume for those who may use it', async () => {
  await says(ana(), 'quiet for 30m', /Everything is quiet until/);
  const store = await house.openStore();
  await house.bot.stop();
  const settings = { ...EMPTY_SETTINGS, memberRole: 'viewer' } as const;
  await store.of(house.slack.teamId).settings.save(settings, house.slack.people.ana.id);
  const bot = await replaceBot(house, { clock });
  stopLater = () => bot.stop();
  const own = await says(ben(), 'list', /\*Abilities\* ·/);
  expect(textOf(own)).not.toContain('[Resume]');
  const after = house.slack.transcript.revision;
  await ben().click(own, { text: 'Show in channel' });
  expect(textOf(await saying(/Shown by/, after))).toContain('[Resume]');
});

test('quiet of one Agent leaves the others, and lasts until someone resumes', async () => {
  const before = await enabled();
  const told = await says(ana(), 'quiet Nova', /Nova\W* is quiet until someone resumes/);
  const during = await enabled();
  expect(during.length).toBeGreaterThan(0);
  expect(during.length).toBeLessThan(before.length);
  clock.skip(24 * HOUR);
  await ana().click(told, { text: 'Resume' });
  await saying(/Quiet on \W?Nova\W? ended by/);
  expect(await enabled()).toEqual(before);
});

test('what somebody changed meanwhile stays as they made it, and is named', async () => {
  const before = await enabled();
  await says(ana(), 'quiet for 30m', /Everything is quiet until/);
  await says(ben(), 'enable News', /News\W* enabled by/);
  await says(ben(), 'disable News', /News\W* disabled by/);
  await says(ben(), 'enable Weather', /Weather\W* enabled by/);
  const timer = await installedRow(house, 'Timer');
  await otherCaller(house).setInstalledAbility(timer, { enabled: true, triggerWords: timer.triggerWords });
  clock.skip(30 * MINUTE);
  const told = textOf(await saying(/Quiet is over/));
  expect(told).toMatch(/News\W* \(disabled by <?@/);
  expect(told).toMatch(/Weather\W* \(enabled by <?@/);
  expect(told).toMatch(/Timer\W* \(enabled outside Slack\)/);
  expect(await enabled()).toEqual(before.filter((name) => name !== 'News'));
});

test('a second quiet extends the first, and of two that overlap the last one enables', async () => {
  const before = await enabled();
  await says(ana(), 'quiet for 30m', /Everything is quiet until/);
  await says(ana(), 'quiet for 2h', /Everything stays quiet until .*, instead of until/);
  await says(ben(), 'quiet Nova for 4h', /Nova\W* is quiet until/);
  clock.skip(HOUR);
  expect(await enabled()).toEqual([]);
  clock.skip(HOUR);
  await saying(/Quiet is over/);
  const between = await enabled();
  expect(between.length).toBeGreaterThan(0);
  expect(between.length).toBeLessThan(before.length);
  clock.skip(2 * HOUR);
  await saying(/Quiet on \W?Nova\W? is over/);
  expect(await enabled()).toEqual(before);
});

test('one that cannot be enabled is named, and tried again', async () => {
  const before = await enabled();
  await says(ana(), 'quiet for 30m', /Everything is quiet until/);
  house.service.faults.add({ match: await SWITCH_OF_NEWS(), fault: { kind: 'status', status: 500, body: {} } });
  clock.skip(30 * MINUTE);
  const told = textOf(await saying(/Quiet is over as planned by .*, but only for some Abilities\./));
  expect(told).toMatch(/News\W* not(?: confirmed as)? enabled/);
  expect(told).toContain("I'll retry the failed ones at");
  expect(await enabled()).toEqual(before.filter((name) => name !== 'News'));
  house.service.faults.clear();
  clock.skip(MINUTE);
  await saying(/1 Ability enabled: \W?News/);
  expect(await enabled()).toEqual(before);
});

test('it ends in the process that runs then; after more than an hour the person is asked', async () => {
  const before = await enabled();
  await says(ana(), 'quiet Nova for 30m', /Nova\W* is quiet until/);
  await says(ana(), 'quiet Echo for 2h', /Echo\W* is quiet until/);
  await house.bot.stop();
  clock.skip(HOUR);
  let bot = await replaceBot(house, { clock });
  stopLater = () => bot.stop();
  await saying(/Quiet on \W?Nova\W? is over as planned by .*, 30 minutes late/);
  const between = await enabled();
  await bot.stop();
  clock.skip(3 * HOUR);
  bot = await replaceBot(house, { clock });
  const asked = await saying(
    /planned change \W?Resume\W*, due [\s\S]* because I wasn't running then\. Nothing changed/,
  );
  expect(await enabled()).toEqual(between);
  await ana().click(asked, { text: 'Resume' });
  await saying(/Quiet on \W?Echo\W? is over/);
  expect(await enabled()).toEqual(before);
});

test('what a killed process had begun more than an hour ago is not called unchanged', async () => {
  await says(ana(), 'quiet for 30m', /Everything is quiet until/);
  await house.bot.stop();
  const { channels, teamId } = house.slack;
  const store = await house.openStore();
  const schedules = store.of(teamId).schedulesOf(null);
  const [end] = await schedules.list();
  if (!end) throw new Error('Nothing is planned.');
  await schedules.plan(end, Date.now());
  const [begun] = await store.schedules.takeDue(1, 0, null);
  if (!begun) throw new Error('It is not due.');
  await store.schedules.showIn(begun, { channel: channels.ops.id, ts: '1741097000.000200' });
  clock.skip(2 * HOUR);
  const bot = await replaceBot(house, { clock });
  stopLater = () => bot.stop();
  await saying(/planned change \W?Resume[\s\S]*Some changes may have been made/);
});

test('nothing is enabled for somebody who has lost the role, and they are told', async () => {
  await says(ben(), 'quiet for 30m', /Everything is quiet until/);
  const store = await house.openStore();
  await house.bot.stop();
  const settings = { ...EMPTY_SETTINGS, memberRole: 'viewer' } as const;
  await store.of(house.slack.teamId).settings.save(settings, house.slack.people.ana.id);
  clock.skip(30 * MINUTE);
  const bot = await replaceBot(house, { clock });
  stopLater = () => bot.stop();
  await saying(/planned change \W?Resume[\s\S]* because they no longer have the required role/);
  expect(await enabled()).toEqual([]);
});

test('it ends at a time, and the words that people use mean it too', async () => {
  await says(ana(), 'quiet until 2020-01-01 9:00', /time has passed, so/);
  await says(ana(), 'quiet until 2099-01-01 9:00', /That time is more than 30 days away, so/);
  await says(ana(), 'quiet Nova tomorrow at 9:00', /begins immediately/);
  await says(ana(), 'mute until noon', /Everything is quiet until/);
  await says(ana(), 'quiet until noon', /Everything stays quiet until [^,]*·/);
  await says(ana(), 'unmute', /Quiet ended by/);
  // One such word asks first, since names begin with it too.
  await ana().command('stop all');
  await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'quiet');
  expect(await enabled()).not.toEqual([]);
  await says(ana(), 'stop watch', /stop watch/);
  await says(ana(), 'quiet until tonight', /can't read “tonight” as a time/);
});

test('undo ends it too, and the audit log has one entry for each', async () => {
  const before = await enabled();
  await says(ana(), 'quiet', /Everything is quiet until someone resumes/);
  await says(ana(), 'undo', /Undone/);
  expect(await enabled()).toEqual(before);
  await says(ana(), 'resume', /Nothing is quiet/);
  const { records } = await (await house.openStore()).of(house.slack.teamId).auditLog.list({ page: 1, perPage: 10 });
  expect(records.map(({ verb, ended }) => [verb, ended?.outcome]).toReversed()).toEqual([
    ['quiet', 'done'],
    ['undo', 'done'],
    ['resume', 'refused'],
  ]);
});

test('the shortcut and the form do the same, and Home offers to resume', async () => {
  const before = await enabled();
  await ana().shortcut('quiet-agents');
  const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'quiet');
  const [all = ''] = /All Agents · \d+ enabled/.exec(renderText(form)) ?? [];
  await ana().submit(form, { Agent: all, 'For how long?': '30 minutes' });
  await saying(/Everything is quiet until/);
  expect(await enabled()).toEqual([]);
  await ana().openHome();
  const home = await house.slack.waitFor(({ views }) =>
    views.find((view) => view.type === 'home' && /Everything is quiet/.test(renderText(view))),
  );
  await ana().click(home, { text: 'Resume' });
  const resumed = await house.slack.waitFor(({ views }) =>
    views.find((view) => /Quiet ended by you/.test(renderText(view))),
  );
  expect(renderText(resumed)).not.toContain('✓ changed by you');
  expect(await enabled()).toEqual(before);
});

const quietForm = async () => {
  await ana().command('quiet choose:');
  return house.slack.nextView(({ callbackId, open }) => open && callbackId === 'quiet');
};
const endsAt = async () => {
  const quiets = await (await house.openStore()).of(house.slack.teamId).quietsOf(null).list();
  return quiets.map((quiet) => quiet.endsAt);
};

test('while everything is quiet, the form says until when, and keeps that end unless another is chosen', async () => {
  const before = await enabled();
  await says(ben(), 'quiet for 8h', /Everything is quiet until/);
  const [end] = await endsAt();
  const form = await quietForm();
  expect(renderText(form)).toMatch(/Everything is quiet until .* · by @?\S*ben/i);
  expect(renderText(form)).not.toContain('there is nothing to disable');
  await ana().submit(form);
  expect(textOf(await saying(/Everything stays quiet until/))).not.toContain('instead of');
  expect(await endsAt()).toEqual([end]);
  await ana().submit(await quietForm(), { 'For how long?': 'Until someone resumes' });
  await saying(/Everything stays quiet until someone resumes, instead of/);
  expect(await endsAt()).toEqual([null]);
  await says(ana(), 'resume', /Quiet ended by/);
  expect(await enabled()).toEqual(before);
});

test('an end that the form kept is announced where it was planned, and has passed if the form stayed open', async () => {
  await says(ben(), 'quiet for 30m', /Everything is quiet until/);
  const schedules = (await house.openStore()).of(house.slack.teamId).schedulesOf(null);
  const planned = await schedules.list();
  await ana().submit(await quietForm());
  await saying(/Everything stays quiet until/);
  expect(await schedules.list()).toEqual(planned);
  const late = await quietForm();
  clock.skip(30 * MINUTE);
  await saying(/Quiet is over/);
  await ana().submit(late);
  await saying(/time has passed/);
  expect(await enabled()).not.toEqual([]);
});

test('one Agent keeps its own end, and the account has none to keep', async () => {
  await says(ben(), 'quiet Nova for 8h', /Nova\W* is quiet until/);
  const [end] = await endsAt();
  const form = await quietForm();
  const [nova = ''] = /Nova · \d+ enabled/.exec(renderText(form)) ?? ['Nova · 0 enabled'];
  await ana().submit(form, { Agent: nova });
  await saying(/Nova\W* stays quiet until/);
  expect(await endsAt()).toEqual([end]);
  await ana().submit(await quietForm());
  await saying(/Everything is quiet until someone resumes/);
  expect(await endsAt()).toEqual([end, null]);
});

test('the form takes a date and time, and says at the field if it is no end', async () => {
  const at = (ms: number) => new Date(Math.floor(clock.now() / MINUTE) * MINUTE + ms).toISOString();
  const picking = 'Or until a date and time';
  const wrong = (words: string) =>
    house.slack.nextView(
      ({ callbackId, errors }) => callbackId === 'quiet' && Object.values(errors).join().includes(words),
    );
  await ana().submit(await quietForm(), { [picking]: at(-HOUR) });
  await ana().submit(await wrong('has passed'), { [picking]: at(31 * 24 * HOUR) });
  const end = at(9 * HOUR);
  await ana().submit(await wrong('30 days'), { [picking]: end });
  await saying(/Everything is quiet until/);
  expect(await endsAt()).toEqual([Date.parse(end)]);
});

test('an Agent whose Abilities the service does not report is refused, and the whole account offered', async () => {
  await house.close();
  house = await startHouse({ mode: 'http', clock });
  const before = await enabled();
  const told = await says(ana(), 'quiet Nova for 30m', /can't see which Abilities \W?Nova\W? has/);
  expect(await enabled()).toEqual(before);
  await ana().click(told, { text: 'Quiet all Agents' });
  await saying(/Everything is quiet until/);
  expect(await enabled()).toEqual([]);
  await says(ana(), 'resume', /Quiet ended by/);
  const untilNoon = await says(ana(), 'quiet Nova until noon', /can't see which Abilities \W?Nova\W? has/);
  await ana().click(untilNoon, { text: 'Quiet all Agents' });
  await saying(/Everything is quiet until/);
  expect(await endsAt()).toEqual([expect.any(Number)]);
});

test('a time that cannot be read, and an unknown Agent, change nothing', async () => {
  const before = await enabled();
  await says(ana(), 'quiet Nova for ever', /can't read “ever” as a time/);
  await says(ana(), 'quiet Nov for 1h', /Nov/);
  await says(ana(), 'quiet for Sales', /Sales/);
  await says(ana(), 'quiet "Desk for Sales" for 30m', /Desk for Sales/);
  await says(ana(), 'quiet for 31d', /up to 30 days/);
  for (const line of ['quiet tonight until 6am', 'quiet for the night']) {
    await says(ana(), line, /No Agent is called .*try \W?quiet until 6:00/);
  }
  expect(textOf(await says(ana(), 'quiet Nowhere', /No Agent is called/))).not.toContain('until 6:00');
  await says(ana(), 'disable all until 6:00', /can't disable everything.*use \W?quiet until 6:00/);
  expect(await enabled()).toEqual(before);
});

test('a kill in the middle of quiet is told, Try again does the rest, and its end restores all', async () => {
  const { channels, people, teamId } = house.slack;
  const before = await enabled();
  await house.bot.stop();
  const killed = await house.openStore();
  const tenant = killed.of(teamId);
  const { id: userId } = people.ana;
  // As a killed process leaves it: saved before the first change, and disabled in part.
  const rows = (await otherCaller(house).listInstalledAbilities()).filter(({ name }) => before.includes(name));
  const items = rows.map(({ id, name }) => ({ id, name, since: clock.now(), isDisabled: false }));
  const id = '0123456789abcdef';
  const endsAt = clock.now() + 30 * MINUTE;
  await tenant.quietsOf(null).save({ id, agent: null, userId, startedAt: clock.now(), endsAt, items, tries: 0 });
  const line = `resume due:${id}`;
  await tenant.schedulesOf(null).plan({ id, userId, channelId: null, partOf: null, line }, endsAt);
  for (const row of rows.slice(0, 3)) {
    await otherCaller(house).setInstalledAbility(row, { enabled: false, triggerWords: row.triggerWords });
  }
  await killed.processes.renew(10 * MINUTE);
  const from = { userId, channelId: channels.ops.id, ref: 'abc123' };
  await tenant.auditLog.begin({
    ...from,
    id: tenant.auditLog.newId(),
    verb: 'quiet',
    line: 'quiet for 30m',
    targets: [],
  });
  await killed.processes.leave();
  const bot = await replaceBot(house, { clock, uploads: { pollMs: 20 } });
  stopLater = () => bot.stop();
  const told = await saying(/Interrupted: .*quiet for 30m/);
  expect(told).toMatchObject({ channelId: channels.ops.id, ephemeralFor: userId });
  await ana().click(told, { text: 'Try again' });
  await saying(/Everything stays quiet until/);
  expect(await enabled()).toEqual([]);
  clock.skip(31 * MINUTE);
  await saying(/Quiet is over/);
  expect(await enabled()).toEqual(before);
});
