import type { InstalledAbilityId } from '@abilities-bot/service-api';
import type { UndoRecord } from '../store/undo-record.ts';
import { stateAfter } from './changes.ts';
import { isOfAccount } from './connection.ts';
import type { OperationContext } from './operation-context.ts';

export interface LastSwitch {
  userId: string;
  at: Date;
}

/** How many recent changes of the workspace are searched. */
const RECENT = 200;

/** Recent changes of the connected account; none if the undo log can't be read. */
export async function readRecent({
  connection,
  undoLog,
}: Pick<OperationContext, 'connection' | 'undoLog'>): Promise<UndoRecord[]> {
  const recent = await undoLog.recent(RECENT).catch(() => []);
  return recent.filter((record) => isOfAccount(record, connection));
}

/**
 * Who last switched an Ability into its current state; null if that happened outside Slack, or is unknown. Never
 * throws, because this is only extra information.
 */
export async function readLastSwitch(
  { enabled, id }: { id: InstalledAbilityId; enabled: boolean },
  context: Pick<OperationContext, 'connection' | 'undoLog'>,
): Promise<LastSwitch | null> {
  for (const record of await readRecent(context)) {
    const state = stateAfter(record.change, id);
    if (state === null) continue;
    // If the states differ, somebody has switched it outside Slack since.
    return state === enabled ? { userId: record.userId, at: record.at } : null;
  }
  return null;
}
