import type { AgentId } from '../contract/ids.ts';
import type { AbilityUpload } from './ability-upload.ts';
import { isServiceError } from './errors/index.ts';
import type { ServiceClient } from './service-methods.ts';
import type { UploadReceipt } from './upload-ability.ts';

/**
 * Uploads an Ability for an Agent, and without one when the service refuses that Agent: by then the old Ability may be
 * deleted, and it matters more that one is there. A refusal is clear, so that nothing is made twice.
 */
export async function uploadForAgent(
  service: ServiceClient,
  upload: AbilityUpload,
  agentId: AgentId | null,
): Promise<UploadReceipt> {
  if (agentId === null) return service.uploadAbility(upload);
  try {
    return await service.uploadAbility({ ...upload, agentId });
  } catch (error) {
    if (!isAboutAgent(error)) throw error;
    return service.uploadAbility(upload);
  }
}

function isAboutAgent(error: unknown): boolean {
  if (!isServiceError(error)) return false;
  if (error.kind === 'not-found') return true;
  return error.kind === 'invalid-request' && /\b(agent|personality)/i.test(error.detail ?? '');
}
