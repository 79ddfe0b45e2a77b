import { AbilityId, AgentId, CATEGORIES, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';
import { CodeFacts } from './code-facts-record.ts';
import { KeptCode } from './kept-code.ts';
import { UploadVerdict, Verification } from './upload-verdict.ts';

/**
 * The states of an upload. Each is written before the action that it names.
 *
 * `asking` waits for a user; `keeping`, `deleting`, `restoring` and `putting-back` belong to replacing an Ability;
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

/** Nothing has been sent or deleted in these states, so the upload can be cancelled. */
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
  /** ID of the upload whose stored copy is used if the file is gone from Slack. */
  kept: z.string().optional(),
  /**
   * The person who chose the file in a form, where its ID is user input, so they must be able to see it. Absent for a
   * shared file.
   */
  chosenBy: z.string().optional(),
  /** Loose files to be packed into one zip called `name`. `id` is the first of them. */
  parts: z.array(z.string()).optional(),
  /** The folder of the Ability, with trailing slash, if the zip has several. */
  folder: z.string().optional(),
  /** Digest of the version that is sent again, from its kept package. */
  version: z.string().optional(),
});

export const UploadForm = z.object({
  name: z.string(),
  category: z.enum(CATEGORIES),
  description: z.string(),
  triggerWords: z.array(z.string()),
});
export type UploadForm = z.infer<typeof UploadForm>;

/** The state of an Ability before its replacement, as far as the service showed it. */
const KeptAbility = z.object({
  abilityId: AbilityId,
  form: UploadForm,
  /** Null if it was not installed. */
  installed: z.object({ id: InstalledAbilityId, enabled: z.boolean(), triggerWords: z.array(z.string()) }).nullable(),
  /** The Agents known to have had it, each with its whole list. */
  agents: z.array(z.object({ id: AgentId, name: z.string(), abilityIds: z.array(AbilityId) })),
  /**
   * The Agents that the user chose for the new Ability, each with its whole list, or null if unknown. Absent if the
   * user was not asked: then it gets the Agents of the previous one.
   */
  chosen: z.array(z.object({ id: AgentId, name: z.string(), abilityIds: z.array(AbilityId).nullable() })).optional(),
  /** False if other Agents may have had it too, because some lists were unknown. */
  allAgentsKnown: z.boolean(),
  packageHeld: z.boolean(),
  /** Digest of the previous package's paths and contents; null if the package is not stored. */
  contentDigest: z.string().nullable(),
});
export type KeptAbility = z.infer<typeof KeptAbility>;

const Plan = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new') }),
  /** Update the code of an existing Ability in place; everything else stays. */
  z.object({
    kind: z.literal('update'),
    abilityId: AbilityId,
    /** Digest of the code that the user was shown as the current one; absent if it could not be read. */
    previous: z.string().optional(),
    /** State that must be the same afterwards; absent if it is not known yet. */
    was: z
      .object({
        /** Only read by older versions of the bot, which may still run during an upgrade. */
        readAt: z.number(),
        /** Null if it was not installed. */
        installedId: InstalledAbilityId.nullable(),
        enabled: z.boolean(),
        triggerWords: z.array(z.string()),
      })
      .optional(),
  }),
  /** Delete the existing Ability, and restore its settings on the new one. */
  z.object({
    kind: z.literal('replace'),
    abilityId: AbilityId,
    /** The same as for an update; absent in older records. */
    previous: z.string().optional(),
    /** True if the user has accepted that the previous package cannot be backed up. */
    withoutBackup: z.boolean().optional(),
    /** The Agents that get the new Ability; absent if the user was not asked. */
    agentIds: z.array(AgentId).optional(),
    /** The Agents that the form started with; absent in older records. */
    shownAgentIds: z.array(AgentId).optional(),
  }),
]);
export type UploadPlan = z.infer<typeof Plan>;

/** Result of inspecting the part of the zip that is sent. */
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
   * files are at its root. `isPart`: other files stay behind, so the zip as it is cannot be sent.
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
  /** True if it is repacked before sending, because of ambiguous file names. */
  repacked: z.boolean().optional(),
  /** True if file names are corrected when it is repacked. */
  renames: z.boolean().optional(),
  /** A sentence about the parts of the zip that are not sent; null if everything is. */
  leftOut: z.string().nullable().default(null),
  /** Digest of paths and contents, regardless of whether the files are in a folder. */
  contentDigest: z.string(),
});
export type UploadContents = z.infer<typeof Contents>;

/** Whether the user can choose to repack it for the service: wrapped in a folder, or lifted out of one. */
export const isWrapOffered = (contents: UploadContents | null): boolean =>
  contents !== null && (contents.flat || Boolean(contents.lift && !contents.lift.isPart));

/** The first paths of a list, and their number. */
const Paths = z.object({ first: z.array(z.string()), count: z.number() });

/** The changes that an update would make to the code of an existing Ability. */
export const CodeChanges = z.object({
  /** Digest of the current code. */
  digest: z.string(),
  changed: Paths,
  added: Paths,
  removed: Paths,
  /** The first changed lines, by file. Absent in older records. */
  lines: z
    .array(
      z.object({
        path: z.string(),
        lines: z.array(z.string()),
        /** Of the whole file; absent in older records. */
        total: z.object({ lines: z.number(), added: z.number(), removed: z.number() }).optional(),
      }),
    )
    .optional(),
  /** About the new code. Absent in older records. */
  facts: CodeFacts.optional(),
});
export type CodeChanges = z.infer<typeof CodeChanges>;

/** The existing Ability of the same name, for comparison with the new one. */
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
  /** True if the service returns its package for a backup; null if not tried. */
  packageGiven: z.boolean().nullish(),
  /** Null if its current code could not be read. */
  code: CodeChanges.nullish(),
});
export type TakenBy = z.infer<typeof TakenBy>;

/** A question to the user before sending. */
const Question = z.discriminatedUnion('kind', [
  /** The user has not seen the contents yet. */
  z.object({ kind: z.literal('contents') }),
  z.object({ kind: z.literal('name-taken'), by: TakenBy }),
]);
export type UploadQuestion = z.infer<typeof Question>;

const End = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('uploaded'),
    abilityId: AbilityId,
    state: z.enum(['enabled', 'disabled', 'not-installed', 'orphan']).nullable(),
    /** Settings of a replaced Ability that could not be restored, as sentences. */
    notRestored: z.array(z.string()),
    /** Absent in older records, which were not verified. */
    verdict: UploadVerdict.optional(),
  }),
  z.object({ kind: z.literal('updated'), abilityId: AbilityId, verdict: UploadVerdict.optional() }),
  /** Not sent, or rejected by the service. `sentence` says why. */
  z.object({ kind: z.literal('refused'), sentence: z.string() }),
  /** Rejected after the previous Ability was deleted. `backAs`: its new ID if it was restored; null if it is gone. */
  z.object({
    kind: z.literal('refused-after-delete'),
    sentence: z.string(),
    backAs: AbilityId.nullable(),
    notRestored: z.array(z.string()),
    /** Verdict on the restored Ability; absent if there is none, and in older records. */
    verdict: UploadVerdict.optional(),
  }),
  /** `effect`: whether the account may have changed. */
  z.object({ kind: z.literal('given-up'), sentence: z.string(), effect: z.enum(['none', 'unknown', 'old-deleted']) }),
  z.object({ kind: z.literal('cancelled'), by: z.string().nullable() }),
]);
export type UploadEnd = z.infer<typeof End>;

/** Everything except state, lease and times, which are columns. Stored as JSON. */
export const UploadDocument = z.object({
  form: UploadForm,
  zip: File,
  icon: File.nullable(),
  /** The correlation ID, shown to users and in the log. */
  ref: z.string(),
  /** The progress message; null before it is posted. */
  place: z.object({ channel: z.string(), ts: z.string() }).nullable(),
  /** The thread for the progress message. Without one, or if the bot cannot write there, it is a direct message. */
  thread: z.object({ channel: z.string(), ts: z.string() }).nullish(),
  plan: Plan,
  /** The Agent that a new Ability is uploaded for; absent for none. */
  addTo: z.object({ id: AgentId, name: z.string() }).optional(),
  /** The Ability that gets an earlier version; absent for other uploads. */
  rollbackOf: AbilityId.optional(),
  /** True to wrap the files in a folder, or lift them out of a folder or a nested zip. */
  wrap: z.boolean(),
  /** SHA-256 of the zip whose contents the user has seen; null if none. */
  seenSha256: z.string().nullable(),
  contents: Contents.nullable(),
  question: Question.nullable(),
  /** Deadline for the user's answer, in milliseconds since 1970; null if nothing was asked. */
  askUntil: z.number().nullable(),
  /** IDs on the account just before the first send: an Ability of the same name with another ID is this upload's. */
  existingIds: z.array(AbilityId).nullable(),
  sends: z.number(),
  /** Time of the last send, in milliseconds since 1970; null if not sent. */
  sentAt: z.number().nullable(),
  abilityId: AbilityId.nullable(),
  kept: KeptAbility.nullable(),
  /** Digest of the code that an update replaced, whose package is stored; absent if it could not be read. */
  previousCode: z.string().optional(),
  /** The code to be sent, and the code that it replaces, if they are kept as versions. */
  newCode: KeptCode.optional(),
  oldCode: KeptCode.optional(),
  /** Why the new package was rejected after the old Ability was deleted. */
  refusal: z.string().nullable(),
  /** Absent before anything can be verified. */
  verification: Verification.optional(),
  /** Why it is waiting, since when, and the next attempt; null if nothing is wrong. */
  trouble: z.object({ sentence: z.string(), since: z.number(), tries: z.number(), nextTryAt: z.number() }).nullable(),
  /** Version of the connected account at submission; absent for the account in the settings. */
  account: z.number().optional(),
  /** Deadline for retries, in milliseconds since 1970. */
  giveUpAt: z.number(),
  /** The furthest state since acceptance or the last decision, so that progress never moves back. */
  furthest: z.enum(UPLOAD_STATES).optional(),
  end: End.nullable(),
  /** The last user to answer; absent if nobody was asked. */
  decidedBy: z.string().optional(),
});
export type UploadDocument = z.infer<typeof UploadDocument>;

export interface UploadRecord extends UploadDocument {
  id: string;
  tenantId: string;
  userId: string;
  state: UploadState;
  /** Incremented with every write. A write based on an older version is rejected. */
  version: number;
  /** In milliseconds since 1970, like all times here. */
  acceptedAt: number;
  changedAt: number;
  /** Not processed before this time. */
  dueAt: number;
}

const rankOf = (state: UploadState): number => UPLOAD_STATES.indexOf(state);

/** The later of the furthest state so far and the next one. */
export const furtherOf = ({ furthest, state }: Pick<UploadRecord, 'furthest' | 'state'>, next = state): UploadState =>
  [furthest ?? state, next].reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));

export const isBeyond = (state: UploadState, other: UploadState): boolean => rankOf(state) > rankOf(other);

export const hasEnded = ({ state }: Pick<UploadRecord, 'state'>): boolean => UPLOAD_ENDS.some((end) => end === state);

/** True if it deleted an Ability, and neither the previous nor the new one is known to exist. Its packages are kept. */
export const isOldGone = ({ end }: Pick<UploadRecord, 'end'>): boolean =>
  (end?.kind === 'refused-after-delete' && end.backAs === null) ||
  (end?.kind === 'given-up' && end.effect === 'old-deleted');
