import { AbilityId, AgentId, CATEGORIES, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';

/**
 * Where an upload stands. Each is written before what it names is begun.
 *
 * `asking` waits for a person; `keeping`, `deleting`, `restoring` and `putting-back` belong to replacing an Ability;
 * the last four are ends.
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
  'done',
  'refused',
  'failed',
  'cancelled',
] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

export const UPLOAD_ENDS = ['done', 'refused', 'failed', 'cancelled'] as const satisfies readonly UploadState[];

/** Until one of these is left, nothing has been sent or deleted, so that the upload can be cancelled. */
export const UPLOAD_CANCELLABLE = [
  'accepted',
  'fetching',
  'inspecting',
  'asking',
  'keeping',
] as const satisfies readonly UploadState[];

/** A file that was shared in Slack. */
const File = z.object({
  id: z.string(),
  name: z.string(),
  /** The upload beside which a copy of it is kept, for when it is gone where it was shared. */
  kept: z.string().optional(),
  /** The loose files that are packed into one zip, which is then called `name`. `id` is the first of them. */
  parts: z.array(z.string()).optional(),
});

const Form = z.object({
  name: z.string(),
  category: z.enum(CATEGORIES),
  description: z.string(),
  triggerWords: z.array(z.string()),
});

/** What an Ability was before it was replaced, as far as the service told. */
const KeptAbility = z.object({
  abilityId: AbilityId,
  form: Form,
  /** Null when it was not installed. */
  installed: z.object({ id: InstalledAbilityId, enabled: z.boolean(), triggerWords: z.array(z.string()) }).nullable(),
  /** The Agents that are known to have had it, each with its whole list. */
  agents: z.array(z.object({ id: AgentId, name: z.string(), abilityIds: z.array(AbilityId) })),
  /**
   * The Agents that a person chose for the new one, each with its whole list, or null where that is not known. Missing
   * when nobody was asked: then those that had the old one get it.
   */
  chosen: z.array(z.object({ id: AgentId, name: z.string(), abilityIds: z.array(AbilityId).nullable() })).optional(),
  /** Whether every Agent's list was known: if not, others may have had it too. */
  allAgentsKnown: z.boolean(),
  /** Whether its package is held in the store. */
  packageHeld: z.boolean(),
  /** Paths and contents of the old package; null when it is not held. */
  contentDigest: z.string().nullable(),
});
export type KeptAbility = z.infer<typeof KeptAbility>;

/** What is to become of the zip. */
const Plan = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new') }),
  /** The release of an existing Ability gets new code; everything else stays. */
  z.object({ kind: z.literal('update'), abilityId: AbilityId }),
  /** The existing Ability is deleted, and the new one gets what it had. */
  z.object({
    kind: z.literal('replace'),
    abilityId: AbilityId,
    /** Whether the person knows that the package of the old one cannot be kept. */
    withoutBackup: z.boolean().optional(),
    /** The Agents that are to have the new one; missing when nobody was asked. */
    agentIds: z.array(AgentId).optional(),
  }),
]);
export type UploadPlan = z.infer<typeof Plan>;

/** What the zip was found to hold of what is sent. */
const Contents = z.object({
  bytes: z.number(),
  sha256: z.string(),
  unpackedBytes: z.number(),
  /** Number of files. */
  files: z.number(),
  /** The first files, as `path (size)` would be shown. */
  listed: z.array(z.object({ path: z.string(), bytes: z.number() })),
  /** Sentences, for people. */
  warnings: z.array(z.string()),
  /** Whether its files stand at the root, so that it can be wrapped into a folder. */
  flat: z.boolean(),
  /**
   * The Ability one step further down, in a folder or in a zip in the zip, which can be sent instead: with the digest of
   * what is in it, and whether its files stand at the root.
   */
  lift: z
    .object({ kind: z.enum(['folder', 'zip']), from: z.string(), contentDigest: z.string(), flat: z.boolean() })
    .nullish(),
  /** Whether it is packed again before it is sent, for names that programs read in different ways. */
  repacked: z.boolean().optional(),
  /** A sentence about what of the zip is not sent; null when all of it is. */
  leftOut: z.string().nullable().default(null),
  /** Digest of paths and contents, the same whether the files stand in a folder or not. */
  contentDigest: z.string(),
});
export type UploadContents = z.infer<typeof Contents>;

/** Whether a person can choose to have it packed as the service wants it: put into a folder, or lifted out of one. */
export const isWrapOffered = (contents: UploadContents | null): boolean =>
  contents !== null && (contents.flat || Boolean(contents.lift));

/** The Ability of the same name that is there already, as it is shown beside the new one. */
const TakenBy = z.object({
  abilityId: AbilityId,
  description: z.string().nullable(),
  category: z.string().nullable(),
  triggerWords: z.array(z.string()),
  state: z.enum(['enabled', 'disabled', 'not-installed', 'orphan']),
  /** Null when nobody tells. */
  agentNames: z.array(z.string()).nullable(),
  /** The Agents that have it, as far as the service or the last save from Slack tells. */
  holders: z.array(z.object({ id: AgentId, name: z.string() })).default([]),
  canUpdateInPlace: z.boolean(),
  /** Whether the service gives its package, so that it can be put back; null when nobody has tried. */
  packageGiven: z.boolean().nullish(),
});
export type TakenBy = z.infer<typeof TakenBy>;

/** What a person is asked before anything is sent. */
const Question = z.discriminatedUnion('kind', [
  /** The person has not seen yet what is inside. */
  z.object({ kind: z.literal('contents') }),
  z.object({ kind: z.literal('name-taken'), by: TakenBy }),
]);
export type UploadQuestion = z.infer<typeof Question>;

/** How an upload ended. */
const End = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('uploaded'),
    abilityId: AbilityId,
    state: z.enum(['enabled', 'disabled', 'not-installed', 'orphan']).nullable(),
    /** What of a replaced Ability could not be given to the new one, as sentences. */
    notRestored: z.array(z.string()),
  }),
  z.object({ kind: z.literal('updated'), abilityId: AbilityId }),
  /** The bot did not send it, or the service refused it. `sentence` says why. */
  z.object({ kind: z.literal('refused'), sentence: z.string() }),
  /** Refused after the old one was deleted. `backAs`: the ID under which the old one is back; null when it is gone. */
  z.object({
    kind: z.literal('refused-after-delete'),
    sentence: z.string(),
    backAs: AbilityId.nullable(),
    notRestored: z.array(z.string()),
  }),
  /** Given up. `effect` says whether something may have changed on the account. */
  z.object({ kind: z.literal('given-up'), sentence: z.string(), effect: z.enum(['none', 'unknown', 'old-deleted']) }),
  z.object({ kind: z.literal('cancelled'), by: z.string().nullable() }),
]);
export type UploadEnd = z.infer<typeof End>;

/** All of an upload but its state, its lease and its times, which are columns of their own. Kept as JSON. */
export const UploadDocument = z.object({
  form: Form,
  zip: File,
  icon: File.nullable(),
  /** The number that a person can quote and that stands in the log. */
  ref: z.string(),
  /** The message that tells how it goes; null until there is one. */
  place: z.object({ channel: z.string(), ts: z.string() }).nullable(),
  /** The thread in which that message is posted; without one, or where the bot may not write, it is sent directly. */
  thread: z.object({ channel: z.string(), ts: z.string() }).nullish(),
  plan: Plan,
  /** Whether the files are put into a folder, or lifted out of one or out of a zip, before they are sent. */
  wrap: z.boolean(),
  /** SHA-256 of the zip whose contents the person has been shown; null when none was. */
  seenSha256: z.string().nullable(),
  contents: Contents.nullable(),
  question: Question.nullable(),
  /** Until when a question waits for an answer, in milliseconds; null when none is open. */
  askUntil: z.number().nullable(),
  /** The IDs on the account right before it was first sent: one of its name with another ID is this upload's. */
  existingIds: z.array(AbilityId).nullable(),
  /** How often it was sent. */
  sends: z.number(),
  /** When it was last sent, in milliseconds; null before. */
  sentAt: z.number().nullable(),
  /** The Ability that came of it. */
  abilityId: AbilityId.nullable(),
  kept: KeptAbility.nullable(),
  /** Why the new package was refused after the old Ability was deleted. */
  refusal: z.string().nullable(),
  /** What it waits for, as a sentence, since when, and when it is tried again; null when nothing is wrong. */
  trouble: z.object({ sentence: z.string(), since: z.number(), tries: z.number(), nextTryAt: z.number() }).nullable(),
  /** The version of the account for which it was sent in; left out for the one that whoever runs the bot has set. */
  account: z.number().optional(),
  /** When trying ends, in milliseconds. */
  giveUpAt: z.number(),
  /** The furthest state since it was accepted or decided, so that progress never moves back. */
  furthest: z.enum(UPLOAD_STATES).optional(),
  end: End.nullable(),
  /** Who answered its question last; missing when nobody was asked. */
  decidedBy: z.string().optional(),
});
export type UploadDocument = z.infer<typeof UploadDocument>;

export interface UploadRecord extends UploadDocument {
  id: string;
  teamId: string;
  userId: string;
  state: UploadState;
  /** Goes up with every write: who writes an older version is refused. */
  version: number;
  /** Milliseconds since 1970, as all times here. */
  acceptedAt: number;
  changedAt: number;
  /** Not looked at before this moment. */
  dueAt: number;
}

const rankOf = (state: UploadState): number => UPLOAD_STATES.indexOf(state);

/** The further of where an upload has been and where it is going. */
export const furtherOf = ({ furthest, state }: Pick<UploadRecord, 'furthest' | 'state'>, next = state): UploadState =>
  [furthest ?? state, next].reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));

/** Whether a state comes after another on the way of an upload. */
export const isBeyond = (state: UploadState, other: UploadState): boolean => rankOf(state) > rankOf(other);

export const hasEnded = ({ state }: Pick<UploadRecord, 'state'>): boolean => UPLOAD_ENDS.some((end) => end === state);

/** Whether it deleted an Ability, and neither that one nor the new one is known to be there: its packages stay kept. */
export const isOldGone = ({ end }: Pick<UploadRecord, 'end'>): boolean =>
  (end?.kind === 'refused-after-delete' && end.backAs === null) ||
  (end?.kind === 'given-up' && end.effect === 'old-deleted');
