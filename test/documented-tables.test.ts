import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { ROOT } from './documents.ts';
import { openTestStore } from './store/stores.ts';

const Tables = z.array(z.object({ name: z.string() }));

const WITH_TENANT = `select distinct t.name from sqlite_master t, pragma_table_info(t.name) c
  where t.type = 'table' and c.name in ('team_id', 'tenant_id')`;

test('docs/privacy.md has a row for every table with data of a workspace', async () => {
  const { options } = await openTestStore('libsql');
  const file = new Database(join(options.dataDir, 'bot.sqlite'));
  onTestFinished(() => void file.close());
  const tables = Tables.parse(file.prepare(WITH_TENANT).all([])).map(({ name }) => name);
  const rows = readFileSync(join(ROOT, 'docs/privacy.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');
  expect(
    tables.filter((table) => !rows.includes(`\`${table}\``)),
    'Say in a row of docs/privacy.md what these tables hold and for how long: under “Data about people” if that includes an ID of a person',
  ).toEqual([]);
});
