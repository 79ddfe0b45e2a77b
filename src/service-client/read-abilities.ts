import type { AbilityId } from '@abilities-bot/service-api';
import {
  Ability,
  AbilityList,
  type InstalledAbility,
  InstalledAbilityList,
  mayBeListed,
} from '@abilities-bot/service-api';
import { callService } from './call-service.ts';
import { ENDPOINTS } from './endpoints.ts';
import { isServiceError, NotFoundError } from './errors/index.ts';
import { reportLeftOut } from './report-left-out.ts';
import { requireComplete } from './require-complete.ts';
import type { ServiceConnection } from './service-connection.ts';

/** Endpoint 5: every Ability on the account. */
export async function listAbilities(connection: ServiceConnection): Promise<Ability[]> {
  const { name: endpoint, method, path } = ENDPOINTS.listAbilities;
  const request = { endpoint, method, path, answer: AbilityList, maxAttempts: 3 };
  return reportLeftOut(connection, endpoint, await callService(connection, request));
}

/** Endpoint 6: the installed Abilities, each with the ID that it is switched by. */
export async function listInstalledAbilities(connection: ServiceConnection): Promise<InstalledAbility[]> {
  const { name: endpoint, method, path } = ENDPOINTS.listInstalledAbilities;
  const request = { endpoint, method, path, answer: InstalledAbilityList, maxAttempts: 3 };
  return reportLeftOut(connection, endpoint, await callService(connection, request));
}

/**
 * Endpoint 4. Services differ in what it finds, so on 404 the whole list is asked before the Ability counts as missing.
 * Both together stay inside the read budget.
 *
 * @throws NotFoundError when neither shows it.
 */
export async function getAbility(connection: ServiceConnection, id: AbilityId): Promise<Ability> {
  const { name: endpoint, method, path } = ENDPOINTS.getAbility;
  const endAt = connection.clock.now() + connection.readBudgetMs;
  try {
    return await callService(connection, { endpoint, method, path: path(id), answer: Ability, maxAttempts: 3 });
  } catch (error) {
    if (!isServiceError(error) || error.status !== 404) throw error;
    const abilities = await listAbilities({ ...connection, readBudgetMs: endAt - connection.clock.now() });
    const listed = abilities.find((ability) => ability.id === id);
    if (listed) return listed;
    if (mayBeListed(abilities)(id)) requireComplete(abilities, ENDPOINTS.listAbilities.name);
    throw new NotFoundError({ endpoint, status: error.status, detail: error.detail });
  }
}
