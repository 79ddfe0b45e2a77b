import { explainServiceError } from '../../core/explain-service-error.ts';
import { isServiceError, NameTakenError } from '../../service-client/errors/index.ts';
import { leavesOutcomeOpen } from '../../service-client/leaves-outcome-open.ts';
import { uploadForAgent } from '../../service-client/upload-for-agent.ts';
import { preparePackage } from '../prepare-package.ts';
import { installingAgent } from '../replacement-agents.ts';
import type { Advance, Step, UploadRun } from '../upload-run.ts';
import { ensureFiles } from './fetch-files.ts';
import { updateInPlace } from './update-in-place.ts';

/**
 * Sends the package once. A record that was found in this state may have been sent by somebody who then died: the lists
 * tell, and only then it is sent again.
 */
export const send: Step = async (run) => {
  if (run.record.plan.kind === 'update') return updateInPlace(run);
  return run.resumed ? { state: 'confirming' } : sendNew(run);
};

async function sendNew(run: UploadRun): Promise<Advance> {
  const { record, signal, tools } = run;
  const { zip, image } = await ensureFiles(run);
  const path = await preparePackage(run, zip.path, record.wrap ? 'wrapped' : 'as-it-is');
  try {
    const { abilityId, confirmedBy } = await uploadForAgent(
      tools.service,
      {
        ...record.form,
        zip: { ...zip, path },
        ...(image ? { image } : {}),
        existingIds: new Set(record.existingIds ?? []),
        signal,
      },
      installingAgent(record),
    );
    // Found by name in the list only: the contents are compared too before it counts as this one.
    return { state: 'confirming', change: confirmedBy === 'answer' ? { abilityId } : {} };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (error instanceof NameTakenError) return explainTaken(run, error);
    if (error.kind === 'invalid-request') return refuse(run, explainServiceError(error));
    if (error.kind === 'unclear' || leavesOutcomeOpen(error)) return { state: 'confirming' };
    throw error;
  }
}

/** After an earlier send with a lost answer, the one that has the name may be this upload's own. */
async function explainTaken(run: UploadRun, error: NameTakenError): Promise<Advance> {
  const { record, tools } = run;
  if (record.sends > 1) return { state: 'confirming' };
  const listed = (await tools.service.listAbilities()).some(({ name }) => name === record.form.name);
  // Requester about with both side by side; a name that the list does not show cannot be.
  if (!record.kept && listed) return { state: 'accepted', change: { sends: 0, existingIds: null, sentAt: null } };
  return refuse(run, explainServiceError(error));
}

/** Refused in words. Where the old Ability was deleted for it, that one goes back. */
export function refuse({ record, tools }: Pick<UploadRun, 'record' | 'tools'>, sentence: string): Advance {
  if (record.kept) {
    // As much time again: the time for the upload may be what is over.
    const giveUpAt = tools.now() + tools.settings.giveUpMs;
    return {
      state: 'putting-back',
      change: { refusal: sentence, sentAt: tools.now(), abilityId: null, giveUpAt, trouble: null },
    };
  }
  return { state: 'refused', change: { end: { kind: 'refused', sentence } } };
}
