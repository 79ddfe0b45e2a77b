import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import type { ServiceParts } from '../service-parts.ts';
import { insertAbility, type NewAbility, reserveAbilityId } from '../storage/abilities.ts';
import { assignAbility } from '../storage/agents.ts';
import type { SpooledFile } from '../storage/file-store.ts';
import { installAbility } from '../storage/installed-abilities.ts';
import { openRelease } from '../storage/releases.ts';

export interface AbilityFiles {
  readonly package: SpooledFile;
  readonly image?: { readonly file: SpooledFile; readonly extension: string };
}

/**
 * Creates an Ability with its first release, atomically: files are durable before the rows are committed.
 *
 * The interface does not say whether a new Ability is installed. Here it is not, unless it is uploaded for an Agent:
 * installed Abilities are those that Agents use, so assigning installs.
 * @throws {NameTakenError}
 */
export async function createAbility(
  { db, packages, images, lies }: ServiceParts,
  uploaded: Omit<NewAbility, 'imageFile'>,
  files: AbilityFiles,
  agent?: AgentId,
): Promise<AbilityId> {
  const lateId = lies.isTold('late-truth') ? await reserveAbilityId(db, uploaded) : undefined;
  const isDuplicated = lies.isTold('duplicate-on-upload');
  const isForAgents = !lies.isTold('silent-words');
  const packageFile = await packages.keep(files.package, '.zip');
  const imageFile = files.image ? await images.keep(files.image.file, files.image.extension) : null;
  const ability = { ...uploaded, triggerWords: lies.keptWords(uploaded.triggerWords), imageFile };
  const saveRows = () =>
    db.transaction().execute(async (transaction) => {
      const id = await insertAbility(transaction, { ...ability, id: lateId });
      await openRelease(transaction, { abilityId: id, version: 1, packageFile });
      if (isDuplicated) {
        const triggerWords = ability.triggerWords.slice(0, 2);
        const twin = await insertAbility(transaction, { ...ability, triggerWords, imageFile: null, duplicateOf: id });
        await openRelease(transaction, { abilityId: twin, version: 1, packageFile });
      }
      if (agent !== undefined) {
        await installAbility(transaction, ability.account, { ...ability, abilityId: id, isForAgents });
        await assignAbility(transaction, agent, id);
      }
      return id;
    });
  const save = async () => {
    try {
      return await saveRows();
    } catch (error) {
      await packages.remove([packageFile]);
      if (imageFile) await images.remove([imageFile]);
      throw error;
    }
  };
  if (lateId === undefined) return save();
  await lies.carryOut(save);
  return lateId;
}
