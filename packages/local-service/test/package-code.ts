import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { flattenPackage } from '../src/packages/flatten-package.ts';
import type { Answer, Caller } from './caller.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import { zipOf } from './upload-form.ts';

const Releases = z.array(z.looseObject({ id: z.number() }));
const Detail = z.looseObject({ release_id: z.number() });

/** Sends new code to the release that runs, or to another. @param commitMessage commits it. */
export async function pushCode(
  caller: Caller,
  ability: number,
  code: string,
  commitMessage?: string,
  release?: number,
): Promise<Answer> {
  const path = `/api/capabilities/get/installed-capability/by-capability/${ability}/`;
  const id = release ?? Detail.parse((await caller.get(path)).body).release_id;
  const form = new FormData();
  form.set('committed', commitMessage === undefined ? 'false' : 'true');
  form.set('commit_message', commitMessage ?? '');
  const zip = new Uint8Array(await zipOf({ 'main.py': code, '__init__.py': '' }));
  form.set('zip_file', new File([zip], 'ability.zip', { type: 'application/zip' }));
  return caller.sendForm('POST', `/api/capabilities/validate/release-code/${id}/`, form);
}

/** Enables the first release of an Ability. */
export async function enableOldest(caller: Caller, ability: number): Promise<Answer> {
  const { body } = await caller.get(`/api/capabilities/list/capability-releases/${ability}/`);
  return caller.sendJson('POST', `/api/capabilities/enable/release/${Releases.parse(body).at(-1)?.id}/`, {});
}

/** The main.py that runs. Undefined if the Ability has no package. */
export async function codeOf(caller: Caller, ability: number): Promise<string | undefined> {
  const { status, bytes } = await caller.getBytes(`/api/capabilities/get/template-file/${ability}/`);
  if (status !== 200) return undefined;
  const directory = await makeTemporaryDirectory();
  try {
    const path = join(directory.path, 'code.zip');
    await writeFile(path, bytes);
    return (await flattenPackage(path)).get('main.py')?.toString();
  } finally {
    await directory.remove();
  }
}
