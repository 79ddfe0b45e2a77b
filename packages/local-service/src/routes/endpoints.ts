import type { Endpoint } from '../http/endpoint.ts';
import { deleteAbilities, deleteAbility } from './delete-abilities.ts';
import { editAbility } from './edit-ability.ts';
import { editAgent } from './edit-agent.ts';
import { editInstalledAbility } from './edit-installed-ability.ts';
import { enableRelease } from './enable-release.ts';
import { getAbility } from './get-ability.ts';
import { getInstalledByAbility } from './get-installed-by-ability.ts';
import { getTemplateFile } from './get-template-file.ts';
import { listAbilities } from './list-abilities.ts';
import { listAgents } from './list-agents.ts';
import { listAgentsForSdk } from './list-agents-for-sdk.ts';
import { listInstalledAbilities } from './list-installed-abilities.ts';
import { listReleases } from './list-releases.ts';
import { uninstallAbility } from './uninstall-ability.ts';
import { updateReleaseCode } from './update-release-code.ts';
import { uploadAbility } from './upload-ability.ts';
import { verifyApiKey } from './verify-api-key.ts';

/** The eight documented endpoints in order, then the others. */
export const ENDPOINTS: readonly Endpoint[] = [
  listAgents,
  editAgent,
  uploadAbility,
  getAbility,
  listAbilities,
  listInstalledAbilities,
  editInstalledAbility,
  deleteAbilities,
  deleteAbility,
  uninstallAbility,
  verifyApiKey,
  listAgentsForSdk,
  getTemplateFile,
  getInstalledByAbility,
  updateReleaseCode,
  listReleases,
  enableRelease,
  editAbility,
];
