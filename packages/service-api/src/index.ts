/** The service's resources: zod schemas for its answers, and a branded type for each kind of ID. */

export { Ability, AbilityList } from './ability.ts';
export { type AbilityRelease, type ListedRelease, ReleaseAnswer, ReleaseList } from './ability-release.ts';
export { Agent, AgentList } from './agent.ts';
export { CATEGORIES, Category } from './category.ts';
export { AbilityId, AgentId, InstalledAbilityId, ReleaseId } from './ids.ts';
export { InstalledAbility, InstalledAbilityList } from './installed-ability.ts';
export { keepLeftOut, type LeftOutRow, leftOutOf, mayBeListed } from './left-out.ts';
export { UploadAnswer } from './upload-answer.ts';
export { ZIP_CONTENT_TYPES } from './zip-content-types.ts';
