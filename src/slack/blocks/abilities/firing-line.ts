import type { CatalogEntry } from '../../../core/catalog.ts';

/** Whether the trigger words start the Ability, and if not, why. */
export function firingLine({ installed, state, triggerWords }: CatalogEntry): string {
  if (state === 'orphan')
    return 'The Ability behind this installed record was deleted. It cannot be switched on or off.';
  if (!installed) return 'Its trigger words do not fire: it is not installed. Assigning it to an Agent can install it.';
  if (installed.isForAgents === false) return 'Its trigger words do not fire: the service says it is not for Agents.';
  if (triggerWords.length === 0) return 'It has no trigger words, so nothing that is said starts it.';
  if (state === 'disabled') return 'Its trigger words do not fire now: it is disabled.';
  return installed.isForAgents === null
    ? 'Its trigger words can fire, as far as the service tells.'
    : 'Its trigger words can fire.';
}
