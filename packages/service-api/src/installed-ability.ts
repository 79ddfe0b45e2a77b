import * as z from 'zod';
import { AbilityId, InstalledAbilityId } from './ids.ts';
import { decoration, listIn, optionalFlag, optionalText, triggerWordList } from './tolerant-fields.ts';

/**
 * An installed Ability. The row documents no Ability ID: the two lists are joined by name, which is unique on the
 * account, or by the ID on the answers that do carry one.
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
    /** False when the service does not say: an Ability that is not known to be on is shown as off. */
    enabled: row.enabled ?? false,
    triggerWords: row.trigger_words,
    lastUpdated: row.last_updated,
    isSystem: row.system_capability,
    /** False: its trigger words do not fire. */
    isForAgents: row.agent_capability,
    image: row.image_file,
    isDefault: row.default,
    /** As the service wrote it; null for an empty one. */
    shortcut: row.shortcut === '' ? null : row.shortcut,
    abilityId: row.capability_id ?? row.ability_id ?? null,
  }));
export type InstalledAbility = z.infer<typeof InstalledAbility>;

/** Endpoint 6 answers a bare array; wrapped forms have been seen. */
export const InstalledAbilityList = listIn(InstalledAbility, 'abilities', 'capabilities');
