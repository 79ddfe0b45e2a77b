import type { AgentId } from '@abilities-bot/service-api';
import type { AbilityUpload } from './ability-upload.ts';
import { isServiceError } from './errors/index.ts';
import type { ServiceClient } from './service-methods.ts';
import type { UploadReceipt } from './upload-ability.ts';

/**
 * Uploads an Ability for an Agent, or without one if the service rejects the Agent: the old Ability may already be
 * deleted. A rejection is definite, so the retry creates no duplicate.
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
