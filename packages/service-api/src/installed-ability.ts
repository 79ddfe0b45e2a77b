import * as z from 'zod';
import { AbilityId, InstalledAbilityId } from './ids.ts';
import { decoration, listIn, optionalFlag, optionalText, triggerWordList } from './tolerant-fields.ts';

/**
 * An installed Ability. The interface documents no Ability ID for it, so it is matched to its Ability by the ID if the
 * answer contains one, or else by name, which is unique on the account.
 */
export const InstalledAbility = z
  .object({
    id: InstalledAbilityId,
    name: z.string(),
    category: optionalText,
    enabled: optionalFlag,
    trigger_words: triggerWordList,
    last_updated: optionalText,
    system_capability: optionalFlag,
    agent_capability: optionalFlag,
    image_file: decoration(z.string()),
    default: decoration(z.boolean()),
    shortcut: decoration(z.union([z.string(), z.number().transform(String)])),
    capability_id: AbilityId.nullish(),
    ability_id: AbilityId.nullish(),
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    category: row.category,
    /** False if the service doesn't report it: an Ability whose state is unknown is shown as disabled. */
    enabled: row.enabled ?? false,
    triggerWords: row.trigger_words,
    lastUpdated: row.last_updated,
    isSystem: row.system_capability,
    /** If false, the trigger words don't work. */
    isForAgents: row.agent_capability,
    image: row.image_file,
    isDefault: row.default,
    /** As the service sent it; null if empty. */
    shortcut: row.shortcut === '' ? null : row.shortcut,
    abilityId: row.capability_id ?? row.ability_id ?? null,
  }));
export type InstalledAbility = z.infer<typeof InstalledAbility>;

/** Endpoint 6 returns an array. Wrapped forms have been observed. */
export const InstalledAbilityList = listIn(InstalledAbility, 'abilities', 'capabilities');
