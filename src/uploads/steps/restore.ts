import type { AbilityId, InstalledAbility } from '@abilities-bot/service-api';
import { joinCatalog } from '../../core/catalog.ts';
import { isServiceError } from '../../service-client/errors/index.ts';
import type { KeptAbility } from '../../store/upload-record.ts';
import { readState } from '../read-state.ts';
import { installingAgent, type ReplacementAgent, replacementAgents } from '../replacement-agents.ts';
import type { Advance, Step, UploadRun } from '../upload-run.ts';

/**
 * Gives the new Ability what the old one had: Agents first, since an Agent is what installs it, then trigger words and
 * state. All of it may be done again. What cannot be given back is said, not retried.
 */
export const restore: Step = async (run) => {
  const { abilityId, kept, refusal } = run.record;
  if (!kept || abilityId === null) return { state: 'accepted' };
  const notRestored = [...(await giveToAgents(kept, abilityId, run)), ...(await giveState(kept, abilityId, run))];
  if (refusal !== null) return endWithOldBack(abilityId, refusal, notRestored);
  const state = await readState(abilityId, run.tools);
  return { state: 'done', change: { end: { kind: 'uploaded', abilityId, state, notRestored } } };
};

const endWithOldBack = (backAs: AbilityId, sentence: string, notRestored: string[]): Advance => ({
  state: 'refused',
  change: { end: { kind: 'refused-after-delete', sentence, backAs, notRestored } },
});

async function giveToAgents(kept: KeptAbility, newId: AbilityId, run: UploadRun): Promise<string[]> {
  const { record, tools } = run;
  const through = installingAgent(record);
  // Before any other Agent installs it: only then it tells whether the upload did.
  const isInstalled = through !== null && (await findInstalled(newId, run)) !== null;
  const missing: string[] = [];
  for (const agent of replacementAgents(record).toSorted(
    (a, b) => Number(b.id === through) - Number(a.id === through),
  )) {
    const isServed = agent.id === through && isInstalled;
    const sentence = await tools.locks.run(`agent:${agent.id}`, () =>
      giveToAgent(agent, { isServed, newId, oldId: kept.abilityId }, run),
    );
    if (sentence !== null) missing.push(sentence);
  }
  // Chosen Agents are known; those of the old one are not.
  if (!kept.allAgentsKnown && (record.refusal !== null || !kept.chosen)) {
    missing.push("I can't see which Agents had it. Check that all of them have it.");
  }
  return missing;
}

/**
 * @param isServed whether the upload gave it to this Agent.
 * @returns why the Agent does not have it; null when it has.
 */
async function giveToAgent(
  { abilityIds, id, name }: ReplacementAgent,
  { isServed, newId, oldId }: { isServed: boolean; newId: AbilityId; oldId: AbilityId },
  { tools }: UploadRun,
): Promise<string | null> {
  const { assignments, service } = tools;
  // Read right before it is written: somebody may have saved another list since.
  const agent = (await service.listAgents()).find((other) => other.id === id);
  if (!agent) return `${name} is no longer on the account.`;
  // What is known now wins over what was kept.
  const known = await assignments.of(agent);
  if (known.known === 'from-service' && known.abilityIds.includes(newId)) return null;
  const current = known.known === 'no' ? abilityIds : known.abilityIds;
  if (current === null) {
    if (isServed) return null;
    return `${name} does not have it: I can't see which other Abilities ${name} has, and saving would remove them. Assign it with /abilities assign.`;
  }
  const wanted = [...new Set([...current.filter((other) => other !== oldId), newId])];
  if (!(isServed && known.known !== 'from-service')) {
    const given = await isTaken(async () => (await service.setAgentAbilities(id, wanted)).confirmed !== 'no');
    if (!given) return `${name} does not have it: assign it again.`;
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

async function giveState(kept: KeptAbility, newId: AbilityId, run: UploadRun): Promise<string[]> {
  if (!kept.installed) return [];
  const { enabled, triggerWords } = kept.installed;
  const { locks, service } = run.tools;
  const row = await findInstalled(newId, run);
  const quoted = triggerWords.map((word) => `“${word}”`).join(', ');
  const was = `it was ${enabled ? 'enabled' : 'disabled'}${quoted === '' ? '' : `, with the trigger words ${quoted}`}`;
  if (!row) return [`It is not installed (${was}): assigning it to an Agent installs it.`];
  const words = triggerWords.length > 0 ? triggerWords : row.triggerWords;
  if (words.length === 0) return [`Its state could not be set (${was}): it has no trigger words.`];
  const given = await locks.run(`installed:${row.id}`, () =>
    isTaken(async () => {
      await service.setInstalledAbility(row, { enabled, triggerWords: words });
      return true;
    }),
  );
  return given ? [] : [`Its trigger words and state could not be set (${was}).`];
}

/** False too when the service refuses for good; trouble that may pass is thrown, and the step is done again. */
async function isTaken(change: () => Promise<boolean>): Promise<boolean> {
  try {
    return await change();
  } catch (error) {
    if (isServiceError(error) && (error.kind === 'invalid-request' || error.kind === 'not-found')) return false;
    throw error;
  }
}
