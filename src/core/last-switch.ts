import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { stateAfter } from './changes.ts';
import { isOfAccount } from './connection.ts';
import type { OperationContext } from './operation-context.ts';

export interface LastSwitch {
  userId: string;
  at: Date;
}

/** How many recent changes of the workspace are searched. */
const RECENT = 200;

/**
 * Who last switched an Ability into its current state; null if that happened outside Slack, or is unknown. Never
 * throws, because this is only extra information.
 */
export async function readLastSwitch(
  { enabled, id }: { id: InstalledAbilityId; enabled: boolean },
  { connection, undoLog }: Pick<OperationContext, 'connection' | 'undoLog'>,
): Promise<LastSwitch | null> {
  const recent = await undoLog.recent(RECENT).catch(() => []);
  for (const record of recent) {
    const state = stateAfter(record.change, id);
    if (state === null || !isOfAccount(record, connection)) continue;
    // If the states differ, somebody has switched it outside Slack since.
    return state === enabled ? { userId: record.userId, at: record.at } : null;
  }
  return null;
}
