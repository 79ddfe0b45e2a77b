import * as z from 'zod';

/**
 * The service uses plain integers as IDs of four resources, and clients have mixed them up and toggled the wrong
 * Ability. Branded types prevent this at compile time; only these schemas create them.
 */
export const wireInteger = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int().nonnegative());

export const AgentId = wireInteger.brand<'AgentId'>();
export type AgentId = z.infer<typeof AgentId>;

/** The ID of an Ability on the account, installed or not. */
export const AbilityId = wireInteger.brand<'AbilityId'>();
export type AbilityId = z.infer<typeof AbilityId>;

/** The ID of an installed Ability, used to enable and disable it. Not interchangeable with an AbilityId. */
export const InstalledAbilityId = wireInteger.brand<'InstalledAbilityId'>();
export type InstalledAbilityId = z.infer<typeof InstalledAbilityId>;

export const ReleaseId = wireInteger.brand<'ReleaseId'>();
export type ReleaseId = z.infer<typeof ReleaseId>;
