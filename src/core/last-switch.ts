import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { stateAfter } from './changes.ts';
import { isOfAccount } from './connection.ts';
import type { OperationContext } from './operation-context.ts';

export interface LastSwitch {
  userId: string;
  at: Date;
}

/** How many changes of the workspace are searched. */
const RECENT = 200;

/**
 * Who brought an Ability into its state; null if that was not from Slack, or is unknown. Never throws, since it is only
 * extra information.
 */
export async function readLastSwitch(
  { enabled, id }: { id: InstalledAbilityId; enabled: boolean },
  { connection, undoLog }: Pick<OperationContext, 'connection' | 'undoLog'>,
): Promise<LastSwitch | null> {
  const recent = await undoLog.recent(RECENT).catch(() => []);
  for (const record of recent) {
    const state = stateAfter(record.change, id);
    if (state === null || !isOfAccount(record, connection)) continue;
    // Otherwise somebody has switched it elsewhere since.
    return state === enabled ? { userId: record.userId, at: record.at } : null;
  }
  return null;
}
