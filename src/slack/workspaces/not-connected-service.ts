import type { ServiceClient } from '../../service-client/service-client.ts';

/** Something asked the service in the name of a workspace that is connected to no account: a fault of the program. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

const refuse = (): Promise<never> =>
  Promise.reject(new NotConnectedError('The workspace is not connected to an account.'));

/** In place of the service where there is no key: whatever was not refused before ends here, and nothing is sent. */
export const NOT_CONNECTED_SERVICE: ServiceClient = {
  listAgents: refuse,
  setAgentAbilities: refuse,
  uploadAbility: refuse,
  getAbility: refuse,
  listAbilities: refuse,
  listInstalledAbilities: refuse,
  setInstalledAbility: refuse,
  deleteAbilities: refuse,
  findRelease: refuse,
  downloadPackage: refuse,
  updateRelease: refuse,
};
