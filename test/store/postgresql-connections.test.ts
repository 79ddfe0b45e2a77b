import { Client, types } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { PATIENT_STORE } from '../patient.ts';
import { until } from '../until.ts';
import { allUploads } from './all-uploads.ts';
import { newUpload } from './new-upload.ts';
import { openWire } from './postgresql-wire.ts';
import { runSql } from './run-sql.ts';
import { makeStoreOptions, openTestStore, storeKinds } from './stores.ts';

async function urlOf(): Promise<URL> {
  const { databaseUrl } = await makeStoreOptions('postgresql');
  if (databaseUrl === null) throw new Error('There is no database.');
  return new URL(databaseUrl);
}

describe.runIf(storeKinds.includes('postgresql'))('connections to PostgreSQL', () => {
  test('that fall silent are given up, and the next call takes another', async () => {
    const wire = await openWire(await urlOf());
    wire.url.searchParams.set('query_timeout', '4000');
    const store = await openStore({ databaseUrl: wire.url.href, dataDir: '/nowhere', ...PATIENT_STORE });
    const { record } = await allUploads(store).add(newUpload('u1'));
    wire.hang();
    await expect(allUploads(store).find('u1')).rejects.toThrow('Query read timeout');
    expect(await allUploads(store).find('u1')).toEqual(record);
    await store.close();
  });

  test('that break take one call with them, not the process', async () => {
    const url = await urlOf();
    const wire = await openWire(url);
    const store = await openStore({ databaseUrl: wire.url.href, dataDir: '/nowhere', ...PATIENT_STORE });
    await allUploads(store).add(newUpload('u1'));
    const other = new Client({ connectionString: url.href });
    await other.connect();
    await other.query('begin');
    await other.query('update uploads set user_id = user_id');
    // Waits for the other transaction, so that the connection is cut during the call.
    const call = allUploads(store).setPlace('u1', { channel: 'C1', ts: '1' });
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until(async () => {
      // A transaction sees the activity as it was when it first looked.
      await other.query('select pg_stat_clear_snapshot()');
      return (await other.query(waiting)).rowCount !== 0;
    });
    wire.cut();
    await expect(call).rejects.toThrow('Connection terminated');
    await other.end();
    expect(await allUploads(store).find('u1')).toMatchObject({ id: 'u1' });
    await store.close();
  });

  test('that break while nobody uses them take nothing with them', async () => {
    const wire = await openWire(await urlOf());
    const store = await openStore({ databaseUrl: wire.url.href, dataDir: '/nowhere', ...PATIENT_STORE });
    const { record } = await allUploads(store).add(newUpload('u1'));
    wire.cut();
    // The pool may notice on its own or at the first call, which then fails visibly.
    await allUploads(store)
      .find('u1')
      .catch(() => null);
    expect(await allUploads(store).find('u1')).toEqual(record);
    await store.close();
  });

  test('leave the number parser of others alone', async () => {
    await openTestStore('postgresql');
    expect(types.getTypeParser(types.builtins.INT8)('7')).toBe('7');
  });

  test.each([
    [
      '28000',
      (url: URL) => Object.assign(url, { username: 'nobody-here', password: 'pa%24sword' }),
      /^The database at \S+ rejects the user or the password \(28000\)\. Nothing changed\./,
    ],
    [
      '3D000',
      (url: URL) => Object.assign(url, { pathname: '/not-there', password: 'pa%24sword' }),
      /^The server at \S+ has no database with the name in DATABASE_URL\. Nothing changed\./,
    ],
  ])('that are refused are explained without the password: %s', async (_, change, sentence) => {
    const databaseUrl = change(await urlOf()).href;
    const opening = openStore({ databaseUrl, dataDir: '/nowhere', ...PATIENT_STORE });
    await expect(opening).rejects.toThrow(sentence);
    await expect(opening).rejects.not.toThrow(/pa(%24|\$)sword/);
  });

  test.each([
    ['create tables', 'revoke create on schema public from public'],
    ['use the schema', 'revoke all on schema public from public'],
  ])('of a user who may not %s are explained', async (_, revoke) => {
    const url = await urlOf();
    const options = { databaseUrl: url.href, dataDir: '/nowhere', ...PATIENT_STORE };
    const user = url.pathname.slice(1);
    await runSql(options, `create role ${user} login`);
    onTestFinished(async () => void (await runSql(options, `drop role ${user}`)));
    await runSql(options, revoke);
    url.username = user;
    await expect(openStore({ ...options, databaseUrl: url.href })).rejects.toThrow(
      /doesn't allow the user in DATABASE_URL to create tables\. Nothing changed\./,
    );
  });
});
