import type { InstalledAbility } from '@abilities-bot/service-api';
import * as z from 'zod';
import { callService } from './call-service.ts';
import { ENDPOINTS } from './endpoints.ts';
import { UnreadableAnswerError } from './errors/index.ts';
import type { ServiceConnection } from './service-connection.ts';

/** What an installed Ability is set to. The service wants at least one trigger word, for switching off too. */
export interface InstalledAbilityChange {
  enabled: boolean;
  triggerWords: readonly string[];
}

/**
 * Endpoint 7. It replaces rather than patches, so the other fields of the row go back unchanged when the row has them:
 * read the row right before. May be sent twice, since the second time changes nothing.
 *
 * @returns null when the answer shows the new state. What the service answers is not documented, so that anything else
 *   is no failure: it is returned, to be told unless the list shows the change.
 */
export async function setInstalledAbility(
  connection: ServiceConnection,
  row: InstalledAbility,
  change: InstalledAbilityChange,
): Promise<UnreadableAnswerError | null> {
  const { name: endpoint, method, path } = ENDPOINTS.setInstalledAbility;
  const known = {
    name: row.name,
    category: row.category,
    system_capability: row.isSystem,
    agent_capability: row.isForAgents,
  };
  const body = {
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
    enabled: change.enabled,
    trigger_words: [...change.triggerWords],
  };
  const request = { endpoint, method, path: path(row.id), body, answer: z.unknown(), maxAttempts: 2 };
  const answer = await callService(connection, request);
  const isShown = z.object({ enabled: z.literal(change.enabled) }).safeParse(answer).success;
  return isShown ? null : new UnreadableAnswerError({ endpoint, status: 200, detail: null, field: null });
}
