import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeLookup } from '../../src/core/changes.ts';
import { saveAssignment } from '../../src/core/features/assign/change-assignment.ts';
import { deleteAbility } from '../../src/core/features/delete/delete-abilities.ts';

import { saveTriggerWords } from '../../src/core/features/triggers.ts';
import type { OperationContext } from '../../src/core/operation-context.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { AbilityRef } from '../../src/core/references.ts';
import { changeOf } from '../../src/core/registry.ts';
import { runIfAllowed } from '../../src/core/run-command.ts';
import type { Change } from '../../src/store/undo-record.ts';
import type { AccountChange } from '../../src/watch/compare.ts';
import {
  type AccountCheck,
  isAtWork,
  readOwnChanges,
  type WatchPorts,
  watchAccount,
} from '../../src/watch/watch-account.ts';
import { type Account, ANA, useAccounts } from '../core/operations/account.ts';
import { goodZip } from '../e2e/zips.ts';
import { makeFolder } from '../make-folder.ts';
import { openTestStore, type storeKinds as StoreKinds, storeKinds } from '../store/stores.ts';

const openAccount = useAccounts();
const EVERY_MS = 5 * 60_000;

/** An account over HTTP and a database, watched by two processes. */
async function setUp(kind: (typeof StoreKinds)[number]) {
  const account = await openAccount();
  const { clock } = account;
  const opened = await openTestStore(kind, { now: clock.now });
  const stores = [opened.store, await opened.reopen()] as const;
  const { store } = opened;
  const undoLog = store.of('T1').undoLogOf(null);
  const auditLog = store.of('T1').auditLog;
  const context: OperationContext = { ...account.context, undoLog };
  const told: (readonly AccountChange[])[] = [];

  const portsOf = (own: (typeof stores)[number]): WatchPorts => ({
    account: 'made-up account',
    service: context.service,
    snapshots: own.of('T1').snapshot,
    ownChanges: (since) => readOwnChanges(own.of('T1').undoLogOf(null), since),
    historyKeepMs: 90 * 24 * 60 * 60_000,
    isAtWork: () =>
      isAtWork({
        auditLog: own.of('T1').auditLog,
        isRecheckPlanned: () => own.of('T1').rechecks.isPlanned(),
        listUntoldUploads: () => own.of('T1').uploads.listOpen(50),
        now: context.now,
      }),
    problems: {
      find: async () => ({ lists: [], code: [], isKnown: () => true, isCodeKnown: () => true }),
      forgetCode: () => {},
      sentence: () => '',
    },
    notify: async (changes) => void told.push(changes),
    now: context.now,
  });

  await store.of('T1').watch.add();

  /** Both at the same time, as processes do; returns the result of the one that claims the account. */
  async function look(): Promise<AccountCheck> {
    const dueAt = await store.watches.nextDueAt(null);
    clock.move(Math.max(0, (dueAt ?? 0) - clock.now()));
    const looks = await Promise.all(
      stores.map(async (own) => {
        const due = await own.watches.takeDue(1, EVERY_MS, null);
        return Promise.all(due.map(() => watchAccount(portsOf(own))));
      }),
    );
    const [mine, ...others] = looks.flat();
    if (!mine || others.length > 0) throw new Error(`${looks.flat().map((one) => one.kind)}: not by one process.`);
    return mine;
  }

  async function begin(): Promise<string> {
    const id = auditLog.newId();
    const asked = { id, ref: '7f3a', userId: 'U0ANA', channelId: null, verb: 'made-up', line: null, targets: [] };
    await auditLog.begin(asked);
    return id;
  }

  async function end(id: string, change: Change | null): Promise<void> {
    if (change) await undoLog.record('U0ANA', change);
    const outcome = change ? 'done' : 'unchanged';
    const of = { why: null, targets: [], before: null, after: null, changeId: null, status: null, ms: 0 };
    await auditLog.end(id, { ...of, outcome });
  }

  return {
    account,
    begin,
    end,
    context,
    look,
    store,
    told,
    /** A change made through the bot. */
    own: async (act: (context: OperationContext) => Promise<Outcome>): Promise<void> => {
      const id = await begin();
      const change = changeOf(await act(context));
      expect(change).not.toBeNull();
      await end(id, change);
    },
    changes: async (): Promise<AccountChange[]> => {
      const one = await look();
      return one.kind === 'changed' ? one.changes : [];
    },
  };
}

/** Without the bot, like the service's dashboard. */
async function upload({ context }: Pick<Account, 'context'>, name: string) {
  const path = join(await makeFolder(), `${randomUUID()}.zip`);
  await writeFile(path, await goodZip());
  const form = { name, category: 'skill', description: 'Made up.', triggerWords: [name] } as const;
  const zip = { path, fileName: 'made-up.zip' };
  return (await context.service.uploadAbility({ ...form, zip, existingIds: new Set() })).abilityId;
}

describe.each(storeKinds)('an account that is watched, with %s', (kind) => {
  test('reports what others did, by name and ID, and only once', async () => {
    const { account, changes, context, look, told } = await setUp(kind);
    expect(await look()).toEqual({ kind: 'first' });
    expect(await look()).toEqual({ kind: 'unchanged' });
    const [news, watch] = [await account.installed('News'), await account.installed('Night Watch')];
    const radio = await account.ability('Radio');
    await context.service.setInstalledAbility(news, { enabled: !news.enabled, triggerWords: news.triggerWords });
    await context.service.setInstalledAbility(watch, { enabled: watch.enabled, triggerWords: ['guard'] });
    await context.service.deleteAbilities([radio.id]);
    const tides = await upload(account, 'Tides');
    expect(await changes()).toEqual([
      { kind: 'ability-new', abilityId: tides, name: 'Tides', installed: null },
      { kind: 'ability-gone', abilityId: radio.id, name: 'Radio' },
      { kind: news.enabled ? 'disabled' : 'enabled', installedId: news.id, name: 'News' },
      {
        kind: 'trigger-words',
        installedId: watch.id,
        name: 'Night Watch',
        added: ['guard'],
        removed: [...watch.triggerWords].sort(),
      },
    ]);
    expect(await look()).toEqual({ kind: 'unchanged' });
    expect(told).toHaveLength(1);
  });

  test('reports nothing that the bot did, but what others changed in it', async () => {
    const { account, changes, look, own, told } = await setUp(kind);
    await look();
    const { id } = await account.installed('News');
    const radio = await account.installed('Radio');
    const recipes = await account.ability('Recipe Helper');
    const echo = await account.agent('Echo');
    await own((context) => runIfAllowed({ verb: 'disable', targets: [{ by: 'installed', id }] }, context, ANA));
    await own((context) => saveTriggerWords(id, () => ['Latest News', 'headlines'], context));
    await own(async (context) => deleteAbility((await account.ability('Weather')).id, context));
    // It has no trigger words: it gets some when it is enabled.
    const targets: AbilityRef[] = [{ by: 'installed', id: radio.id }];
    await own((context) => runIfAllowed({ verb: 'enable', targets, triggerWords: ['radio'] }, context, ANA));
    await own((context) => saveAssignment(echo.id, [recipes.id], { changes: changeLookup, context }));
    // Assigning it has installed it.
    await account.installed('Recipe Helper');
    expect(await look()).toEqual({ kind: 'unchanged' });
    expect(await look()).toEqual({ kind: 'unchanged' });
    expect(told).toEqual([]);
    const news = await account.installed('News');
    await account.context.service.setInstalledAbility(news, { enabled: true, triggerWords: news.triggerWords });
    expect(await changes()).toEqual([{ kind: 'enabled', installedId: id, name: 'News' }]);
  });

  test('reports nothing about an upload while it runs, nor when it is done', async () => {
    const { account, begin, end, look, told } = await setUp(kind);
    await look();
    const attempt = await begin();
    const tides = await upload(account, 'Tides');
    expect(await look()).toEqual({ kind: 'busy' });
    expect(await look()).toEqual({ kind: 'busy' });
    await end(attempt, { kind: 'uploaded', abilityId: tides, name: 'Tides', how: 'new' });
    expect(await look()).toEqual({ kind: 'unchanged' });
    expect(told).toEqual([]);
  });

  test('reports nothing about a change that the service carries out late', async () => {
    const { account, begin, context, end, look, store, told } = await setUp(kind);
    await look();
    const { enabled, id, name, triggerWords } = await account.installed('News');
    const change: Change = { kind: 'toggled', items: [{ id, name, enabled: !enabled }] };
    const attempt = await begin();
    const planned = { id: attempt, looks: 0 };
    const asked = { account: 0, userId: 'U0ANA', ref: '7f3a', origin: null, redraw: null };
    await store.of('T1').rechecks.plan({ ...planned, ...asked, change, changeId: null }, 0);
    await end(attempt, change);
    expect(await look()).toEqual({ kind: 'busy' });
    const row = await account.installed('News');
    await context.service.setInstalledAbility(row, { enabled: !enabled, triggerWords });
    expect(await look()).toEqual({ kind: 'busy' });
    await store.of('T2').rechecks.plan({ ...planned, ...asked, change, changeId: null }, 0);
    await store.of('T1').rechecks.delete(attempt);
    expect(await look()).toEqual({ kind: 'unchanged' });
    expect(told).toEqual([]);
  });

  test('says nothing while the service is away, and nothing of it afterwards', async () => {
    const { account, look, told } = await setUp(kind);
    await look();
    account.faults.add({
      match: { method: 'GET', path: /get-installed-capabilities/ },
      fault: { kind: 'status', status: 503 },
    });
    expect(await look()).toMatchObject({ kind: 'trouble', error: { kind: 'unavailable' } });
    account.faults.clear();
    expect(await look()).toEqual({ kind: 'unchanged' });
    expect(told).toEqual([]);
  });
});
