import { expect, test } from 'vitest';
import { CachedByTenant } from '../../../src/app/multi/kept-by-tenant.ts';
import { LocalNotices, type ReceivedNotice } from '../../../src/store/notices.ts';

/** Notices of other processes, which a test can stop hearing. */
class OtherProcesses extends LocalNotices {
  isHeard = true;

  override get isListening(): boolean {
    return this.isHeard;
  }

  hearFromOther(notice: ReceivedNotice): void {
    this.pass(notice, false);
  }
}

function open() {
  const notices = new OtherProcesses();
  const kept = new CachedByTenant<string>(notices);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return `read ${reads}`;
  };
  return { kept, notices, get: (id = 'T1') => kept.get(id, read) };
}

const changed = (tenantId: string): ReceivedNotice => ({ kind: 'installation-changed', tenantId });

test('what was read is kept until it is changed, here or elsewhere', async () => {
  const { get, notices } = open();
  expect([await get(), await get()]).toEqual(['read 1', 'read 1']);
  notices.send({ kind: 'installation-changed', tenantId: 'T1' });
  expect([await get(), await get()]).toEqual(['read 2', 'read 2']);
  notices.hearFromOther(changed('T1'));
  expect([await get(), await get()]).toEqual(['read 3', 'read 3']);
  notices.hearFromOther(changed('T2'));
  notices.hearFromOther({ kind: 'settings-changed', tenantId: 'T1' });
  expect(await get()).toBe('read 3');
});

test('everything is forgotten once notices were missed', async () => {
  const { get, notices } = open();
  expect([await get('T1'), await get('T2')]).toEqual(['read 1', 'read 2']);
  notices.hearFromOther({ kind: 'missed' });
  expect([await get('T1'), await get('T2')]).toEqual(['read 3', 'read 4']);
});

test('while notices are not heard, it is read each time', async () => {
  const { get, notices } = open();
  await get();
  notices.isHeard = false;
  expect([await get(), await get()]).toEqual(['read 2', 'read 3']);
});

test.each([changed('T1'), { kind: 'missed' } as const])(
  'a read that began before %j is not kept after it',
  async (notice) => {
    const { get, kept, notices } = open();
    let arrive = (_found: string) => {};
    const before = kept.get(
      'T1',
      () =>
        new Promise<string>((resolve) => {
          arrive = resolve;
        }),
    );
    notices.hearFromOther(notice);
    arrive('what was before');
    expect(await before).toBe('what was before');
    expect(await get()).toBe('read 1');
  },
);

test('missing and unreadable entries are not cached', async () => {
  const { get, kept } = open();
  expect(await kept.get('T1', async () => null)).toBeNull();
  await expect(kept.get('T1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await get()).toBe('read 1');
});
