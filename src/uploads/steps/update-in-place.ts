import { explainServiceError } from '../../core/explain-service-error.ts';
import { isServiceError } from '../../service-client/errors/index.ts';
import { holdsFiles } from '../given-package.ts';
import { digestOfSent, preparePackage } from '../prepare-package.ts';
import { type Advance, StepTroubleError, type UploadRun } from '../upload-run.ts';
import { ensureFiles } from './fetch-files.ts';

/** It was offered when the person chose this. Asking again shows what is true now. */
const askAgain: Advance = { state: 'accepted', change: { plan: { kind: 'new' }, sends: 0, sentAt: null } };

/**
 * Gives the release of an existing Ability new code. Sent again, it changes nothing more, so that a lost answer is
 * answered by sending again. What the service gives as the package afterwards has to be what was sent.
 */
export async function updateInPlace(run: UploadRun): Promise<Advance> {
  const { record, signal, tools } = run;
  if (record.plan.kind !== 'update' || !record.contents) return { state: 'accepted' };
  const { abilityId } = record.plan;
  const release = await tools.service.findRelease(abilityId);
  if (!release) return askAgain;
  const { zip } = await ensureFiles(run);
  const isFlat = record.contents.flat || record.zip.parts !== undefined;
  const path = await preparePackage(run, zip.path, isFlat ? 'as-it-is' : 'flat');
  try {
    await tools.service.updateRelease(release.releaseId, { ...zip, path }, `Update of ${record.form.name}`, { signal });
  } catch (error) {
    const isRefusal = isServiceError(error) && (error.kind === 'invalid-request' || error.kind === 'not-found');
    // An earlier send may have been carried out, so that a refusal does not tell that nothing changed.
    if (!isRefusal || run.resumed) throw error;
    return { state: 'refused', change: { end: { kind: 'refused', sentence: explainServiceError(error) } } };
  }
  if (!(await holdsFiles(run, abilityId, digestOfSent({ ...record, wrap: true })))) {
    throw new StepTroubleError('The service took the new code, but still gives the old one.');
  }
  return { state: 'done', change: { abilityId, end: { kind: 'updated', abilityId } } };
}
