import { AbilityId } from '@abilities-bot/service-api';
import type { Endpoint } from '../http/endpoint.ts';
import { readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { flattenPackage } from '../packages/flatten-package.ts';
import { streamZip } from '../packages/stream-zip.ts';
import { findRunning, listReleasesOfAbility } from '../storage/releases.ts';
import { requireAbility } from './require-ability.ts';

/** The package of an Ability that runs, as a flat zip: its files at the root (service notes, "Further routes"). */
export const getTemplateFile: Endpoint = {
  method: 'GET',
  paths: ['/api/capabilities/get/template-file/:id/'],
  credential: 'header',
  handle: async ({ account, request, reply, parts: { db, packages } }) => {
    const ability = await requireAbility(db, account, readPathId(AbilityId, request.params));
    const running = findRunning(ability, await listReleasesOfAbility(db, ability.id));
    if (!running) throw new RequestError(404, 'This Ability has no package.');
    reply.type('application/zip');
    return streamZip(await flattenPackage(packages.pathOf(running.packageFile)));
  },
};
