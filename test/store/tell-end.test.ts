import { describe, expect, test } from 'vitest';
import { LEASE, setUpUploads } from './set-up-uploads.ts';
import { storeKinds } from './stores.ts';

describe.each(storeKinds)('the end of an upload on %s', (kind) => {
  test('is due until it is reported, and then never again', async () => {
    const { add, claim, clock, uploads } = await setUpUploads(kind);
    await add('u1');
    await uploads.save({ ...(await claim()), state: 'done' }, 'a');
    clock.move(LEASE);
    await claim('b');
    await uploads.markTold('u1', 'a');
    clock.move(LEASE);
    await claim('c');
    await uploads.markTold('u1', 'c');
    clock.move(10 * LEASE);
    expect(await uploads.claimNext('d', LEASE)).toBeNull();
    expect(await uploads.nextDueAt()).toBeNull();
  });

  test('can also be marked without a lease', async () => {
    const { add, claim, clock, uploads } = await setUpUploads(kind);
    await add('u1');
    await uploads.save({ ...(await claim()), state: 'done' }, 'a');
    await uploads.markTold('u1', null);
    clock.move(LEASE);
    expect(await uploads.claimNext('b', LEASE)).toBeNull();
  });

  test('cannot be marked for what has not ended', async () => {
    const { add, claim, uploads } = await setUpUploads(kind);
    await add('u1');
    await uploads.markTold('u1', null);
    expect((await claim()).id).toBe('u1');
  });

  test('is open again after "Try again"', async () => {
    const { add, claim, clock, uploads } = await setUpUploads(kind);
    await add('u1');
    await uploads.save({ ...(await claim()), state: 'failed' }, 'a');
    await uploads.markTold('u1', 'a');
    await uploads.decide('u1', null, ['failed'], () => ({ state: 'accepted', dueAt: clock.at }));
    expect(await claim('b')).toMatchObject({ id: 'u1', state: 'accepted' });
  });

  test('stays told when something else of it is decided', async () => {
    const { add, claim, uploads } = await setUpUploads(kind);
    await add('u1');
    await uploads.save({ ...(await claim()), state: 'failed' }, 'a');
    await uploads.markTold('u1', 'a');
    await uploads.decide('u1', null, ['failed'], () => ({ refusal: 'no' }));
    expect(await uploads.claimNext('b', LEASE)).toBeNull();
  });
});
