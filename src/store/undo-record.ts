import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';

/** The ID of the change that this one undid. Absent from a redo. */
const takesBack = z.string().optional();

/** A change of the account, with everything needed to show and undo it. Stored as JSON. */
export const Change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('toggled'),
    takesBack,
    /** `enabled`: the state after the change. */
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
    /** Null if the previous list was unknown. */
    before: z.array(AbilityId).nullable(),
    after: z.array(AbilityId),
  }),
  z.object({ kind: z.literal('deleted'), items: z.array(z.object({ id: AbilityId, name: z.string() })) }),
  z.object({
    kind: z.literal('uploaded'),
    abilityId: AbilityId,
    name: z.string(),
    how: z.enum(['new', 'update', 'replace']),
    /** The Ability that was deleted for it. */
    replaced: AbilityId.optional(),
    /** Digests of the code before and after an update. */
    code: z.object({ before: z.string(), after: z.string() }).optional(),
  }),
]);
export type Change = z.infer<typeof Change>;

/** Deletions and uploads cannot be undone, nor assignments whose previous list is unknown. */
export function canBeUndone(change: Change): boolean {
  if (change.kind === 'assigned') return change.before !== null;
  return change.kind !== 'deleted' && change.kind !== 'uploaded';
}

/** Whether this change undid another. */
export const isUndo = (change: Change): boolean => 'takesBack' in change && change.takesBack !== undefined;

/** Whether this change undid that one. */
export const undoes = (change: Change, changeId: string): boolean =>
  'takesBack' in change && change.takesBack === changeId;

/** Whether a bare `undo` may undo this change: like an editor's, it skips what was undone and goes further back. */
export const isStep = (change: Change): boolean => canBeUndone(change) && !isUndo(change);

/** The same change, marked as the undo of another. Deleting and uploading never undo anything. */
export const asUndoOf = (change: Change, changeId: string): Change =>
  change.kind === 'deleted' || change.kind === 'uploaded' ? change : { ...change, takesBack: changeId };

export interface UndoRecord {
  /** Sixteen hexadecimal digits. */
  id: string;
  userId: string;
  at: Date;
  change: Change;
  undoneBy: string | null;
}

/** The undo log of one workspace. Lists are newest first. */
export interface UndoLog {
  /** @param id makes a repeated call idempotent. */
  record(userId: string, change: Change, id?: string): Promise<UndoRecord>;
  find(id: string): Promise<UndoRecord | null>;
  recent(most: number): Promise<UndoRecord[]>;
  /** The user's latest change that can be undone and has not been. */
  latestOf(userId: string): Promise<UndoRecord | null>;
  /** True for the first caller. The claim of a killed process expires after a minute. */
  claimUndo(id: string): Promise<boolean>;
  keepUndone(id: string, userId: string): Promise<void>;
  releaseUndo(id: string): Promise<void>;
}

/** The Abilities last saved for each Agent from the bot. Per workspace, shared by all processes. */
export interface AssignmentBook {
  /** An Agent that is missing is unknown. */
  all(): Promise<ReadonlyMap<AgentId, readonly AbilityId[]>>;
  save(agentId: AgentId, abilityIds: readonly AbilityId[]): Promise<void>;
  forget(agentId: AgentId): Promise<void>;
  /** Removes an Ability from every Agent. */
  drop(abilityId: AbilityId): Promise<void>;
}
