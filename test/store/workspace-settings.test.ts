import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { StoreError } from '../../src/store/database.ts';
import { EMPTY_SETTINGS, type StoredSettings } from '../../src/store/settings-record.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const SET: StoredSettings = {
  roles: {
    viewer: { users: [], groups: ['S1'] },
    editor: { users: ['U2', 'U3'], groups: [] },
    admin: { users: ['U1'], groups: ['S2'] },
  },
  memberRole: 'viewer',
  channels: ['C1', 'C2'],
  auditChannel: 'C3',
  watchChannel: null,
  approvals: ['delete-enabled', 'replace-enabled'],
};

/** As they are stored: with the role of editors under the name that older versions know. */
const { editor, ...otherRoles } = SET.roles;
const STORED = { ...SET, roles: { ...otherRoles, operator: editor } };

const setDocument = (document: string) => `update workspace_settings set document = '${document}' returning team_id`;

describe.each(storeKinds)('settings of a workspace on %s', (kind) => {
  test('are empty until somebody sets them, and then the same for all processes', async () => {
    const { reopen, store } = await openTestStore(kind);
    const [here, there] = [store.of('T1').settings, (await reopen()).of('T1').settings];
    expect(await here.read()).toEqual(EMPTY_SETTINGS);
    await here.save(SET, 'U1');
    expect(await there.read()).toEqual(SET);
    await there.save({ ...SET, memberRole: null, channels: [] }, 'U2');
    expect(await here.read()).toEqual({ ...SET, memberRole: null, channels: [] });
  });

  test('of another workspace are not there', async () => {
    const { store } = await openTestStore(kind);
    await store.of('T1').settings.save(SET, 'U1');
    expect(await store.of('T2').settings.read()).toEqual(EMPTY_SETTINGS);
    await store.of('T2').settings.save(EMPTY_SETTINGS, 'U9');
    expect(await store.of('T1').settings.read()).toEqual(SET);
  });

  test('say who saved them last', async () => {
    const { options, store } = await openTestStore(kind);
    await store.of('T1').settings.save(SET, 'U1');
    await store.of('T1').settings.save(SET, 'U2');
    expect(await runSql(options, 'select saved_by from workspace_settings')).toEqual([{ saved_by: 'U2' }]);
  });

  test.each([
    ['are no JSON', 'of tomorrow'],
    ['lack a list', JSON.stringify({ ...SET, roles: { viewer: SET.roles.viewer } })],
    ['name a role of a newer version', JSON.stringify({ ...SET, memberRole: 'auditor' })],
    ['are nothing', 'null'],
  ])('that %s are not taken for empty', async (_, document) => {
    const { options, store } = await openTestStore(kind);
    const settings = store.of('T1').settings;
    await settings.save(SET, 'U1');
    await runSql(options, setDocument(document));
    await expect(settings.read()).rejects.toThrow(StoreError);
    await expect(settings.read()).rejects.toThrow(
      /^This version can't read this workspace's settings\. They weren't changed\./,
    );
    expect(await store.of('T2').settings.read()).toEqual(EMPTY_SETTINGS);
  });

  test.each([
    [
      'the role of others',
      { ...SET, memberRole: 'auditor' },
      { settings: { ...SET, memberRole: 'none' }, unread: ['memberRole'] },
    ],
    [
      'approvals',
      { ...SET, approvals: 2 },
      {
        settings: {
          ...SET,
          approvals: ['delete-enabled', 'delete', 'replace-enabled', 'replace', 'update', 'update-grown', 'disable'],
        },
        unread: ['approvals'],
      },
    ],
    [
      'channels',
      { ...SET, channels: { all: true }, watchChannel: ['C4'] },
      { settings: { ...SET, channels: [] }, unread: ['channels', 'watchChannel'] },
    ],
    [
      'one list',
      { ...SET, roles: { ...SET.roles, viewer: { ...SET.roles.viewer, bots: ['B1'] } } },
      { settings: { ...SET, roles: { ...SET.roles, viewer: { users: [], groups: [] } } }, unread: ['roles'] },
    ],
    ['a role', { ...SET, roles: { ...SET.roles, denied: SET.roles.admin } }, { settings: SET, unread: ['roles'] }],
  ])('whose %s a newer version has written are known but for that', async (_, document, known) => {
    const { options, store } = await openTestStore(kind);
    await store.of('T1').settings.save(SET, 'U1');
    await runSql(options, setDocument(JSON.stringify(document)));
    expect(await store.of('T1').settings.readKnown()).toEqual(known);
  });

  test.each([
    [null, []],
    [false, []],
    [true, ['delete-enabled', 'replace-enabled']],
    ['all', ['delete', 'replace']],
  ])('whose approvals an older version has written as %j keep their meaning', async (approvals, meaning) => {
    const { options, store } = await openTestStore(kind);
    await store.of('T1').settings.save(SET, 'U1');
    await runSql(options, setDocument(JSON.stringify({ ...SET, approvals })));
    expect(await store.of('T1').settings.readKnown()).toEqual({ settings: { ...SET, approvals: meaning }, unread: [] });
  });

  test('keep the former name of the role of editors, and are read with either', async () => {
    const { options, store } = await openTestStore(kind);
    const settings = store.of('T1').settings;
    const ofEditors = { ...SET, memberRole: 'editor' as const };
    await settings.save(ofEditors, 'U1');
    const [row] = await runSql(options, 'select document from workspace_settings');
    const { document } = z.object({ document: z.string() }).parse(row);
    expect(JSON.parse(document)).toEqual({ ...STORED, memberRole: 'operator' });
    expect(await settings.read()).toEqual(ofEditors);
    await runSql(options, setDocument(JSON.stringify(ofEditors)));
    expect(await settings.readKnown()).toEqual({ settings: ofEditors, unread: [] });
  });

  test('with both names of a role give it to nobody', async () => {
    const { options, store } = await openTestStore(kind);
    await store.of('T1').settings.save(SET, 'U1');
    await runSql(options, setDocument(JSON.stringify({ ...SET, roles: { ...SET.roles, operator: editor } })));
    expect(await store.of('T1').settings.readKnown()).toEqual({ settings: SET, unread: ['roles'] });
  });

  test('whose roles an older version has written in part are known but for that', async () => {
    const { options, store } = await openTestStore(kind);
    await store.of('T1').settings.save(SET, 'U1');
    const roles = { ...STORED.roles, viewer: { users: 'U9' } };
    await runSql(options, setDocument(JSON.stringify({ ...STORED, roles })));
    const nobody = { users: [], groups: [] };
    expect(await store.of('T1').settings.readKnown()).toEqual({
      settings: { ...SET, roles: { ...SET.roles, viewer: nobody } },
      unread: ['roles'],
    });
  });

  test('keep what a newer version has added to them', async () => {
    const { options, store } = await openTestStore(kind);
    const settings = store.of('T1').settings;
    await settings.save(SET, 'U1');
    await runSql(options, setDocument(JSON.stringify({ ...SET, quietHours: { from: 22 } })));
    expect(await settings.read()).toEqual(SET);
    await settings.save({ ...SET, memberRole: 'none' }, 'U2');
    const [row] = await runSql(options, 'select document from workspace_settings');
    expect(JSON.parse(z.object({ document: z.string() }).parse(row).document)).toEqual({
      ...STORED,
      memberRole: 'none',
      quietHours: { from: 22 },
    });
  });

  test('that could not be read again are not saved', async () => {
    const { store } = await openTestStore(kind);
    const settings = store.of('T1').settings;
    await settings.save(SET, 'U1');
    await expect(settings.save({ ...SET, channels: [''] }, 'U1')).rejects.toThrow(/"channels"/);
    expect(await settings.read()).toEqual(SET);
  });
});
