import { installedRow } from '../answers/installed-row.ts';
import { mediaUrl } from '../answers/media-url.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listAbilities } from '../storage/abilities.ts';
import { listInstalled } from '../storage/installed-abilities.ts';

/** Endpoint 6: a bare array. */
export const listInstalledAbilities: Endpoint = {
  method: 'GET',
  paths: ['/api/capabilities/get-installed-capabilities/'],
  credential: 'header',
  handle: async ({ account, request, parts: { db } }) => {
    const abilities = await listAbilities(db, account);
    const installed = await listInstalled(db, account);
    return installed.map((record) => {
      const imageFile = abilities.find(({ id }) => id === record.abilityId)?.imageFile;
      return installedRow(record, imageFile ? mediaUrl(request, imageFile) : null);
    });
  },
};
