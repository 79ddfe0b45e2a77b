import { AbilityId } from '@abilities-bot/service-api';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Endpoint } from '../http/endpoint.ts';
import { type Form, textField, withForm } from '../http/read-form.ts';
import { readInput, readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { readPackageUpload } from '../packages/read-package-upload.ts';
import { type AbilityRecord, NameTakenError, updateAbility } from '../storage/abilities.ts';
import { findInstalledOfAbility, updateInstalled } from '../storage/installed-abilities.ts';
import { listReleasesOfAbility, openRelease, updateRelease } from '../storage/releases.ts';
import type { Schema } from '../storage/schema.ts';
import { AbilityFields, readImage } from './ability-form.ts';
import { requireAbility } from './require-ability.ts';

/** Form fields are text, so the list of keys is sent as JSON. */
const SelectedKeys = z.string().transform((text, context) => {
  try {
    return z.array(z.json()).parse(JSON.parse(text));
  } catch {
    context.addIssue('must be a JSON list.');
    return z.NEVER;
  }
});

const Fields = AbilityFields.partial().extend({ selected_keys: SelectedKeys.optional() });

/**
 * Edits an Ability in place (service notes, "Further routes"). Absent fields stay unchanged. A zip, in the layout of
 * add-capability, becomes a new release; the previously open one keeps its code and is committed.
 */
export const editAbility: Endpoint = {
  method: 'PUT',
  paths: ['/api/capabilities/edit-capability/:id/'],
  credential: 'header',
  accepts: ['multipart/form-data'],
  handle: async ({ account, request, parts }) => {
    const { db, packages, images, behavior, lies } = parts;
    const id = readPathId(AbilityId, request.params);
    const known = await requireAbility(db, account, id);
    return withForm(request, { zip_file: packages, image_file: images }, async (form) => {
      const fields = readFields(form);
      const zip = form.files.has('zip_file')
        ? await readPackageUpload(
            form,
            'single-directory',
            behavior.forbiddenModules,
            fields.category ?? known.category,
          )
        : undefined;
      const image = readImage(form);
      if (Object.values(fields).every((field) => field === undefined) && !zip && !image) {
        throw new RequestError(400, 'Nothing to change: send a field or a file.');
      }
      const packageFile = zip && !lies.isTold('old-code') ? await packages.keep(zip, '.zip') : undefined;
      const imageFile = image && (await images.keep(image.file, image.extension));
      const { selected_keys: selectedKeys, trigger_words: sentWords, ...others } = fields;
      const triggerWords = sentWords && lies.keptWords(sentWords);
      const saveRows = async (transaction: Kysely<Schema>): Promise<AbilityRecord> => {
        // It may have been deleted while the form was being received.
        const ability = await requireAbility(transaction, account, id);
        await updateAbility(transaction, id, { ...others, triggerWords, selectedKeys, imageFile });
        const installed = await findInstalledOfAbility(transaction, id);
        if (installed) {
          const { name, category } = others;
          // Trigger words changed on the installed record are kept.
          const follows = isSameList(installed.triggerWords, ability.triggerWords);
          const words = follows ? triggerWords : undefined;
          await updateInstalled(transaction, installed.id, { name, category, triggerWords: words });
        }
        const newest = (await listReleasesOfAbility(transaction, id)).at(-1);
        if (packageFile && newest) {
          await updateRelease(transaction, newest.id, { ...newest, isCommitted: true });
          await openRelease(transaction, { abilityId: id, version: newest.version + 1, packageFile });
          // New code runs, whichever release was enabled before.
          await updateAbility(transaction, id, { enabledReleaseId: null });
        }
        return ability;
      };
      const save = async () => {
        const saving = db.transaction().execute(saveRows);
        const before = await saving.catch(async (error: unknown) => {
          await packages.remove(packageFile ? [packageFile] : []);
          await images.remove(imageFile ? [imageFile] : []);
          const isTaken = error instanceof NameTakenError;
          throw isTaken ? new RequestError(400, 'Ability with same name already exists') : error;
        });
        await images.remove(imageFile && before.imageFile ? [before.imageFile] : []);
      };
      await lies.carryOut(save);
      return { capability_id: id, detail: 'Ability updated.' };
    });
  },
};

function readFields(form: Form): z.output<typeof Fields> {
  const names = Object.keys(Fields.shape);
  return readInput(Fields, Object.fromEntries(names.map((name) => [name, textField(form, name)])));
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, index) => word === other[index]);
