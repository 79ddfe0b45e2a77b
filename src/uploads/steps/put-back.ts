import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { wrapPackage } from '@abilities-bot/ability-zip';
import { explainServiceError } from '../../core/explain-service-error.ts';
import { isServiceError } from '../../service-client/errors/index.ts';
import { isSameUpload } from '../../service-client/is-same-upload.ts';
import { uploadForAgent } from '../../service-client/upload-for-agent.ts';
import type { KeptAbility } from '../../store/upload-record.ts';
import { isFromEarlierSend } from '../choose-plan.ts';
import { holdsFiles } from '../given-package.ts';
import { digestOfSent, folderName } from '../prepare-package.ts';
import { installingAgent } from '../replacement-agents.ts';
import type { Advance, Step, UploadRun } from '../upload-run.ts';

/**
 * The new package was refused after the old Ability had been deleted: the old one is uploaded again from what was kept.
 * Looks in the list first, since somebody may have begun this before.
 */
export const putBack: Step = async (run) => {
  const { record, resumed, tools } = run;
  const { kept, refusal } = record;
  if (!kept) return { state: 'accepted' };
  const existing = new Set(record.existingIds ?? []);
  const namesake = (await tools.service.listAbilities()).find(({ name }) => name === kept.form.name);
  // Without its package it cannot have been put back.
  const mayBeOld = kept.packageHeld && namesake && !existing.has(namesake.id);
  if (mayBeOld && isSameUpload(namesake, kept.form) && (await holdsFiles(run, namesake.id, kept.contentDigest))) {
    return { state: 'restoring', change: { abilityId: namesake.id } };
  }
  const newDigest = digestOfSent(record);
  if (namesake && isFromEarlierSend(record, namesake) && (await holdsFiles(run, namesake.id, newDigest))) {
    // It took the new one after all, late or without an answer.
    return { state: 'restoring', change: { abilityId: namesake.id, refusal: null } };
  }
  if (namesake) return endWithoutOld(refusal, 'Another Ability has its name by now.');
  const { now, settings } = tools;
  const settled = (record.sentAt ?? 0) + settings.settleMs;
  if (resumed && now() < settled) return { state: 'putting-back', dueAt: settled };
  const path = await readOldPackage(kept, run);
  if (!path) {
    return endWithoutOld(refusal, 'The service did not give its package in a form that can be put back.');
  }
  return upload(kept, path, run);
};

async function readOldPackage(kept: KeptAbility, { folder, record, tools }: UploadRun): Promise<string | null> {
  const flat = join(folder.path, 'old-flat.zip');
  const wrapped = join(folder.path, 'old-wrapped.zip');
  for (const path of [flat, wrapped]) await rm(path, { force: true });
  folder.reserve(tools.settings.limits.maxBytes);
  if (!kept.packageHeld || !(await tools.store.packages.take(record.id, 'old', flat))) return null;
  await wrapPackage(flat, wrapped, folderName(kept.form.name));
  return wrapped;
}

async function upload(kept: KeptAbility, path: string, { record, signal, tools }: UploadRun): Promise<Advance> {
  try {
    const { abilityId } = await uploadForAgent(
      tools.service,
      {
        ...kept.form,
        zip: { path, fileName: `${folderName(kept.form.name)}.zip` },
        existingIds: new Set(record.existingIds ?? []),
        signal,
      },
      installingAgent(record),
    );
    return { state: 'restoring', change: { abilityId } };
  } catch (error) {
    if (!isServiceError(error) || error.kind !== 'invalid-request') throw error;
    return endWithoutOld(record.refusal, `Putting it back was refused too. ${explainServiceError(error)}`);
  }
}

function endWithoutOld(refusal: string | null, why: string): Advance {
  const sentence = `${refusal ?? 'The new package was refused.'} ${why}`;
  return {
    state: 'refused',
    change: { end: { kind: 'refused-after-delete', sentence, backAs: null, notRestored: [] } },
  };
}
