import * as z from 'zod';

/** The owner of keys, Agents and Abilities. Internal: never sent to clients. */
export const AccountId = z.int().positive().brand<'AccountId'>();
export type AccountId = z.infer<typeof AccountId>;

/** Identifies a key for `keys revoke` without the key itself. */
export const ApiKeyId = z.coerce.number().pipe(z.int().positive()).brand<'ApiKeyId'>();
export type ApiKeyId = z.infer<typeof ApiKeyId>;

export const ReleaseId = z.coerce.number().pipe(z.int().positive()).brand<'ReleaseId'>();
export type ReleaseId = z.infer<typeof ReleaseId>;
