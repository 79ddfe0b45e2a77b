import { AbilityId, AgentId, InstalledAbilityId, ReleaseId } from '@abilities-bot/service-api';
import * as z from 'zod';

/** The ID of the change that this one undid. Absent from a redo. */
const takesBack = z.string().optional();

/** A change of the account, with everything needed to show and undo it. Stored as JSON. */
export const Change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('toggled'),
    takesBack,
    /** The end of quiet: it is not undone, since quiet would not begin again. */
    endsQuiet: z.literal(true).optional(),
    /** ID of the planned command that reverts it; an undo cancels it. */
    plan: z.string().optional(),
    /** `enabled`: the state after the change. `words`: as they were sent; absent in older records. */
    items: z.array(
      z.object({
        id: InstalledAbilityId,
        name: z.string(),
        enabled: z.boolean(),
        words: z.array(z.string()).optional(),
      }),
    ),
  }),
  /** Disabled for a while. */
  z.object({
    kind: z.literal('quieted'),
    quietId: z.string(),
    /** Absent for the whole account. */
    agentName: z.string().optional(),
    items: z.array(z.object({ id: InstalledAbilityId, name: z.string(), words: z.array(z.string()).optional() })),
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
    /** The Abilities that the Agent got; absent in older records. */
    added: z.array(z.object({ id: AbilityId, name: z.string() })).optional(),
    /** The requested list, if the account shows the one in `after` instead. */
    asked: z.array(AbilityId).optional(),
  }),
  /** A repair: a change that the account did not show was made again. */
  z.object({
    kind: z.literal('repaired'),
    what: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('installed'),
        id: InstalledAbilityId,
        name: z.string(),
        words: z.array(z.string()).optional(),
      }),
      z.object({
        kind: z.literal('agent'),
        agentId: AgentId,
        name: z.string(),
        abilities: z.array(z.object({ id: AbilityId, name: z.string() })),
      }),
    ]),
  }),
  /** Runs this release of the service. `version`: its number or name, or its ID. */
  z.object({
    kind: z.literal('release-enabled'),
    abilityId: AbilityId,
    name: z.string(),
    releaseId: ReleaseId,
    version: z.string(),
  }),
  z.object({ kind: z.literal('deleted'), items: z.array(z.object({ id: AbilityId, name: z.string() })) }),
  z.object({
    kind: z.literal('uploaded'),
    abilityId: AbilityId,
    name: z.string(),
    how: z.enum(['new', 'update', 'replace']),
    /** The Agent that it was uploaded for. */
    addedTo: z.object({ id: AgentId, name: z.string() }).optional(),
    /** The Ability that was deleted for it. */
    replaced: AbilityId.optional(),
    /** Digests of the code before and after an update. */
    code: z.object({ before: z.string(), after: z.string() }).optional(),
  }),
]);
export type Change = z.infer<typeof Change>;

/** Deletions, uploads, releases and repairs cannot be undone, nor assignments whose previous list is unknown. */
export function canBeUndone(change: Change): boolean {
  switch (change.kind) {
    case 'assigned':
      return change.before !== null;
    case 'toggled':
      return change.endsQuiet === undefined;
    case 'quieted':
    case 'triggers':
      return true;
    case 'deleted':
    case 'uploaded':
    case 'release-enabled':
    case 'repaired':
      return false;
  }
}

/** Whether this change undid another. */
export const isUndo = (change: Change): boolean => 'takesBack' in change && change.takesBack !== undefined;

/** Whether this change undid that one. */
export const undoes = (change: Change, changeId: string): boolean =>
  'takesBack' in change && change.takesBack === changeId;

/**
 * Whether a bare `undo` may undo this change. As in an editor, it skips changes that are already undone or are undos,
 * and continues with older ones.
 */
export const isStep = (change: Change): boolean => canBeUndone(change) && !isUndo(change);

/** The same change, marked as the undo of another. Only a change that an undo can make can be marked. */
export function asUndoOf(change: Change, changeId: string): Change {
  switch (change.kind) {
    case 'toggled':
    case 'triggers':
    case 'assigned':
      return { ...change, takesBack: changeId };
    // The undo of quiet enables, and the others cannot be undone.
    case 'quieted':
    case 'deleted':
    case 'uploaded':
    case 'release-enabled':
    case 'repaired':
      return change;
  }
}

/** A message that everybody in the channel sees and can make changes from. Stored as JSON. */
export const SharedMessage = z.object({
  channel: z.string(),
  ts: z.string(),
  threadTs: z.string().nullable(),
  /** The command line that draws it. */
  redraw: z.string().nullable(),
  /** The person who shared it, if any. */
  sharedBy: z.string().optional(),
});
export type SharedMessage = z.infer<typeof SharedMessage>;

interface ChangeMeta {
  /** Makes a repeated call idempotent. */
  id?: string;
  /** From the lease under which it was made; null for the next one. */
  position?: number | null;
  shared?: SharedMessage | null;
}

export interface UndoRecord {
  /** Sixteen hexadecimal digits. */
  id: string;
  userId: string;
  at: Date;
  /** Version of the account that was changed; null in older records. */
  account: number | null;
  change: Change;
  undoneBy: string | null;
  /** The message to redraw after an undo; null if the change was made elsewhere. */
  shared: SharedMessage | null;
}

/** The undo log of one workspace. Lists are newest first, regardless of the clocks of the processes. */
export interface TenantUndoLog {
  record(userId: string, change: Change, more?: ChangeMeta): Promise<UndoRecord>;
  /** The change as the account shows it; null if it shows none, which removes the record. */
  correct(id: string, change: Change | null): Promise<void>;
  find(id: string): Promise<UndoRecord | null>;
  recent(max: number): Promise<UndoRecord[]>;
  /** The user's latest change that can be undone and has not been. */
  latestOf(userId: string): Promise<UndoRecord | null>;
  /** True for the first caller. The claim of a killed process expires after a minute. */
  claimUndo(id: string): Promise<boolean>;
  keepUndone(id: string, userId: string): Promise<void>;
  releaseUndo(id: string): Promise<void>;
}

/** The Abilities last saved for each Agent from the bot. Per workspace, shared by all processes. */
export interface AgentAssignments {
  /** An Agent that is missing is unknown. */
  all(): Promise<ReadonlyMap<AgentId, readonly AbilityId[]>>;
  save(agentId: AgentId, abilityIds: readonly AbilityId[]): Promise<void>;
  /** The Agent becomes unknown. */
  deleteAgent(agentId: AgentId): Promise<void>;
  /** Removes an Ability from every Agent. */
  deleteAbility(abilityId: AbilityId): Promise<void>;
}
