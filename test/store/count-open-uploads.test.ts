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
    await uploads.add(newUpload('other', { tenantId: 'T2' }));
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

  test('unfinished ones of a person and of a workspace, which those that have ended are not', async () => {
    const { add, uploads } = await setUpUploads(kind);
    await add('u1', 'u2', 'u3');
    await uploads.add(newUpload('of-another', { userId: 'U2' }));
    await uploads.add(newUpload('elsewhere', { tenantId: 'T2' }));
    const unfinished = () => uploads.countUnfinished('U1');
    expect(await unfinished()).toEqual({ person: 3, workspace: 4 });
    await uploads.decide('u3', null, ['accepted'], () => ({ state: 'cancelled', end: END }));
    expect(await unfinished()).toEqual({ person: 2, workspace: 3 });
    expect(await uploads.isSubmitted('u1')).toBe(true);
    expect(await uploads.isSubmitted('elsewhere')).toBe(false);
  });
});
