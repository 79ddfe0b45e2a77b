import { AbilityId } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { readLastDeletion } from '../../../src/core/features/delete/last-deletion.ts';
import { useAccounts } from './account.ts';

const openAccount = useAccounts();

test('a deletion is found by the Ability and its installed records, in an older record only by the Ability', async () => {
  const { ability, context, installed } = await openAccount();
  const [news, newsRow] = [await ability('News'), await installed('News')];
  const byAbility = () => readLastDeletion({ by: 'ability', id: news.id }, context);
  const byRow = () => readLastDeletion({ by: 'installed', id: newsRow.id }, context);
  const other = { id: AbilityId.parse(1), name: 'Other' };
  await context.undoLog.record('U0CAM', { kind: 'deleted', items: [other] });
  expect([await byAbility(), await byRow()]).toEqual([null, null]);
  await context.undoLog.record('U0BEN', { kind: 'deleted', items: [other, { id: news.id, name: 'News' }] });
  expect([await byAbility(), await byRow()]).toMatchObject([{ name: 'News', userId: 'U0BEN' }, null]);
  const items = [{ id: news.id, name: 'Daily News', installedIds: [newsRow.id] }];
  await context.undoLog.record('U0ANA', { kind: 'deleted', items });
  const latest = { name: 'Daily News', userId: 'U0ANA', at: expect.any(Date) };
  expect([await byAbility(), await byRow()]).toEqual([latest, latest]);
});
