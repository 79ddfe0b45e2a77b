import { AbilityId, AgentId, InstalledAbilityId, ReleaseId } from '@abilities-bot/service-api';
import * as z from 'zod';

/** The ID of the change that this one undid. Absent from a redo. */
const takesBack = z.string().optional();

/** A change to the account, with everything needed to show and undo it. Stored as JSON. */
export const Change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('toggled'),
    takesBack,
    /** Set if this ended a quiet. It can't be undone, because that wouldn't start the quiet again. */
    endsQuiet: z.literal(true).optional(),
    /** The planned command that reverts this change. Undoing the change cancels it. */
    plan: z.string().optional(),
    /** `enabled`: the state after the change. `words`: the trigger words that were sent; absent in older records. */
    items: z.array(
      z.object({
        id: InstalledAbilityId,
        name: z.string(),
        enabled: z.boolean(),
        words: z.array(z.string()).optional(),
      }),
    ),
  }),
  /** Abilities were disabled for a while. */
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
    /** The requested list, if the account shows another one, which is then in `after`. */
    asked: z.array(AbilityId).optional(),
  }),
  /** A change that the account didn't show was made again. */
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
  /** A release in the service was enabled. `version`: its number or name, or its ID. */
  z.object({
    kind: z.literal('release-enabled'),
    abilityId: AbilityId,
    name: z.string(),
    releaseId: ReleaseId,
    version: z.string(),
  }),
  z.object({
    kind: z.literal('deleted'),
    /** `installedIds`: the installed records that the Ability had; absent in older records, and if unknown. */
    items: z.array(z.object({ id: AbilityId, name: z.string(), installedIds: z.array(InstalledAbilityId).optional() })),
  }),
  z.object({
    kind: z.literal('uploaded'),
    abilityId: AbilityId,
    name: z.string(),
    how: z.enum(['new', 'update', 'replace']),
    /** The Agent that the Ability was uploaded for. */
    addedTo: z.object({ id: AgentId, name: z.string() }).optional(),
    /** The Ability that was deleted and replaced. */
    replaced: AbilityId.optional(),
    /** Digests of the code before and after an update. */
    code: z.object({ before: z.string(), after: z.string() }).optional(),
    /** Digest of the version that the Ability was rolled back to; absent for other uploads, and in older records. */
    rolledBackTo: z.string().optional(),
  }),
]);
export type Change = z.infer<typeof Change>;

const IS_UNDOABLE = {
  toggled: true,
  quieted: true,
  triggers: true,
  assigned: true,
  repaired: false,
  'release-enabled': false,
  deleted: false,
  uploaded: false,
} as const satisfies Record<Change['kind'], boolean>;

/** The kinds of changes that can be undone, though not every change of such a kind can. */
export type UndoableKind = {
  [Kind in Change['kind']]: (typeof IS_UNDOABLE)[Kind] extends true ? Kind : never;
}[Change['kind']];

/** An assignment whose previous list is unknown can't be undone, nor can the end of quiet. */
export function canBeUndone(change: Change): boolean {
  if (change.kind === 'assigned') return change.before !== null;
  if (change.kind === 'toggled') return change.endsQuiet === undefined;
  return IS_UNDOABLE[change.kind];
}

/** True if this change undid another. */
export const isUndo = (change: Change): boolean => 'takesBack' in change && change.takesBack !== undefined;

/** True if this change undid the change with this ID. */
export const undoes = (change: Change, changeId: string): boolean =>
  'takesBack' in change && change.takesBack === changeId;

/**
 * True if a bare `undo` may undo this change. As in an editor, it skips changes that were undone or are undos
 * themselves, and continues with older ones.
 */
export const isStep = (change: Change): boolean => canBeUndone(change) && !isUndo(change);

/** Marks a change as the undo of another. Changes that no undo can make aren't marked. */
export function asUndoOf(change: Change, changeId: string): Change {
  switch (change.kind) {
    case 'toggled':
    case 'triggers':
    case 'assigned':
      return { ...change, takesBack: changeId };
    // Undoing a quiet enables, and the others can't be undone.
    case 'quieted':
    case 'deleted':
    case 'uploaded':
    case 'release-enabled':
    case 'repaired':
      return change;
  }
}

/** A message that everyone in its channel sees and can make changes from. Stored as JSON. */
export const SharedMessage = z.object({
  channel: z.string(),
  ts: z.string(),
  threadTs: z.string().nullable(),
  /** The command line that draws the message. */
  redraw: z.string().nullable(),
  /** The person who shared the message, if any. */
  sharedBy: z.string().optional(),
});
export type SharedMessage = z.infer<typeof SharedMessage>;

interface ChangeMeta {
  /** Makes repeated calls idempotent. */
  id?: string;
  /** The position from the lease under which the change was made; null for the next one. */
  position?: number | null;
  shared?: SharedMessage | null;
}

export interface UndoRecord {
  /** Sixteen hexadecimal digits. */
  id: string;
  userId: string;
  at: Date;
  /** The version of the account that was changed; null in older records. */
  account: number | null;
  change: Change;
  undoneBy: string | null;
  /** The message to redraw after an undo; null if the change was made elsewhere. */
  shared: SharedMessage | null;
}

/** The undo log of one workspace. Lists are newest first, independent of the processes' clocks. */
export interface TenantUndoLog {
  record(userId: string, change: Change, more?: ChangeMeta): Promise<UndoRecord>;
  /** Replaces the change by what the account shows. Null removes the record, because the account shows no change. */
  correct(id: string, change: Change | null): Promise<void>;
  find(id: string): Promise<UndoRecord | null>;
  recent(max: number): Promise<UndoRecord[]>;
  /** The person's latest change that can be undone and hasn't been. */
  latestOf(userId: string): Promise<UndoRecord | null>;
  /** True for the first caller. The claim of a killed process expires after a minute. */
  claimUndo(id: string): Promise<boolean>;
  keepUndone(id: string, userId: string): Promise<void>;
  releaseUndo(id: string): Promise<void>;
}

/** The Abilities that were last saved for each Agent in Slack. Per workspace, shared by all processes. */
export interface AgentAssignments {
  /** The Abilities of an Agent that isn't in the map are unknown. */
  all(): Promise<ReadonlyMap<AgentId, readonly AbilityId[]>>;
  save(agentId: AgentId, abilityIds: readonly AbilityId[]): Promise<void>;
  /** Makes the Agent's Abilities unknown. */
  deleteAgent(agentId: AgentId): Promise<void>;
  /** Removes an Ability from every Agent. */
  deleteAbility(abilityId: AbilityId): Promise<void>;
}
