import * as z from 'zod';
import type { Endpoint } from '../http/endpoint.ts';
import { LooseBoolean } from '../http/loose-boolean.ts';
import { textField, withForm } from '../http/read-form.ts';
import { readInput, readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { readPackageUpload } from '../packages/read-package-upload.ts';
import { touchAbility } from '../storage/abilities.ts';
import { ReleaseId } from '../storage/ids.ts';
import { findRelease, updateRelease } from '../storage/releases.ts';

const Fields = z.object({ committed: LooseBoolean.default(false), commit_message: z.string().default('') });

/** Replaces the package of a release in place, from a flat zip (service notes, "Further routes"). */
export const updateReleaseCode: Endpoint = {
  method: 'POST',
  paths: ['/api/capabilities/validate/release-code/:id/'],
  credential: 'header',
  handle: async ({ account, request, parts: { db, packages, behaviour } }) => {
    const release = await findRelease(db, account, readPathId(ReleaseId, request.params));
    if (!release) throw new RequestError(404, 'Release not found.');
    await withForm(request, { zip_file: packages }, async (form) => {
      const { committed, commit_message } = readInput(Fields, {
        committed: textField(form, 'committed'),
        commit_message: textField(form, 'commit_message'),
      });
      const upload = await readPackageUpload(form, 'flat', behaviour.forbiddenModules);
      const packageFile = await packages.keep(upload, '.zip');
      const change = { isCommitted: committed, commitMessage: commit_message, packageFile };
      const replaced = await db.transaction().execute(async (transaction) => {
        const current = await findRelease(transaction, account, release.id);
        if (!current) return packageFile;
        await updateRelease(transaction, release.id, change);
        await touchAbility(transaction, release.abilityId);
        return current.packageFile;
      });
      await packages.remove([replaced]);
      if (replaced === packageFile) throw new RequestError(404, 'Release not found.');
    });
    return { release_id: release.id, detail: 'Release updated.' };
  },
};
