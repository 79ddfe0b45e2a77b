import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Endpoint } from '../http/endpoint.ts';
import { LooseBoolean } from '../http/loose-boolean.ts';
import { textField, withForm } from '../http/read-form.ts';
import { readInput, readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { readPackageUpload } from '../packages/read-package-upload.ts';
import { findAbility, updateAbility } from '../storage/abilities.ts';
import { ReleaseId } from '../storage/ids.ts';
import { findRelease, isPackageInUse, openRelease, type ReleaseRecord, updateRelease } from '../storage/releases.ts';
import type { Schema } from '../storage/schema.ts';

const Fields = z.object({ committed: LooseBoolean.default(false), commit_message: z.string().default('') });

/**
 * Replaces the package of the open release in place, from a flat zip (service notes, "Further routes"). A commit closes
 * it and opens the next one with the same package.
 */
export const updateReleaseCode: Endpoint = {
  method: 'POST',
  paths: ['/api/capabilities/validate/release-code/:id/'],
  credential: 'header',
  accepts: ['multipart/form-data'],
  handle: async ({ account, request, parts: { db, packages, behavior, lies } }) => {
    const id = readPathId(ReleaseId, request.params);
    const { abilityId } = requireOpen(await findRelease(db, account, id));
    return withForm(request, { zip_file: packages }, async (form) => {
      const { committed, commit_message } = readInput(Fields, {
        committed: textField(form, 'committed'),
        commit_message: textField(form, 'commit_message'),
      });
      const ability = await findAbility(db, account, abilityId);
      const upload = await readPackageUpload(form, 'flat', behavior.forbiddenModules, ability?.category ?? null);
      const detail = committed ? 'Release committed.' : 'Release updated.';
      if (lies.isTold('old-code')) return { release_id: id, detail };
      const packageFile = await packages.keep(upload, '.zip');
      const change = { isCommitted: committed, commitMessage: commit_message, packageFile };
      const saveRows = async (transaction: Kysely<Schema>) => {
        // It may have been deleted or committed while the zip was being received.
        const release = requireOpen(await findRelease(transaction, account, id));
        const { abilityId, version } = release;
        await updateRelease(transaction, id, change);
        // New code runs, whichever release was enabled before.
        await updateAbility(transaction, abilityId, { enabledReleaseId: null });
        const next = { abilityId, version: version + 1, packageFile };
        const open = committed ? await openRelease(transaction, next) : id;
        const inUse = await isPackageInUse(transaction, release.packageFile);
        return { open, replaced: inUse ? [] : [release.packageFile] };
      };
      let openId = id;
      const save = async () => {
        const saving = db.transaction().execute(saveRows);
        const { open, replaced } = await saving.catch(async (error: unknown) => {
          await packages.remove([packageFile]);
          throw error;
        });
        await packages.remove(replaced);
        openId = open;
      };
      await lies.carryOut(save);
      return { release_id: openId, detail };
    });
  },
};

/**
 * @throws {RequestError} 404 for a release that does not exist or belongs to another account, 400 for a committed one.
 */
function requireOpen(release: ReleaseRecord | undefined): ReleaseRecord {
  if (!release) throw new RequestError(404, 'Release not found.');
  if (release.isCommitted) throw new RequestError(400, 'This release is committed. Push to the open one.');
  return release;
}
