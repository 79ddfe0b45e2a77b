import { resolve } from 'node:path';
import { Settings } from '../config/config.ts';
import { StoreError } from '../store/database.ts';
import { parseKeyRing } from '../store/encryption.ts';
import { hasLibsql } from '../store/libsql.ts';
import { openStore } from '../store/store.ts';

const NeededSettings = Settings.pick({ DATA_DIR: true, DATABASE_URL: true, ENCRYPTION_KEY: true });

const AS_FOR_THE_BOT = 'Set DATA_DIR or DATABASE_URL to the same value as for the bot.';
const NOTHING_ENCRYPTED = `This database contains no tokens or keys. If workspaces have installed the bot, this is the wrong database: keep all keys in ENCRYPTION_KEY. ${AS_FOR_THE_BOT}`;

interface ReencryptReport {
  words: string;
  /** False if something could not be decrypted. */
  complete: boolean;
}

/**
 * Re-encrypts all tokens and account keys in the store with the first key of ENCRYPTION_KEY. Bots may run at the same
 * time.
 * @param env DATA_DIR or DATABASE_URL, as for the bot, and ENCRYPTION_KEY.
 * @throws {KeyRingError | StoreError} with a message to show, if nothing was re-encrypted.
 */
export async function runReencrypt(env: Readonly<Record<string, string | undefined>>): Promise<ReencryptReport> {
  const { data, error } = NeededSettings.safeParse(env);
  if (!data) {
    const mistakes = error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`);
    throw new StoreError(['Nothing was re-encrypted.', ...mistakes].join(' '));
  }
  const keys = parseKeyRing(data.ENCRYPTION_KEY ?? '');
  const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir } = data;
  // Opening a missing database would create an empty one, and the command would report success.
  if (databaseUrl === null && !(await hasLibsql(dataDir))) {
    throw new StoreError(`There is no database in ${resolve(dataDir)}. Nothing was re-encrypted. ${AS_FOR_THE_BOT}`);
  }
  const store = await openStore({ databaseUrl, dataDir, keys });
  try {
    const { already, renewed, unopened } = await store.reencrypt();
    if (renewed + already + unopened.length === 0) return { words: NOTHING_ENCRYPTED, complete: true };
    const counts = `Re-encrypted with key ${keys.first.id}: ${renewed}. Already up to date: ${already}. Could not be decrypted: ${unopened.length}.`;
    const next =
      unopened.length > 0
        ? [...new Set(unopened)].join('\n')
        : 'Once every bot uses this key as the first one, you can remove the others from ENCRYPTION_KEY.';
    return { words: `${counts}\n${next}`, complete: unopened.length === 0 };
  } finally {
    await store.close();
  }
}
