import { expect, test } from 'vitest';
import type { UploadAccount } from '../../src/uploads/ports.ts';
import { useAccounts } from '../core/operations/account.ts';
import { openBench } from './upload-bench.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });

/** A bench whose workspace is connected to the account of version 4. */
async function open() {
  const bench = await openBench(await openAccount(), 'libsql');
  bench.tools.account = { kind: 'connected', version: 4 };
  const lose = (account: UploadAccount) => {
    bench.tools.account = account;
    return bench.account.calls().length;
  };
  return { ...bench, lose };
}

test('an upload goes to the account for which it was sent in', async () => {
  const bench = await open();
  const { id } = await bench.accept();
  expect(await bench.finish(id)).toMatchObject({ account: 4, end: { kind: 'uploaded' } });
});

test.each<[UploadAccount, string]>([
  [{ kind: 'connected', version: 5 }, 'This workspace was reconnected to an account in the meantime.'],
  [{ kind: 'none' }, 'This workspace is no longer connected to an account.'],
])('and to no other: %j gives up immediately and says why', async (account, sentence) => {
  const bench = await open();
  const { id } = await bench.accept();
  const before = bench.lose(account);
  expect((await bench.finish(id, 1).catch(() => bench.find(id))).end).toEqual({
    kind: 'given-up',
    sentence,
    effect: 'none',
  });
  expect(bench.account.calls()).toHaveLength(before);
});

test.each<[UploadAccount, string]>([
  [{ kind: 'connected', version: 5 }, 'This workspace was reconnected to an account in the meantime.'],
  [{ kind: 'none' }, 'This workspace is no longer connected to an account.'],
])('nor to one that was lost while it was worked on: %j', async (account, sentence) => {
  const bench = await open();
  const { id } = await bench.accept();
  bench.once('sending', () => void bench.lose(account));
  await bench.turn();
  expect((await bench.find(id)).end).toEqual({ kind: 'given-up', sentence, effect: 'none' });
  expect(bench.account.changes()).toEqual([]);
});

test.each<[UploadAccount['kind'] & ('gone' | 'unreadable'), string]>([
  ['gone', 'The bot is no longer installed in this workspace.'],
  ['unreadable', "I can't read the account's key right now."],
])('where it is %s it waits as for other trouble, and ends in its time', async (kind, sentence) => {
  const bench = await open();
  const { id, giveUpAt } = await bench.accept();
  const before = bench.lose({ kind });
  await bench.turn();
  expect(await bench.find(id)).toMatchObject({ state: 'accepted', trouble: { sentence } });
  const ended = await bench.finish(id, 1000);
  expect(ended.end).toMatchObject({ kind: 'given-up', sentence, effect: 'none' });
  expect(bench.clock.at).toBeGreaterThanOrEqual(giveUpAt);
  expect(bench.account.calls()).toHaveLength(before);
});

test('installed again in time, it goes on', async () => {
  const bench = await open();
  const { id } = await bench.accept();
  bench.lose({ kind: 'gone' });
  await bench.turn();
  bench.lose({ kind: 'connected', version: 4 });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded' });
});

test('a replacement whose old Ability is already deleted reports that it is gone', async () => {
  const bench = await open();
  const { id } = await bench.replacing('Weather');
  bench.once('sending', () => {
    throw new Error('The turn ends here.');
  });
  await bench.turn().catch(() => undefined);
  bench.clock.move(3_600_000);
  bench.lose({ kind: 'none' });
  const ended = await bench.finish(id, 1000);
  expect(ended.end).toMatchObject({ kind: 'given-up', effect: 'old-deleted' });
});
