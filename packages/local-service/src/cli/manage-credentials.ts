import { ApiKeyError, ApiKeys } from '../auth/api-keys.ts';
import { Sessions } from '../auth/sessions.ts';
import { requireDataDirectory } from '../storage/data-directory.ts';
import { openDatabase } from '../storage/open-database.ts';
import type { Command } from './parse-command.ts';

/** The commands for keys and sessions. They also work while the service is running, with immediate effect. */
export async function manageCredentials(command: Command, print: (line: string) => void): Promise<void> {
  const { account } = command.options;
  // The other commands may run before the first start.
  if (command.verb === 'keys list' || command.verb === 'keys revoke') requireDataDirectory(command.options['data-dir']);
  const db = await openDatabase(command.options['data-dir']);
  try {
    const keys = new ApiKeys(db);
    switch (command.verb) {
      case 'keys create':
        return print(await keys.create(account));
      case 'keys list': {
        const records = await keys.list(account);
        if (records.length === 0) print(`The account "${account}" has no API key. Create one with keys create.`);
        for (const { id, lastFour, createdAt, revokedAt } of records) {
          print(`${id}  …${lastFour}  created ${createdAt}  ${revokedAt ? `revoked ${revokedAt}` : 'active'}`);
        }
        return;
      }
      case 'keys revoke':
        if (!(await keys.revoke(account, command.keyId))) {
          throw new ApiKeyError(`The account "${account}" has no active key ${command.keyId}.`);
        }
        return print(`Revoked key ${command.keyId} of the account "${account}".`);
      case 'sessions create':
        return print(await (await Sessions.open(db)).create(account));
    }
  } finally {
    await db.destroy();
  }
}
