import { readRecent } from '../../last-switch.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { Refusal } from '../../outcome.ts';
import { type AbilityRef, parseAbilityRef } from '../../references.ts';

export interface LastDeletion {
  name: string;
  userId: string;
  at: Date;
}

type Reading = Pick<OperationContext, 'connection' | 'undoLog'>;

/** Who deleted an Ability from Slack; null if nobody did, or if that is unknown. Never throws, like `readLastSwitch`. */
export async function readLastDeletion(target: AbilityRef, context: Reading): Promise<LastDeletion | null> {
  if (target.by === 'name') return null;
  for (const { at, change, userId } of await readRecent(context)) {
    if (change.kind !== 'deleted') continue;
    const item = change.items.find(({ id, installedIds = [] }) =>
      target.by === 'ability' ? id === target.id : installedIds.includes(target.id),
    );
    if (item) return { name: item.name, userId, at };
  }
  return null;
}

/** Adds who deleted the Ability to the refusal of a button that still refers to it. */
export async function withLastDeletion(refusal: Refusal, context: Reading): Promise<Refusal> {
  if (refusal.why !== 'no-such-ability') return refusal;
  const deletion = await readLastDeletion(parseAbilityRef(refusal.asked), context);
  return deletion ? { ...refusal, deletion } : refusal;
}
