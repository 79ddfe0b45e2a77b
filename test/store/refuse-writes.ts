import * as z from 'zod';
import type { StoreOptions } from '../../src/store/store.ts';
import { runSql } from './run-sql.ts';

const Tables = z.array(z.object({ name: z.string() }));

/** From now on, a database file takes no writes, as on a full disk. Reads work. @returns what ends that. */
export async function refuseWrites(options: StoreOptions): Promise<() => Promise<void>> {
  const tables = Tables.parse(await runSql(options, "select name from sqlite_master where type = 'table'"));
  const triggers = tables
    .filter(({ name }) => !name.startsWith('sqlite_'))
    .flatMap(({ name }) =>
      ['insert', 'update', 'delete'].map((verb) => ({ name, verb, trigger: `no_${verb}_${name}` })),
    );
  for (const { name, trigger, verb } of triggers) {
    await runSql(
      options,
      `create trigger ${trigger} before ${verb} on ${name} begin select raise(abort, 'database or disk is full'); end`,
    );
  }
  return async () => {
    for (const { trigger } of triggers) await runSql(options, `drop trigger ${trigger}`);
  };
}
