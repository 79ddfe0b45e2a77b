import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';

/** The change that this one took back: a second undo goes further back instead of to and fro. */
const takesBack = z.string().optional();

/** What somebody changed on the account, with what is needed to tell it and to take it back. Kept as JSON. */
export const Change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('toggled'),
    takesBack,
    /** `enabled` as it is afterwards. */
    items: z.array(z.object({ id: InstalledAbilityId, name: z.string(), enabled: z.boolean() })),
  }),
  z.object({
    kind: z.literal('triggers'),
    takesBack,
    id: InstalledAbilityId,
    name: z.string(),
    before: z.array(z.string()),
    after: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('assigned'),
    takesBack,
    agentId: AgentId,
    agentName: z.string(),
    /** Null when the list before was not known. */
    before: z.array(AbilityId).nullable(),
    after: z.array(AbilityId),
  }),
  z.object({ kind: z.literal('deleted'), items: z.array(z.object({ id: AbilityId, name: z.string() })) }),
  z.object({
    kind: z.literal('uploaded'),
    abilityId: AbilityId,
    name: z.string(),
    how: z.enum(['new', 'update', 'replace']),
    /** The one that was deleted for it. */
    replaced: AbilityId.optional(),
  }),
]);
export type Change = z.infer<typeof Change>;

/** Whether there is a way back at all: what is deleted or uploaded stays so, and an unknown list cannot be restored. */
export function canBeTakenBack(change: Change): boolean {
  if (change.kind === 'assigned') return change.before !== null;
  return change.kind !== 'deleted' && change.kind !== 'uploaded';
}

/** Whether it is a step that somebody took, and that a bare `undo` takes back; undoing is none. */
export const isStep = (change: Change): boolean =>
  canBeTakenBack(change) && !('takesBack' in change && change.takesBack !== undefined);

/** The same change, marked as the undo of another. Deleting and uploading never undo anything. */
export const asUndoOf = (change: Change, changeId: string): Change =>
  change.kind === 'deleted' || change.kind === 'uploaded' ? change : { ...change, takesBack: changeId };

export interface UndoRecord {
  /** Sixteen hexadecimal digits. */
  id: string;
  userId: string;
  at: Date;
  change: Change;
  /** Who took it back; null when nobody has. */
  undoneBy: string | null;
}

/** The changes of one workspace, newest first wherever there are several. */
export interface UndoLog {
  /** @param id the same for a change that may be told twice: it is recorded once. */
  record(userId: string, change: Change, id?: string): Promise<UndoRecord>;
  find(id: string): Promise<UndoRecord | null>;
  recent(most: number): Promise<UndoRecord[]>;
  /** The latest step of one person that has not been taken back. */
  latestOf(userId: string): Promise<UndoRecord | null>;
  /** True for the first who takes it back. The claim of a process that is killed meanwhile ends after a minute. */
  claimUndo(id: string): Promise<boolean>;
  /** It is taken back by this person. */
  keepUndone(id: string, userId: string): Promise<void>;
  /** Taking it back did not work after all. */
  releaseUndo(id: string): Promise<void>;
}

/** Which Abilities were last saved for each Agent, from the bot. One workspace's, the same for all processes. */
export interface AssignmentBook {
  /** An Agent that is not in it is not known. */
  all(): Promise<ReadonlyMap<AgentId, readonly AbilityId[]>>;
  save(agentId: AgentId, abilityIds: readonly AbilityId[]): Promise<void>;
  forget(agentId: AgentId): Promise<void>;
  /** Takes one Ability from every Agent. */
  drop(abilityId: AbilityId): Promise<void>;
}
