import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { LibsqlFile } from '../../src/store/libsql.ts';
import { makeFolder } from '../make-folder.ts';

async function setUp() {
  const path = join(await makeFolder(), 'file');
  const connect = () => {
    const file = new Database(path);
    for (const setting of ['busy_timeout=0', 'journal_mode=WAL']) file.pragma(setting);
    return file;
  };
  const other = connect();
  other.exec('create table words (word text primary key)');
  return { file: new LibsqlFile(connect()), other };
}

const INSERT = 'insert into words values (?)';

test.each([
  ['run', (file: LibsqlFile) => file.prepare(INSERT).run(['first'])],
  ['read back', (file: LibsqlFile) => file.prepare(`${INSERT} returning word`).all(['first'])],
  ['begun', (file: LibsqlFile) => file.prepare('begin').run([])],
])('what is written after the file was busy is committed: %s', async (_, write) => {
  const { file, other } = await setUp();
  other.exec('begin immediate');
  expect(() => write(file)).toThrow('database is locked');
  other.exec('rollback');
  file.prepare(`${INSERT} on conflict do nothing`).run(['second']);
  expect(other.prepare('select word from words').all([])).toEqual([{ word: 'second' }]);
});

test('a refused statement leaves nothing open', async () => {
  const { file, other } = await setUp();
  file.prepare(INSERT).run(['first']);
  expect(() => file.prepare(INSERT).run(['first'])).toThrow('UNIQUE');
  other.prepare(INSERT).run(['second']);
  file.prepare(INSERT).run(['third']);
  expect(other.prepare('select word from words').all([])).toHaveLength(3);
});

test('a transaction is one', async () => {
  const { file, other } = await setUp();
  file.prepare('begin').run([]);
  file.prepare(INSERT).run(['first']);
  file.prepare('rollback').run([]);
  file.prepare('begin').run([]);
  file.prepare(INSERT).run(['second']);
  expect(other.prepare('select word from words').all([])).toEqual([]);
  file.prepare('commit').run([]);
  expect(other.prepare('select word from words').all([])).toEqual([{ word: 'second' }]);
});

test('only claims of what Slack delivered, and leases, do not wait for the disk', async () => {
  const connection = new Database(join(await makeFolder(), 'file'));
  for (const setting of ['journal_mode=WAL', 'synchronous=FULL']) connection.pragma(setting);
  connection.exec(
    'create table words (word text); create table seen_keys (key text); create table leases (until bigint)',
  );
  const levels: unknown[] = [];
  const exec = connection.exec.bind(connection);
  connection.exec = (sql) => {
    if (sql === 'commit') levels.push(connection.pragma('synchronous'));
    return exec(sql);
  };
  const file = new LibsqlFile(connection);
  file.prepare('insert into "seen_keys" values (?)').run(['a']);
  file.prepare(INSERT).run(['b']);
  file.prepare('delete from "seen_keys" where key = ?').run(['a']);
  expect(() => file.prepare('insert into "seen_keys" values (?, ?)').run(['a', 'b'])).toThrow();
  file.prepare(INSERT).run(['c']);
  file.prepare('insert into "leases" values (?)').run([1]);
  file.prepare('update "leases" set "until" = ?').run([2]);
  file.prepare('update words set word = ?').run(['d']);
  expect(levels).toMatchObject([1, 2, 1, 2, 1, 1, 2].map((synchronous) => [{ synchronous }]));
});
