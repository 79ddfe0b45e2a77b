import type { Ability, AbilityId } from '@abilities-bot/service-api';
import { explainServiceError } from '../../core/explain-service-error.ts';
import { isServiceError } from '../../service-client/errors/index.ts';
import { countSend } from '../choose-plan.ts';
import { type Advance, type Step, StepTroubleError, type UploadRun } from '../upload-run.ts';

/** Deletes the Ability that is replaced. The list decides, before and after, so that it may be begun again. */
export const deleteOld: Step = async (run) => {
  const { record, tools } = run;
  if (!record.kept) return { state: 'accepted' };
  const { abilityId: id, form } = record.kept;
  const old = await findListed(id, run);
  // Somebody gave it another name: it is not what the person agreed to delete.
  if (old && old.name !== form.name) return { state: 'accepted', change: { kept: null, plan: { kind: 'new' } } };
  if (old) {
    try {
      const fates = await tools.locks.run(`ability:${id}`, () => tools.service.deleteAbilities([id]));
      const fate = fates.get(id);
      if (fate !== 'deleted') throw new StepTroubleError('The service did not say whether the old one is deleted.');
    } catch (error) {
      // A clear refusal; a lost answer is answered by the list, the next time.
      const isRefusal = isServiceError(error) && (error.kind === 'invalid-request' || error.kind === 'unauthorized');
      if (!isRefusal) throw error;
      // Refused, and gone: somebody else was faster.
      const isGone = error.kind === 'invalid-request' && !(await findListed(id, run));
      if (!isGone) return cannotDelete(explainServiceError(error));
    }
  }
  await tools.assignments.drop(id);
  const existingIds = (await tools.service.listAbilities()).map((ability) => ability.id);
  return { state: 'sending', change: { existingIds, abilityId: null, ...countSend({ ...record, sends: 0 }, tools) } };
};

const findListed = async (id: AbilityId, { tools }: UploadRun): Promise<Ability | undefined> =>
  (await tools.service.listAbilities()).find((ability) => ability.id === id);

const cannotDelete = (sentence: string): Advance => ({
  state: 'refused',
  change: { kept: null, end: { kind: 'refused', sentence: `The old one could not be deleted. ${sentence}` } },
});
