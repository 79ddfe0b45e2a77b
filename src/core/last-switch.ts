import type { InstalledAbilityId } from '@abilities-bot/service-api';
import type { Change } from '../store/undo-record.ts';
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

/** Null if the change did not switch it. */
function stateAfter(change: Change, id: InstalledAbilityId): boolean | null {
  if (change.kind === 'quieted') return change.items.some((item) => item.id === id) ? false : null;
  if (change.kind !== 'toggled') return null;
  return change.items.find((item) => item.id === id)?.enabled ?? null;
}
