/** The resources of the service interface, as everything above the wire sees them. */
export { Ability, AbilityList } from './ability.ts';
export { Agent, AgentList } from './agent.ts';
export { CATEGORIES, Category } from './category.ts';
export { AbilityId, AgentId, InstalledAbilityId } from './ids.ts';
export { InstalledAbility, InstalledAbilityList } from './installed-ability.ts';
export { ZIP_CONTENT_TYPES } from './zip-content-types.ts';
