import { AbilityId, AgentId, CATEGORIES, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';
import { CodeFacts } from './code-facts-record.ts';
import { KeptCode } from './kept-code.ts';
import { UploadVerdict, Verification } from './upload-verdict.ts';

/**
 * The states of an upload. Each is stored before the action that it names.
 *
 * `asking` waits for a person; `keeping`, `deleting`, `restoring` and `putting-back` belong to replacing an Ability;
 * `verifying` compares the account with the request, several times if necessary; the last four are final.
 */
export const UPLOAD_STATES = [
  'accepted',
  'fetching',
  'inspecting',
  'asking',
  'keeping',
  'deleting',
  'sending',
  'confirming',
  'restoring',
  'putting-back',
  'verifying',
  'done',
  'refused',
  'failed',
  'cancelled',
] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

export const UPLOAD_ENDS = ['done', 'refused', 'failed', 'cancelled'] as const satisfies readonly UploadState[];

/** In these states, nothing has been sent or deleted, so the upload can be canceled. */
export const UPLOAD_CANCELLABLE = [
  'accepted',
  'fetching',
  'inspecting',
  'asking',
  'keeping',
] as const satisfies readonly UploadState[];

const File = z.object({
  id: z.string(),
  name: z.string(),
  /** The upload whose stored copy is used if the file no longer exists in Slack. */
  kept: z.string().optional(),
  /**
   * The person who selected the file in a form. Its ID is user input there, so they must be allowed to see the file.
   * Absent for a shared file.
   */
  chosenBy: z.string().optional(),
  /** Loose files to pack into a zip called `name`. `id` is the first of them. */
  parts: z.array(z.string()).optional(),
  /** The Ability's folder, with a trailing slash, if the zip has several. */
  folder: z.string().optional(),
  /** Digest of the version whose stored package is sent again. */
  version: z.string().optional(),
});

export const UploadForm = z.object({
  name: z.string(),
  category: z.enum(CATEGORIES),
  description: z.string(),
  triggerWords: z.array(z.string()),
});
export type UploadForm = z.infer<typeof UploadForm>;

/** The state of an Ability before it is replaced, as far as the service reports it. */
const KeptAbility = z.object({
  abilityId: AbilityId,
  form: UploadForm,
  /** Null if it wasn't installed. */
  installed: z.object({ id: InstalledAbilityId, enabled: z.boolean(), triggerWords: z.array(z.string()) }).nullable(),
  /** The Agents that are known to have had it, each with all of its Abilities. */
  agents: z.array(z.object({ id: AgentId, name: z.string(), abilityIds: z.array(AbilityId) })),
  /**
   * The Agents selected for the new Ability, each with all of its Abilities, or null if those are unknown. Absent if
   * the form didn't ask, in which case the new Ability gets the previous one's Agents.
   */
  chosen: z.array(z.object({ id: AgentId, name: z.string(), abilityIds: z.array(AbilityId).nullable() })).optional(),
  /** False if other Agents may have had it too, because the Abilities of some are unknown. */
  allAgentsKnown: z.boolean(),
  packageHeld: z.boolean(),
  /** Digest of the previous package's paths and contents; null if the package isn't stored. */
  contentDigest: z.string().nullable(),
});
export type KeptAbility = z.infer<typeof KeptAbility>;

const Plan = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new') }),
  /** Updates the code of an existing Ability in place. Everything else stays. */
  z.object({
    kind: z.literal('update'),
    abilityId: AbilityId,
    /** Digest of the code that the person saw as the current one; absent if it couldn't be read. */
    previous: z.string().optional(),
    /** The state that must be the same afterward; absent if it isn't known yet. */
    was: z
      .object({
        /** Only for older versions of the bot, which may still run during an upgrade. */
        readAt: z.number(),
        /** Null if it wasn't installed. */
        installedId: InstalledAbilityId.nullable(),
        enabled: z.boolean(),
        triggerWords: z.array(z.string()),
      })
      .optional(),
  }),
  /** Deletes the existing Ability, and restores its settings on the new one. */
  z.object({
    kind: z.literal('replace'),
    abilityId: AbilityId,
    /**
     * Digest of the code that the person saw as the current one; absent if it couldn't be read, and in older records.
     */
    previous: z.string().optional(),
    /** True if the person has accepted that the previous package can't be backed up. */
    withoutBackup: z.boolean().optional(),
    /** The Agents that get the new Ability; absent if the form didn't ask for them. */
    agentIds: z.array(AgentId).optional(),
    /** The Agents selected when the form was opened; absent in older records. */
    shownAgentIds: z.array(AgentId).optional(),
  }),
]);
export type UploadPlan = z.infer<typeof Plan>;

/** What was found in the part of the zip that is sent. */
const Contents = z.object({
  bytes: z.number(),
  sha256: z.string(),
  unpackedBytes: z.number(),
  files: z.number(),
  /** The first files, for display. */
  listed: z.array(z.object({ path: z.string(), bytes: z.number() })),
  /** Sentences for people. */
  warnings: z.array(z.string()),
  /** True if the files are at the root, so that they can be wrapped in a folder. */
  flat: z.boolean(),
  /**
   * An Ability in a folder or a nested zip, which can be sent instead: the digest of its contents, and whether its
   * files are at its root. `isPart`: true if the zip has other files too, so that it can't be sent as it is.
   */
  lift: z
    .object({
      kind: z.enum(['folder', 'zip']),
      from: z.string(),
      contentDigest: z.string(),
      flat: z.boolean(),
      isPart: z.boolean().optional(),
    })
    .nullish(),
  /** True if the zip is repacked before it is sent, because of ambiguous file names. */
  repacked: z.boolean().optional(),
  /** True if repacking corrects file names. */
  renames: z.boolean().optional(),
  /** A sentence about the parts of the zip that aren't sent; null if everything is. */
  leftOut: z.string().nullable().default(null),
  /** Digest of the paths and contents, which is the same whether or not the files are in a folder. */
  contentDigest: z.string(),
});
export type UploadContents = z.infer<typeof Contents>;

/** True if the person can choose to have the files wrapped in a folder, or lifted out of one, for the service. */
export const isWrapOffered = (contents: UploadContents | null): boolean =>
  contents !== null && (contents.flat || Boolean(contents.lift && !contents.lift.isPart));

/** The first paths of a list, and the number of all. */
const Paths = z.object({ first: z.array(z.string()), count: z.number() });

/** How an update would change the code of an existing Ability. */
export const CodeChanges = z.object({
  /** Digest of the current code. */
  digest: z.string(),
  changed: Paths,
  added: Paths,
  removed: Paths,
  /** The first changed lines of each file. Absent in older records. */
  lines: z
    .array(
      z.object({
        path: z.string(),
        lines: z.array(z.string()),
        /** The counts for the whole file; absent in older records. */
        total: z.object({ lines: z.number(), added: z.number(), removed: z.number() }).optional(),
      }),
    )
    .optional(),
  /** Facts about the new code. Absent in older records. */
  facts: CodeFacts.optional(),
});
export type CodeChanges = z.infer<typeof CodeChanges>;

/** An existing Ability with the same name, to compare with the new one. */
const TakenBy = z.object({
  abilityId: AbilityId,
  description: z.string().nullable(),
  category: z.string().nullable(),
  triggerWords: z.array(z.string()),
  state: z.enum(['enabled', 'disabled', 'not-installed', 'orphan']),
  /** Null if unknown. */
  agentNames: z.array(z.string()).nullable(),
  /** The Agents that have it, according to the service or the last save from Slack. */
  holders: z.array(z.object({ id: AgentId, name: z.string() })).default([]),
  canUpdateInPlace: z.boolean(),
  /** True if the service returns its package for a backup; null if that wasn't tried. */
  packageGiven: z.boolean().nullish(),
  /** Null if its current code couldn't be read. */
  code: CodeChanges.nullish(),
});
export type TakenBy = z.infer<typeof TakenBy>;

/** True if the zip has the same files as the existing Ability. */
export const isSameCode = ({ code }: TakenBy): boolean =>
  Boolean(code) && code?.added.count === 0 && code.changed.count === 0 && code.removed.count === 0;

export const canUpdateCode = (by: TakenBy): boolean => by.canUpdateInPlace && !isSameCode(by);

/** A question to the person before anything is sent. */
const Question = z.discriminatedUnion('kind', [
  /** The person hasn't seen the contents yet. */
  z.object({ kind: z.literal('contents') }),
  z.object({ kind: z.literal('name-taken'), by: TakenBy }),
]);
export type UploadQuestion = z.infer<typeof Question>;

const End = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('uploaded'),
    abilityId: AbilityId,
    state: z.enum(['enabled', 'disabled', 'not-installed', 'orphan']).nullable(),
    /** Settings of the replaced Ability that couldn't be restored, as sentences. */
    notRestored: z.array(z.string()),
    /** Absent in older records, which weren't verified. */
    verdict: UploadVerdict.optional(),
  }),
  z.object({ kind: z.literal('updated'), abilityId: AbilityId, verdict: UploadVerdict.optional() }),
  /** The upload wasn't sent, or the service rejected it. `sentence` explains why. */
  z.object({ kind: z.literal('refused'), sentence: z.string() }),
  /**
   * The service rejected the upload after the previous Ability was deleted. `backAs`: the new ID of the previous
   * Ability if it was restored; null if it is gone.
   */
  z.object({
    kind: z.literal('refused-after-delete'),
    sentence: z.string(),
    backAs: AbilityId.nullable(),
    notRestored: z.array(z.string()),
    /** The verdict on the restored Ability; absent if it wasn't restored, and in older records. */
    verdict: UploadVerdict.optional(),
  }),
  /** `effect`: whether the account may have changed. */
  z.object({ kind: z.literal('given-up'), sentence: z.string(), effect: z.enum(['none', 'unknown', 'old-deleted']) }),
  z.object({ kind: z.literal('cancelled'), by: z.string().nullable() }),
]);
export type UploadEnd = z.infer<typeof End>;

/** Everything about an upload except its state, lease and times, which have their own columns. Stored as JSON. */
export const UploadDocument = z.object({
  form: UploadForm,
  zip: File,
  icon: File.nullable(),
  /** Shown to people and in the log, to find the request. */
  ref: z.string(),
  /** The progress message; null before it is posted. */
  place: z.object({ channel: z.string(), ts: z.string() }).nullable(),
  /**
   * The thread for the progress message. If it is absent or the bot can't post there, the message is a direct message.
   */
  thread: z.object({ channel: z.string(), ts: z.string() }).nullish(),
  plan: Plan,
  /** The Agent that a new Ability is uploaded for; absent for none. */
  addTo: z.object({ id: AgentId, name: z.string() }).optional(),
  /** The Ability that is rolled back to an earlier version; absent for other uploads. */
  rollbackOf: AbilityId.optional(),
  /** True to wrap the files in a folder, or to lift them out of a folder or a nested zip. */
  wrap: z.boolean(),
  /** SHA-256 of the zip whose contents the person has seen; null if they have seen none. */
  seenSha256: z.string().nullable(),
  contents: Contents.nullable(),
  question: Question.nullable(),
  /** The deadline for the person's answer, in milliseconds since 1970; null if nothing was asked. */
  askUntil: z.number().nullable(),
  /**
   * The IDs on the account just before the first send. An Ability with this name and another ID was created by this
   * upload.
   */
  existingIds: z.array(AbilityId).nullable(),
  sends: z.number(),
  /** When it was last sent, in milliseconds since 1970; null if never. */
  sentAt: z.number().nullable(),
  abilityId: AbilityId.nullable(),
  kept: KeptAbility.nullable(),
  /** Digest of the code that an update replaced, absent if that code couldn't be read, so that its package isn't stored. */
  previousCode: z.string().optional(),
  /** The code to send, and the code that it replaces, if they are kept as versions. */
  newCode: KeptCode.optional(),
  oldCode: KeptCode.optional(),
  /** Why the service rejected the new package after the previous Ability was deleted. */
  refusal: z.string().nullable(),
  /** Absent while there is nothing to verify. */
  verification: Verification.optional(),
  /** A temporary problem: why and since when the upload waits, and when it is retried; null if there is none. */
  trouble: z.object({ sentence: z.string(), since: z.number(), tries: z.number(), nextTryAt: z.number() }).nullable(),
  /** The version of the account that was connected at submission; absent for the account in the settings. */
  account: z.number().optional(),
  /** The deadline for retries, in milliseconds since 1970. */
  giveUpAt: z.number(),
  /** The furthest state since the upload was accepted or last decided, so that progress never moves backward. */
  furthest: z.enum(UPLOAD_STATES).optional(),
  end: End.nullable(),
  /** The last person to answer; absent if nobody was asked. */
  decidedBy: z.string().optional(),
});
export type UploadDocument = z.infer<typeof UploadDocument>;

export interface UploadRecord extends UploadDocument {
  id: string;
  tenantId: string;
  userId: string;
  state: UploadState;
  /** Incremented with each write. A write based on an older version is rejected. */
  version: number;
  /** In milliseconds since 1970, like all times here. */
  acceptedAt: number;
  changedAt: number;
  /** The upload isn't processed before this time. */
  dueAt: number;
}

const rankOf = (state: UploadState): number => UPLOAD_STATES.indexOf(state);

/** The later of the furthest state so far and `next`. */
export const furtherOf = ({ furthest, state }: Pick<UploadRecord, 'furthest' | 'state'>, next = state): UploadState =>
  [furthest ?? state, next].reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));

export const isBeyond = (state: UploadState, other: UploadState): boolean => rankOf(state) > rankOf(other);

/** Digest of the earlier version that an upload rolls an Ability back to; undefined for other uploads. */
export const rolledBackTo = ({ plan, zip }: Pick<UploadRecord, 'plan' | 'zip'>): string | undefined =>
  plan.kind === 'new' ? undefined : zip.version;

export const hasEnded = ({ state }: Pick<UploadRecord, 'state'>): boolean => UPLOAD_ENDS.some((end) => end === state);

/** True if an Ability was deleted, and neither it nor the new one is known to exist. The packages are kept then. */
export const isOldGone = ({ end }: Pick<UploadRecord, 'end'>): boolean =>
  (end?.kind === 'refused-after-delete' && end.backAs === null) ||
  (end?.kind === 'given-up' && end.effect === 'old-deleted');
