import type { AbilityId, InstalledAbilityId, ReleaseId } from '@abilities-bot/service-api';

/**
 * The eight documented endpoints, in the order of the interface, then five undocumented routes that a service may lack.
 * `name` is for people. Every path ends with a slash, because the service redirects other paths with 301 (service
 * interface, "Rules for all endpoints", 1).
 */
export const ENDPOINTS = {
  listAgents: { name: 'list Agents', method: 'GET', path: '/api/personalities/get-all-personalities/' },
  setAgentAbilities: { name: 'assign Abilities', method: 'PUT', path: '/api/personalities/edit-personality/' },
  uploadAbility: { name: 'upload Ability', method: 'POST', path: '/api/capabilities/add-capability/' },
  getAbility: {
    name: 'get Ability',
    method: 'GET',
    path: (id: AbilityId) => `/api/capabilities/get-capability/${id}/`,
  },
  listAbilities: { name: 'list Abilities', method: 'GET', path: '/api/capabilities/get-all-capabilities/' },
  listInstalledAbilities: {
    name: 'list installed Abilities',
    method: 'GET',
    path: '/api/capabilities/get-installed-capabilities/',
  },
  setInstalledAbility: {
    name: 'switch installed Ability',
    method: 'PUT',
    path: (id: InstalledAbilityId) => `/api/capabilities/edit-installed-capability/${id}/`,
  },
  deleteAbilities: { name: 'delete Abilities', method: 'POST', path: '/api/capabilities/delete-capability/' },
  findRelease: {
    name: 'find release',
    method: 'GET',
    path: (id: AbilityId) => `/api/capabilities/get/installed-capability/by-capability/${id}/`,
  },
  downloadPackage: {
    name: 'download package',
    method: 'GET',
    path: (id: AbilityId) => `/api/capabilities/get/template-file/${id}/`,
  },
  updateRelease: {
    name: 'update release',
    method: 'POST',
    path: (id: ReleaseId) => `/api/capabilities/validate/release-code/${id}/`,
  },
  listReleases: {
    name: 'list releases',
    method: 'GET',
    path: (id: AbilityId) => `/api/capabilities/list/capability-releases/${id}/`,
  },
  enableRelease: {
    name: 'enable release',
    method: 'POST',
    path: (id: ReleaseId) => `/api/capabilities/enable/release/${id}/`,
  },
} as const;

export type EndpointName = (typeof ENDPOINTS)[keyof typeof ENDPOINTS]['name'];
export type EndpointMethod = (typeof ENDPOINTS)[keyof typeof ENDPOINTS]['method'];
