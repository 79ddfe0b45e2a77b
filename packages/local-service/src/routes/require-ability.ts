import type { AbilityId } from '@abilities-bot/service-api';
import type { Kysely } from 'kysely';
import { RequestError } from '../http/request-error.ts';
import { type AbilityRecord, findAbility } from '../storage/abilities.ts';
import type { AccountId } from '../storage/ids.ts';
import type { Schema } from '../storage/schema.ts';

/** The account's Ability. Another account's gets the same answer as a missing one. @throws {RequestError} 404 */
export async function requireAbility(db: Kysely<Schema>, account: AccountId, id: AbilityId): Promise<AbilityRecord> {
  const ability = await findAbility(db, account, id);
  if (!ability) throw new RequestError(404, 'Ability not found.');
  return ability;
}
