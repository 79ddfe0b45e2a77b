import { AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';

/** One difference between an upload's request and the account afterwards. */
const UploadFinding = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-listed') }),
  /** Another Ability of this name appeared. */
  z.object({ kind: z.literal('duplicate'), abilityId: AbilityId, triggerWords: z.array(z.string()) }),
  z.object({ kind: z.literal('not-installed') }),
  z.object({ kind: z.literal('lost-words'), missing: z.array(z.string()) }),
  z.object({ kind: z.literal('state'), enabled: z.boolean() }),
  /** Installed, but not for Agents, so its trigger words do nothing. */
  z.object({ kind: z.literal('cannot-fire') }),
  /** `isOld`: the code that was to be replaced. */
  z.object({ kind: z.literal('other-code'), isOld: z.boolean() }),
  z.object({ kind: z.literal('unreadable'), what: z.enum(['lists', 'package']) }),
]);
export type UploadFinding = z.infer<typeof UploadFinding>;

/** The state that the account should show. Null: not compared. */
const Expected = z.object({
  triggerWords: z.array(z.string()).nullable(),
  enabled: z.boolean().nullable(),
  /** True if it must be installed, because it was requested for an Agent. */
  installed: z.boolean(),
  /** The installed record of an Ability that was updated in place; null otherwise. */
  installedId: InstalledAbilityId.nullable(),
});
export type Expected = z.infer<typeof Expected>;

/** Progress of the comparison with the account. */
export const Verification = z.object({
  expected: Expected,
  /** Settings of a replaced Ability that could not be restored, as sentences. */
  notRestored: z.array(z.string()),
  /** Earlier checks that did not confirm it. */
  looks: z.number(),
  /** Findings of the latest check. */
  found: z.array(UploadFinding),
});
export type Verification = z.infer<typeof Verification>;

/**
 * `confirmed`: the account shows the request. `different`: it shows something else. `unconfirmed`: it could not be
 * read.
 */
export const UploadVerdict = z.object({
  kind: z.enum(['confirmed', 'different', 'unconfirmed']),
  found: z.array(UploadFinding),
  /** The installed record, for the repair; null if there is none, or it is unknown. */
  installedId: InstalledAbilityId.nullable(),
});
export type UploadVerdict = z.infer<typeof UploadVerdict>;
