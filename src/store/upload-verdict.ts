import { AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';

/** A difference between the request and the account. */
const UploadFinding = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-listed') }),
  /** There is another Ability with this name. */
  z.object({ kind: z.literal('duplicate'), abilityId: AbilityId, triggerWords: z.array(z.string()) }),
  z.object({ kind: z.literal('not-installed') }),
  z.object({ kind: z.literal('lost-words'), missing: z.array(z.string()) }),
  z.object({ kind: z.literal('state'), enabled: z.boolean() }),
  /** It is installed, but not for Agents, so its trigger words do nothing. */
  z.object({ kind: z.literal('cannot-fire') }),
  /** `isOld`: true if it is the code that was to be replaced. */
  z.object({ kind: z.literal('other-code'), isOld: z.boolean() }),
  z.object({ kind: z.literal('unreadable'), what: z.enum(['lists', 'package']) }),
]);
export type UploadFinding = z.infer<typeof UploadFinding>;

/** The state that the account should show. Null fields aren't compared. */
const Expected = z.object({
  triggerWords: z.array(z.string()).nullable(),
  enabled: z.boolean().nullable(),
  /** True if it must be installed, because it was uploaded for an Agent. */
  installed: z.boolean(),
  /** The installed record of an Ability that was updated in place; null for other uploads. */
  installedId: InstalledAbilityId.nullable(),
});
export type Expected = z.infer<typeof Expected>;

/** The progress of comparing the account with the request. */
export const Verification = z.object({
  expected: Expected,
  /** Settings of the replaced Ability that couldn't be restored, as sentences. */
  notRestored: z.array(z.string()),
  /** The number of earlier checks that didn't confirm the upload. */
  looks: z.number(),
  /** The findings of the latest check. */
  found: z.array(UploadFinding),
});
export type Verification = z.infer<typeof Verification>;

/**
 * `confirmed`: the account shows what was requested. `different`: it shows something else. `unconfirmed`: it couldn't
 * be read.
 */
export const UploadVerdict = z.object({
  kind: z.enum(['confirmed', 'different', 'unconfirmed']),
  found: z.array(UploadFinding),
  /** The installed record, for a repair; null if there is none or it is unknown. */
  installedId: InstalledAbilityId.nullable(),
});
export type UploadVerdict = z.infer<typeof UploadVerdict>;
