import { AbilityId, AgentId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const [ECHO, NOVA] = [AgentId.parse(301), AgentId.parse(999_999_999_999_999)];
const ids = (...numbers: number[]) => numbers.map((number) => AbilityId.parse(number));

describe.each(storeKinds)('what was last saved for Agents on %s', (kind) => {
  test('is the same for all processes, the last one counting', async () => {
    const { reopen, store } = await openTestStore(kind);
    const [here, there] = [store.of('T1').assignments, (await reopen()).of('T1').assignments];
    expect(await here.all()).toEqual(new Map());
    await here.save(ECHO, ids(6001, 6002));
    await there.save(NOVA, []);
    await there.save(ECHO, ids(6003));
    expect(await here.all()).toEqual(
      new Map([
        [ECHO, ids(6003)],
        [NOVA, []],
      ]),
    );
    await there.deleteAgent(ECHO);
    expect(await here.all()).toEqual(new Map([[NOVA, []]]));
  });

  test('of another workspace is not there', async () => {
    const { store } = await openTestStore(kind);
    await store.of('T1').assignments.save(ECHO, ids(6001));
    const other = store.of('T2').assignments;
    await other.deleteAbility(AbilityId.parse(6001));
    await other.deleteAgent(ECHO);
    expect(await other.all()).toEqual(new Map());
    expect(await store.of('T1').assignments.all()).toEqual(new Map([[ECHO, ids(6001)]]));
  });

  test('loses an Ability that was deleted', async () => {
    const { store } = await openTestStore(kind);
    const book = store.of('T1').assignments;
    await book.save(ECHO, ids(6001, 6002));
    await book.save(NOVA, ids(6002));
    await book.deleteAbility(AbilityId.parse(6002));
    expect(await book.all()).toEqual(
      new Map([
        [ECHO, ids(6001)],
        [NOVA, []],
      ]),
    );
  });

  test('is left out where this version cannot read it', async () => {
    const { options, store } = await openTestStore(kind);
    const book = store.of('T1').assignments;
    await book.save(ECHO, ids(6001));
    await book.save(NOVA, ids(6002));
    await runSql(options, `update assignments set ability_ids = 'of tomorrow' where agent_id = 301`);
    expect(await book.all()).toEqual(new Map([[NOVA, ids(6002)]]));
  });
});
