import { describe, expect, test } from 'vitest';
import { type Account, useAccounts } from './account.ts';
import { cannotUndo, change, undo } from './take-back-steps.ts';

async function setWords({ context, installed }: Account, name: string, triggerWords: string[]) {
  const row = await installed(name);
  await context.service.setInstalledAbility(row, { enabled: row.enabled, triggerWords });
}
async function editWords(account: Account, name: string, add: string[], remove: string[]) {
  const target = { by: 'installed', id: (await account.installed(name)).id } as const;
  return change(account, { verb: 'change-triggers', target, change: { kind: 'edit', add, remove } });
}
describe('trigger words', () => {
  const openAccount = useAccounts();

  test('are as they were, in their order', async () => {
    const account = await openAccount();
    const { triggerWords: before } = await account.installed('Weather');
    const id = await editWords(account, 'Weather', ['fog'], before.slice(0, 2));
    expect(await undo(account, id)).toMatchObject({
      kind: 'undone',
      of: { kind: 'triggers-saved', name: 'Weather', difference: { after: before, removed: ['fog'] } },
    });
    expect((await account.installed('Weather')).triggerWords).toEqual(before);
  });

  test('that somebody changed since stay: the last edit of another is not lost', async () => {
    const account = await openAccount();
    const id = await editWords(account, 'News', ['headlines'], []);
    const words = [...(await account.installed('News')).triggerWords, 'from elsewhere'];
    await setWords(account, 'News', words);
    expect(await undo(account, id)).toEqual(cannotUndo('moved-on', 'News'));
    expect((await account.installed('News')).triggerWords).toEqual(words);
  });

  test('that are back already are not sent', async () => {
    const account = await openAccount();
    const id = await editWords(account, 'News', ['READ the news'], ['read the news']);
    await setWords(account, 'News', ['read the news', 'what is new today']);
    const sent = account.changes().length;
    expect(await undo(account, id)).toEqual(cannotUndo('moved-on', 'News'));
    expect(account.changes()).toHaveLength(sent);
  });

  test('that the service writes in its own way are known again', async () => {
    const account = await openAccount();
    const id = await editWords(account, 'News', ['Headlines'], []);
    await setWords(account, 'News', ['headlines', 'what is new today', 'read the news']);
    expect(await undo(account, id)).toMatchObject({ kind: 'undone' });
  });
});
