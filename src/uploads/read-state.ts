import type { AbilityId } from '@abilities-bot/service-api';
import { type AbilityState, joinCatalog } from '../core/catalog.ts';
import { isServiceError } from '../service-client/errors/index.ts';
import type { UploadTools } from './upload-tools.ts';

/** The Ability exists by now, so a list that cannot be read leaves only its state unknown. */
export async function readState(
  id: AbilityId,
  { now, service }: Pick<UploadTools, 'now' | 'service'>,
): Promise<AbilityState | null> {
  try {
    const [abilities, installed] = await Promise.all([service.listAbilities(), service.listInstalledAbilities()]);
    const { entries } = joinCatalog(abilities, installed, new Date(now()));
    return entries.find(({ ability }) => ability?.id === id)?.state ?? null;
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}
