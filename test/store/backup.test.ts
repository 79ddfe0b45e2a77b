import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { makeFolder } from '../make-folder.ts';
import { allUploads } from './all-uploads.ts';
import { makeDatabase } from './databases.ts';
import { newUpload } from './new-upload.ts';
import { storeKinds } from './stores.ts';

const BACKUP = 'pg_dump --format=custom --file=bot.dump "$DATABASE_URL"';
const RESTORE = 'pg_restore --clean --if-exists --dbname="$DATABASE_URL" bot.dump';

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

test.skipIf(!storeKinds.includes('postgresql') || !isInstalled('pg_dump'))(
  'the documented commands back up and restore PostgreSQL',
  async () => {
    const folder = await makeFolder();
    const url = new URL(await makeDatabase());
    // libpq reads "+" in a query literally.
    url.search = '';
    const options = { databaseUrl: url.href, dataDir: folder };
    const run = (command: string) => {
      const env = { PATH: process.env.PATH, DATABASE_URL: url.href };
      const { status, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    };

    const before = await openStore(options);
    await allUploads(before).add(newUpload('before'));
    run(BACKUP);
    await allUploads(before).add(newUpload('after'));
    await before.close();
    run(RESTORE);

    const restored = await openStore(options);
    expect(await allUploads(restored).find('before')).toMatchObject({ id: 'before' });
    expect(await allUploads(restored).find('after')).toBeNull();
    await restored.close();
  },
);
