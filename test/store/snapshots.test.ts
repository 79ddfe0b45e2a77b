import { describe, expect, test } from 'vitest';
import { openTestStore, storeKinds } from './stores.ts';

const at = (ms: number) => new Date(1_800_000_000_000 + ms);

describe.each(storeKinds)('what an account looked like, on %s', (kind) => {
  test('is what was saved last, for all processes, until it is forgotten', async () => {
    const { reopen, store } = await openTestStore(kind);
    const [here, there] = [store.of('T1').snapshot, (await reopen()).of('T1').snapshot];
    expect(await here.read()).toBeNull();
    await here.save('{"v":1}', at(0));
    expect(await there.read()).toEqual({ takenAt: at(0), document: '{"v":1}' });
    await there.save('Ünder 🚀', at(5));
    expect(await here.read()).toEqual({ takenAt: at(5), document: 'Ünder 🚀' });
    await here.forget();
    expect(await there.read()).toBeNull();
  });

  test('may be large', async () => {
    const { store } = await openTestStore(kind);
    const document = JSON.stringify(Array.from({ length: 50_000 }, (_, id) => ({ id, name: `Ability ${id}` })));
    await store.of('T1').snapshot.save(document, at(0));
    expect((await store.of('T1').snapshot.read())?.document === document).toBe(true);
  });

  test('of another workspace is not there', async () => {
    const { store } = await openTestStore(kind);
    const [here, there] = [store.of('T1').snapshot, store.of('T2').snapshot];
    await here.save('here', at(0));
    expect(await there.read()).toBeNull();
    await there.save('there', at(1));
    await there.forget();
    expect(await here.read()).toEqual({ takenAt: at(0), document: 'here' });
  });
});
