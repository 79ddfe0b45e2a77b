import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { runSql } from '../store/run-sql.ts';
import { storeKinds } from '../store/stores.ts';
import { disableTogether, shareList, switchTwoRows, toggleAndChangeWords } from './pairs.ts';
import { installedRow } from './reading.ts';
import { startTwoBots, type TwoBots } from './two-bots.ts';

const LONG_MS = 60_000;
const HOUR = 60 * 60_000;

/** Ana's Home tab once it shows this text, after that revision. */
const homeOf = ({ slack }: TwoBots, words: RegExp, after = -1) =>
  slack.nextView(
    (view) => view.type === 'home' && view.userId === slack.people.ana.id && words.test(renderText(view)),
    { after },
  );

describe.runIf(storeKinds.includes('postgresql'))('two bots on one PostgreSQL', () => {
  test('toggle an Ability and change its trigger words at the same time: neither is lost', {
    timeout: LONG_MS,
  }, async () => {
    const house = await startTwoBots();
    house.use(null);
    expect(await toggleAndChangeWords(house, 20)).toEqual([]);
  });

  test('disable the same Ability at the same time: one of them does it', { timeout: LONG_MS }, async () => {
    const house = await startTwoBots();
    house.use(null);
    expect(await disableTogether(house, 20)).toEqual(Array(20).fill({ puts: 1, done: 1 }));
  });

  test('switch two rows of one shared message: the last edit shows both', { timeout: LONG_MS }, async () => {
    const house = await startTwoBots();
    house.use(null);
    expect(await switchTwoRows(house, 10)).toEqual([]);
  });

  test('redraw a Home tab that was opened at the other, also after a restart', { timeout: LONG_MS }, async () => {
    const house = await startTwoBots();
    const { bot, other, slack } = house;
    const [ana, ben] = [slack.as(slack.people.ana), slack.as(slack.people.ben)];
    house.use(other);
    await ana.openHome();
    const opened = await homeOf(house, /\*News\* {2}Enabled/);
    house.use(bot);
    await ben.command('disable News');
    const disabled = await homeOf(house, /\*News\* {2}Disabled/, opened.revision);
    house.use(await house.startAnother());
    await other.stop();
    await ben.command('enable News');
    await homeOf(house, /\*News\* {2}Enabled/, disabled.revision);
  });

  test('undo at one what the other did: the shared message shows it', { timeout: LONG_MS }, async () => {
    const house = await startTwoBots();
    const { bot, other, slack } = house;
    const ana = slack.as(slack.people.ana);
    house.use(bot);
    const shared = await shareList(house);
    const drawn = (words: string) => (message: Message) => message.ts === shared.ts && message.text.includes(words);
    const told = (words: string) => (message: Message) =>
      message.ephemeralFor === ana.person.id && message.text.includes(words);
    await ana.click(shared, { text: 'Disable News' });
    const disabled = await slack.nextMessage(told('News disabled by'));
    const { revision } = await slack.nextMessage(drawn('News: disabled'));
    house.use(other);
    await ana.click(disabled, { text: 'Undo' });
    const undone = await slack.nextMessage(told('Undone'));
    const enabled = await slack.nextMessage(drawn('News: enabled'), { after: revision });
    // The undo is a change of the same message.
    house.use(bot);
    await ana.click(undone, { text: 'Redo' });
    await slack.nextMessage(drawn('News: disabled'), { after: enabled.revision });
  });

  test('say so when they wait for each other too long, and change nothing', { timeout: LONG_MS }, async () => {
    // Time flies for what waits, but not for the service.
    const monotonic = () => 60 * systemClock.monotonic();
    const house = await startTwoBots({ clock: { ...systemClock, monotonic } });
    const { slack, store } = house;
    const ana = slack.as(slack.people.ana);
    const { id } = await installedRow(house, 'News');
    const lease = store.of(slack.teamId).newLeaseHolder();
    await lease.take(`installed:${id}`, HOUR);
    await ana.command('disable News');
    const busy = await slack.nextMessage(({ text }) => text.startsWith('Another change to this is in progress'));
    expect(busy.text).toContain('so nothing changed. Try again in a moment.');
    expect((await installedRow(house, 'News')).enabled).toBe(true);
    const { records } = await store.of(slack.teamId).auditLog.list({ page: 1, perPage: 9 });
    expect(records).toMatchObject([{ verb: 'disable', ended: { outcome: 'refused', why: 'busy' } }]);
    await lease.release(`installed:${id}`);
    await ana.click(busy, { text: 'Try again' });
    await slack.nextMessage(({ text }) => text.includes('News disabled by'));
    expect((await installedRow(house, 'News')).enabled).toBe(false);
  });

  test('do not wait for a bot that was killed longer than its leases last', { timeout: LONG_MS }, async () => {
    const house = await startTwoBots();
    const { config, slack, store } = house;
    const { id } = await installedRow(house, 'News');
    await store.of(slack.teamId).newLeaseHolder().take(`installed:${id}`, HOUR);
    await slack.as(slack.people.ana).command('disable News');
    // PostgreSQL decides by its own clock, so the lease gets older instead.
    await runSql(config.store, `update leases set until = until - ${HOUR} where thing = 'installed:${id}'`);
    await slack.nextMessage(({ text }) => text.includes('News disabled by'));
  });
});
