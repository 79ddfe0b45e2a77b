import * as z from 'zod';

/** An account of this service: the owner of keys, Agents and Abilities. Never leaves the service. */
export const AccountId = z.int().positive().brand<'AccountId'>();
export type AccountId = z.infer<typeof AccountId>;

/** Names a key for `keys revoke`, so that the key itself never has to be typed again. */
export const ApiKeyId = z.coerce.number().pipe(z.int().positive()).brand<'ApiKeyId'>();
export type ApiKeyId = z.infer<typeof ApiKeyId>;

/** One version of an Ability's package. */
export const ReleaseId = z.coerce.number().pipe(z.int().positive()).brand<'ReleaseId'>();
export type ReleaseId = z.infer<typeof ReleaseId>;
