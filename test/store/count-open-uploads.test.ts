import { describe, expect, test } from 'vitest';
import { newUpload } from './new-upload.ts';
import { END, LEASE, setUpUploads } from './set-up-uploads.ts';
import { storeKinds } from './stores.ts';

describe.each(storeKinds)('counting the open uploads on %s', (kind) => {
  test('by state, of all workspaces, until their end was told; waiting are those that are due and not held', async () => {
    const { add, claim, clock, uploads } = await setUpUploads(kind);
    const counts = async () => {
      const { byState, waiting } = await uploads.countOpen();
      return [Object.fromEntries([...byState].filter(([, count]) => count > 0)), waiting];
    };
    expect(await counts()).toEqual([{}, 0]);
    await add('u1', 'u2', 'u3');
    await uploads.add(newUpload('other', { teamId: 'T2' }));
    expect(await counts()).toEqual([{ accepted: 4 }, 4]);
    await uploads.save({ ...(await claim()), state: 'sending' }, 'a');
    expect(await counts()).toEqual([{ accepted: 3, sending: 1 }, 3]);
    clock.move(LEASE + 1);
    expect(await counts()).toEqual([{ accepted: 3, sending: 1 }, 4]);
    await uploads.decide('u2', null, ['accepted'], () => ({ state: 'asking', dueAt: clock.at + 1 }));
    await uploads.decide('u3', null, ['accepted'], () => ({ state: 'cancelled', end: END }));
    expect(await counts()).toEqual([{ accepted: 1, sending: 1, asking: 1, cancelled: 1 }, 3]);
    await uploads.markTold('u3', null);
    expect(await counts()).toEqual([{ accepted: 1, sending: 1, asking: 1 }, 2]);
  });
});
