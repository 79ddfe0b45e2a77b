import { describe, expect, test } from 'vitest';
import type { AuditQuery } from '../../src/store/audit-record.ts';
import { begunAs, ENDED, setUpAuditLog, target } from './set-up-audit-log.ts';
import { storeKinds } from './stores.ts';

type Filters = Omit<AuditQuery, 'page' | 'perPage'>;

describe.each(storeKinds)('finding attempts on %s', (kind) => {
  /** Records attempts about things with these names, and returns what a query finds of them, newest first. */
  async function setUp(...names: string[]) {
    const set = await setUpAuditLog(kind);
    for (const name of names) await set.add({ targets: [target(name)] });
    const found = async (filters: Filters) => {
      const { records, total } = await set.log.list({ ...filters, page: 1, perPage: 50 });
      expect(total).toBe(records.length);
      return records.map(({ targets, verb }) => targets[0]?.name ?? verb);
    };
    return { ...set, found };
  }

  test('gives pages, newest first, and the number on all of them', async () => {
    const { add, log } = await setUp();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await add());
    const page = async (number: number) => {
      const { records, total } = await log.list({ page: number, perPage: 2 });
      expect(total).toBe(5);
      return records.map(({ id }) => id);
    };
    expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
    ]);
  });

  test('gives a decided request as part of its decision, also to who looks for the requester, and by its ref', async () => {
    const { add, found, log, store } = await setUp();
    const waiting = await add({ verb: 'delete', userId: 'U2' }, { outcome: 'unchanged' });
    const decided = await add({ verb: 'delete', userId: 'U2', ref: 'c3d4' }, { outcome: 'unchanged' });
    const request = { askedBy: 'U2', verb: 'delete' };
    await add({ verb: 'approve', userId: 'U3', targets: [target('Timer')] }, { request, folds: decided });
    // Another workspace cannot hide it.
    const elsewhere = store.of('T2').auditLog;
    const id = log.newId();
    await elsewhere.begin(begunAs(id));
    await elsewhere.end(id, { ...ENDED, folds: waiting });
    expect(await found({})).toEqual(['Timer', 'Weather']);
    expect(await found({ userId: 'U2' })).toEqual(['Timer', 'Weather']);
    expect(await found({ userId: 'U3' })).toEqual(['Timer']);
    expect(await found({ ref: 'c3d4' })).toEqual(['Weather']);
  });

  test('goes by the order of beginning if the clock stops or goes back', async () => {
    const { add, clock, log } = await setUp();
    const first = await add();
    clock.move(-1000);
    const second = await add();
    const { records } = await log.list({ page: 1, perPage: 9 });
    expect(records.map(({ id }) => id)).toEqual([second, first]);
  });

  test.each([
    ['a part of a name', 'eath', ['Weather Now', 'weather']],
    ['a part in any case', 'WEATHER', ['Weather Now', 'weather']],
    ['the whole of it', 'Weather Now', ['Weather Now']],
    ['letters beyond ASCII in any case', 'übers', ['ÜBERSICHT']],
    ['an accent that is written in two parts', 'u\u0308bersicht', ['ÜBERSICHT']],
    ['nothing, which is all', '', ['a\\b', 'a_b', 'a%b', 'axb', 'ÜBERSICHT', 'Weather Now', 'weather']],
    ['what is nowhere', 'radio', []],
    ['a percent sign, which is no wildcard', 'a%b', ['a%b']],
    ['an underscore, which is none either', 'a_b', ['a_b']],
    ['a backslash', 'a\\b', ['a\\b']],
    ['a lone percent sign', '%', ['a%b']],
    ['a backslash at the end', '\\', ['a\\b']],
    ['a quotation mark', `'`, []],
    ['more than any name', 'x'.repeat(100_000), []],
    ['a NUL', 'a\0b', []],
  ])('looks for %s', async (_, name, expected) => {
    const { found } = await setUp('weather', 'Weather Now', 'ÜBERSICHT', 'axb', 'a%b', 'a_b', 'a\\b');
    expect(await found({ name })).toEqual(expected);
  });

  test('finds every target separately, those of the beginning and those of the end', async () => {
    const { add, found } = await setUp();
    await add({ verb: 'one', targets: [] }, { targets: [target('Radio'), target('Weather')] });
    await add({ verb: 'two', targets: [target('Radio'), target(null)] }, null);
    await add({ verb: 'three', targets: [] }, null);
    expect(await found({ name: 'radio' })).toEqual(['Radio', 'one']);
    expect(await found({ name: 'weather' })).toEqual(['one']);
    expect(await found({ name: 'radio\nweather' })).toEqual([]);
    expect(await found({ name: 'dio wea' })).toEqual([]);
  });

  test('goes by person, number, time and outcome, and by all of them together', async () => {
    const { add, clock, found } = await setUp('a');
    const [since, secondAt] = [new Date(clock.at), clock.at];
    await add({ userId: 'U2', targets: [target('b')] }, { outcome: 'refused' });
    await add({ userId: 'U2', ref: 'ffff', targets: [target('c')] }, { outcome: 'failed' });
    await add({ ref: 'ffff', targets: [target('d')] }, null);
    expect(await found({ userId: 'U2' })).toEqual(['c', 'b']);
    expect(await found({ userId: 'U3' })).toEqual([]);
    expect(await found({ ref: 'ffff' })).toEqual(['d', 'c']);
    expect(await found({ since })).toEqual(['d', 'c', 'b']);
    expect(await found({ until: since })).toEqual(['a']);
    expect(await found({ since, until: new Date(secondAt + 1) })).toEqual(['b']);
    expect(await found({ outcomes: ['refused', 'failed'] })).toEqual(['c', 'b']);
    expect(await found({ outcomes: ['unchanged'] })).toEqual([]);
    expect(await found({ outcomes: [] })).toEqual(['d', 'c', 'b', 'a']);
    expect(await found({ userId: 'U2', ref: 'ffff', since, name: 'C', outcomes: ['failed'] })).toEqual(['c']);
    expect(await found({ userId: 'U2', ref: 'ffff', since, name: 'd' })).toEqual([]);
  });
});
