import * as z from 'zod';

/**
 * The service numbers four things with plain integers, and callers have switched the wrong Ability by mixing them up.
 * Branding makes the compiler refuse the swap; the only way to a branded ID is through one of these schemas.
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

/** ID of an Agent. */
export const AgentId = wireInteger.brand<'AgentId'>();
export type AgentId = z.infer<typeof AgentId>;

/** ID of an Ability on the account, whether it is installed or not. */
export const AbilityId = wireInteger.brand<'AbilityId'>();
export type AbilityId = z.infer<typeof AbilityId>;

/** ID of an installed Ability: the one that is switched on and off. Never equal in meaning to an AbilityId. */
export const InstalledAbilityId = wireInteger.brand<'InstalledAbilityId'>();
export type InstalledAbilityId = z.infer<typeof InstalledAbilityId>;

/** ID of one version of an installed Ability's code. */
export const ReleaseId = wireInteger.brand<'ReleaseId'>();
export type ReleaseId = z.infer<typeof ReleaseId>;
