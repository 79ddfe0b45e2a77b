import type { Actor } from '../../core/actor.ts';
import { operate } from '../../core/operate.ts';
import { assignModal } from '../blocks/agents/assign-modal.ts';
import type { ModalMetadata } from '../modal-metadata.ts';
import type { Parts } from '../parts.ts';
import { readChosenAbilities } from './form-values.ts';
import type { SubmissionPayload } from './payloads.ts';

/**
 * Each choice in the form of an assignment shows anew what would be added and removed. One choice after another, without
 * a hash: each carries all that is chosen, so the last one drawn is the truth.
 */
export function redrawAssignModal(
  { actor, view }: Pick<SubmissionPayload, 'view'> & { actor: Actor },
  { agentId, origin }: Extract<ModalMetadata, { form: 'assign' }>,
  { context, outbound }: Parts,
): Promise<void> {
  return context.changes.run(`view:${view.id}`, async () => {
    const command = { verb: 'assign', agent: { by: 'agent', id: agentId } } as const;
    const outcome = await operate(command, context, actor);
    // A service that does not answer now leaves the form as it is; saving tells the rest.
    if (outcome.kind !== 'assign-form') return;
    await outbound.updateModal(view.id, assignModal(outcome.form, readChosenAbilities(view), origin));
  });
}
