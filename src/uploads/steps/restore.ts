import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { wrapPackage } from '@abilities-bot/ability-zip';
import type { AbilityId, InstalledAbility } from '@abilities-bot/service-api';
import { joinAnd } from '../../base/join-words.ts';
import { joinCatalog } from '../../core/catalog.ts';
import { explainServiceError } from '../../core/explain-service-error.ts';
import { TheService, theService } from '../../core/service-name.ts';
import { isServiceError } from '../../service/errors.ts';
import { isSameUpload, uploadForAgent } from '../../service/upload.ts';
import type { KeptAbility } from '../../store/upload-record.ts';
import type { Expected } from '../../store/upload-verdict.ts';
import { agentsOf, installingAgent, isFromEarlierSend, type ReplacementAgent } from '../decide.ts';
import { digestOfSent, folderName, holdsFiles } from '../packages.ts';
import type { Advance, Step, UploadRun } from '../ports.ts';
import { verificationOf } from './verify.ts';

/**
 * Uploads the old Ability again from the stored package, because the new one was rejected after the old one had been
 * deleted. Checks the list first, because an earlier run may have started this.
 */
export const putBack: Step = async (run) => {
  const { record, resumed, tools } = run;
  const { kept, refusal } = record;
  if (!kept) return { state: 'accepted' };
  const existing = new Set(record.existingIds ?? []);
  const namesake = (await tools.service.listAbilities()).find(({ name }) => name === kept.form.name);
  // Without its package, it can't have been restored.
  const mayBeOld = kept.packageHeld && namesake && !existing.has(namesake.id);
  if (mayBeOld && isSameUpload(namesake, kept.form) && (await holdsFiles(run, namesake.id, kept.contentDigest))) {
    return { state: 'restoring', change: { abilityId: namesake.id } };
  }
  const newDigest = digestOfSent(record);
  if (namesake && isFromEarlierSend(record, namesake) && (await holdsFiles(run, namesake.id, newDigest))) {
    // The service did accept the new Ability, late or without a response.
    return { state: 'restoring', change: { abilityId: namesake.id, refusal: null } };
  }
  if (namesake)
    return endWithoutOld(refusal, "I can't restore the previous version, because another Ability has taken its name.");
  const { now, settings } = tools;
  const settled = (record.sentAt ?? 0) + settings.settleMs;
  if (resumed && now() < settled) return { state: 'putting-back', dueAt: settled };
  const path = await readOldPackage(kept, run);
  if (!path) {
    return endWithoutOld(
      refusal,
      `I can't restore the previous version, because ${theService()} didn't return the code.`,
    );
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
    return endWithoutOld(
      record.refusal,
      `${TheService()} rejected the previous version too. ${explainServiceError(error)}`,
    );
  }
}

function endWithoutOld(refusal: string | null, why: string): Advance {
  const sentence = `${refusal ?? `${TheService()} rejected the new version.`} ${why}`;
  return {
    state: 'refused',
    change: { end: { kind: 'refused-after-delete', sentence, backAs: null, notRestored: [] } },
  };
}

/**
 * Adds a new Ability to its Agent, or gives it the settings of the previous one: first the Agents, because assigning
 * installs it, then trigger words and state. Idempotent. Reports settings that can't be restored instead of retrying.
 */
export const restore: Step = async (run) => {
  const { abilityId, addTo, kept } = run.record;
  if ((!kept && !addTo) || abilityId === null) return { state: 'accepted' };
  const agents = await giveToAgents(kept, abilityId, run);
  const state = await giveState(kept, abilityId, run);
  const notRestored = [...agents.missing, ...state.missing];
  const expected = { ...state.expected, installed: agents.served > 0, installedId: null };
  const { looks = 0 } = run.record.verification ?? {};
  return { state: 'verifying', change: { verification: { ...verificationOf(expected, notRestored), looks } } };
};

/** @returns the number of Agents that have the Ability, and a sentence for each that doesn't. */
async function giveToAgents(
  kept: KeptAbility | null,
  newId: AbilityId,
  run: UploadRun,
): Promise<{ missing: string[]; served: number }> {
  const { record, tools } = run;
  const through = installingAgent(record);
  // Must come before any other Agent installs the Ability; only then does it show whether the upload did.
  const isInstalled = through !== null && (await findInstalled(newId, run)) !== null;
  const missing: string[] = [];
  const agents = agentsOf(record).toSorted((a, b) => Number(b.id === through) - Number(a.id === through));
  for (const agent of agents) {
    const isServed = agent.id === through && isInstalled;
    const sentence = await tools.locks.alone(`agent:${agent.id}`, () =>
      giveToAgent(agent, { isServed, newId, oldId: kept?.abilityId ?? null }, run),
    );
    if (sentence !== null) missing.push(sentence);
  }
  const served = agents.length - missing.length;
  // Chosen Agents are known, unlike those of the old Ability.
  if (kept && !kept.allAgentsKnown && (record.refusal !== null || !kept.chosen)) {
    missing.push(`${TheService()} doesn't report which Agents had the Ability. Check that each of them has it again.`);
  }
  return { missing, served };
}

/**
 * @param isServed true if the upload assigned the Ability to this Agent.
 * @returns why the Agent doesn't have the Ability; null if it does.
 */
async function giveToAgent(
  { abilityIds, id, name }: ReplacementAgent,
  { isServed, newId, oldId }: { isServed: boolean; newId: AbilityId; oldId: AbilityId | null },
  { tools }: UploadRun,
): Promise<string | null> {
  const { assignments, service } = tools;
  // Read immediately before writing, because another list may have been saved since.
  const agent = (await service.listAgents()).find((other) => other.id === id);
  if (!agent) return `${name} is no longer on the account.`;
  // Current knowledge takes precedence over the stored list.
  const known = await assignments.of(agent);
  if (known.known === 'from-service' && known.abilityIds.includes(newId)) return null;
  const current = known.known === 'no' ? abilityIds : known.abilityIds;
  // An upload only adds the Ability, and saves nobody's list.
  const mayReplace = current !== null && (oldId !== null || known.known === 'from-service');
  if (current === null || !(isServed || mayReplace)) {
    if (isServed) return null;
    return `${name} doesn't have it: ${theService()} doesn't report ${name}'s other Abilities, so saving would have removed them. Choose all of ${name}'s Abilities with /abilities assign.`;
  }
  const wanted = [...new Set([...current.filter((other) => other !== oldId), newId])];
  if (!(isServed && known.known !== 'from-service')) {
    const given = await isTaken(async () => (await service.setAgentAbilities(id, wanted)).confirmed !== 'no');
    if (!given) return `${name} doesn't have it. Add it with /abilities assign.`;
  }
  await assignments.save(id, wanted);
  return null;
}

async function findInstalled(id: AbilityId, { tools }: UploadRun): Promise<InstalledAbility | null> {
  const { now, service } = tools;
  const [abilities, rows] = await Promise.all([service.listAbilities(), service.listInstalledAbilities()]);
  const { entries } = joinCatalog(abilities, rows, new Date(now()));
  return entries.find(({ ability }) => ability?.id === id)?.installed ?? null;
}

/** What could not be restored, and the expected state of the rest. */
interface GivenState {
  missing: string[];
  expected: Pick<Expected, 'triggerWords' | 'enabled'>;
}

async function giveState(kept: KeptAbility | null, newId: AbilityId, run: UploadRun): Promise<GivenState> {
  const { form } = kept && run.record.refusal !== null ? kept : run.record;
  if (!kept?.installed) return { missing: [], expected: { triggerWords: form.triggerWords, enabled: null } };
  const withoutState = (sentence: string) => ({ missing: [sentence], expected: { triggerWords: null, enabled: null } });
  const { enabled, triggerWords } = kept.installed;
  const { locks, service } = run.tools;
  const quoted = joinAnd(triggerWords.map((word) => `“${word}”`));
  const state = enabled ? 'enabled' : 'disabled';
  const was = `Previously, it was ${state}${quoted === '' ? '' : `, with the trigger words ${quoted}`}.`;
  const found = await findInstalled(newId, run);
  const notInstalled = () => withoutState(`The Ability isn't installed. Add it to an Agent. ${was}`);
  if (!found) return notInstalled();
  return locks.alone(`installed:${found.id}`, async () => {
    // Somebody may have changed it in the meantime.
    const row = (await service.listInstalledAbilities()).find(({ id }) => id === found.id);
    if (!row) return notInstalled();
    const words = triggerWords.length > 0 ? triggerWords : row.triggerWords;
    if (words.length === 0) {
      return withoutState(
        `State (${state}): the Ability has no trigger words. Add some${enabled ? ', then enable it' : ''}.`,
      );
    }
    const given = await isTaken(async () => {
      await service.setInstalledAbility(row, { enabled, triggerWords: words });
      return true;
    });
    return given
      ? { missing: [], expected: { triggerWords: words, enabled } }
      : withoutState(
          quoted === ''
            ? `State (${state}). Set it again.`
            : `Trigger words (${quoted}) and state (${state}). Set them again.`,
        );
  });
}

/** Also false if the service definitely rejects the change. Throws temporary errors, so that the step is repeated. */
async function isTaken(change: () => Promise<boolean>): Promise<boolean> {
  try {
    return await change();
  } catch (error) {
    if (isServiceError(error) && (error.kind === 'invalid-request' || error.kind === 'not-found')) return false;
    throw error;
  }
}
