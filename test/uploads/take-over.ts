import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Locks } from '../../src/core/locks.ts';
import type { UploadState } from '../../src/store/upload-record.ts';
import { useAccounts } from '../core/operations/account.ts';
import { HandClock } from '../hand-clock.ts';
import { ADD, type Bench, openBench, REFUSAL, type StoreKind } from './upload-bench.ts';

/** How a process dies: right after a state was written, or after the work was done but before anything was recorded. */
const WAYS = ['dieAt', 'loseLeaseAt'] as const;

const each = <S extends string>(states: readonly S[]) =>
  states.flatMap((state) => WAYS.map((way) => [state, way] as const));

const agentsWith = async ({ account }: Bench, id: number) =>
  (await account.context.service.listAgents())
    .filter(({ abilityIds }) => abilityIds?.some((other) => other === id))
    .map(({ name }) => name);

/** The states in which a process dies. */
interface TakenOver {
  fresh: readonly UploadState[];
  update: readonly UploadState[];
  replacement: readonly UploadState[];
  putBack: readonly UploadState[];
}

export const EVERY_STATE: TakenOver = {
  fresh: ['accepted', 'fetching', 'inspecting', 'sending', 'confirming', 'verifying'],
  update: ['fetching', 'sending', 'verifying'],
  replacement: ['keeping', 'deleting', 'sending', 'confirming', 'restoring', 'verifying'],
  putBack: ['putting-back', 'restoring'],
};

/** Adds the tests of what another worker does with an upload. */
export function testTakeOver(kind: StoreKind, { fresh, putBack, replacement, update }: TakenOver): void {
  const openAccount = useAccounts({ agentRowsCarryAbilities: true });

  test.each(each(fresh))('a new upload in %s (%s): one Ability, sent once', async (state, way) => {
    const bench = await openBench(await openAccount(), kind);
    const { id } = await bench.accept();
    bench[way](state);
    const ended = await bench.finish(id);
    const [made, ...more] = await bench.named('Tides');
    expect(ended.end).toMatchObject({ kind: 'uploaded', abilityId: made?.id, verdict: { kind: 'confirmed' } });
    expect(more).toEqual([]);
    expect(bench.calls.uploads).toBe(1);
  });

  test.each(each(update))('an update in place in %s (%s): the new code', async (state, way) => {
    const bench = await openBench(await openAccount(), kind);
    const { id } = await bench.askedAbout('Weather');
    await bench.decide(id, { kind: 'update' });
    bench[way](state);
    const [old] = await bench.named('Weather');
    expect((await bench.finish(id)).end).toMatchObject({
      kind: 'updated',
      abilityId: old?.id,
      verdict: { kind: 'confirmed' },
    });
    expect(bench.calls).toEqual({ uploads: 0, deletes: 0 });
  });

  test('an update in place of an Ability that another process changes: it can be cancelled, and is sent afterwards', async () => {
    const bench = await openBench(await openAccount(), kind);
    const { id } = await bench.askedAbout('Weather');
    await bench.decide(id, { kind: 'update' });
    const [weather] = await bench.named('Weather');
    const thing = `ability:${weather?.id}`;
    const other = (await bench.reopen()).of('T1').newLeaseHolder();
    await other.take(thing, 3_600_000);
    // Its own clock: meanwhile nobody renews the lease of the upload.
    const clock = new HandClock();
    bench.tools.locks = new Locks({ leases: bench.store.of('T1').newLeaseHolder(), clock, log: bench.tools.log });
    let sent = 0;
    const { updateRelease } = bench.tools.service;
    bench.meet({
      updateRelease: (...of) => {
        sent += 1;
        return updateRelease(...of);
      },
    });
    let isOver = false;
    const turn = bench.turn().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      clock.move(100);
      await setImmediate();
    }
    const trouble = { sentence: 'Another change to this is in progress.' };
    expect(await turn).toMatchObject({ state: 'accepted', sends: 0, trouble });
    expect(sent).toBe(0);
    await other.release(thing);
    expect((await bench.finish(id)).end).toMatchObject({ kind: 'updated', verdict: { kind: 'confirmed' } });
    expect(sent).toBe(1);
  });

  test.each(each(replacement))(
    'a replacement in %s (%s): the new one once, with all that the old one had',
    async (state, way) => {
      const bench = await openBench(await openAccount(), kind);
      const [old, before] = [await bench.account.ability('Weather'), await bench.account.installed('Weather')];
      const agents = await agentsWith(bench, old.id);
      const { id } = await bench.replacing('Weather');
      bench[way](state);
      const { end } = await bench.finish(id);
      const [fresh, ...more] = await bench.named('Weather');
      const verdict = { kind: 'confirmed' };
      expect(end).toMatchObject({ kind: 'uploaded', abilityId: fresh?.id, notRestored: [], verdict });
      expect(fresh?.id).not.toBe(old.id);
      expect(more).toEqual([]);
      expect(await bench.account.installed('Weather')).toMatchObject({
        enabled: before.enabled,
        triggerWords: before.triggerWords,
      });
      expect(fresh && (await agentsWith(bench, fresh.id))).toEqual(agents);
      expect(agents).not.toEqual([]);
      expect(bench.calls).toEqual({ uploads: 1, deletes: 1 });
    },
  );

  test.each(each(putBack))(
    'an old one that is being put back, in %s (%s): back once, with all that it had',
    async (state, way) => {
      const bench = await openBench(await openAccount(), kind);
      const [old, before] = [await bench.account.ability('Weather'), await bench.account.installed('Weather')];
      const agents = await agentsWith(bench, old.id);
      const { id } = await bench.replacing('Weather', { form: { description: 'Other words.' } });
      bench.account.faults.add({ match: ADD, times: 1, fault: REFUSAL });
      bench[way](state);
      const { end } = await bench.finish(id);
      const [back, ...more] = await bench.named('Weather');
      expect(end).toMatchObject({ kind: 'refused-after-delete', backAs: back?.id, notRestored: [] });
      expect(more).toEqual([]);
      expect(back?.description).toBe(old.description);
      expect(await bench.account.installed('Weather')).toMatchObject({
        enabled: before.enabled,
        triggerWords: before.triggerWords,
      });
      expect(back && (await agentsWith(bench, back.id))).toEqual(agents);
      expect(bench.calls.uploads).toBe(2);
    },
  );
}
