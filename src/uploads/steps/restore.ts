import type { AbilityId } from '../../contract/index.ts';
import { joinCatalog } from '../../core/catalog.ts';
import { isServiceError } from '../../service-client/errors/index.ts';
import type { KeptAbility } from '../../store/upload-record.ts';
import { readState } from '../read-state.ts';
import type { Advance, Step, UploadRun } from '../upload-run.ts';

/**
 * Gives the new Ability what the old one had: Agents first, since assigning is what installs, then trigger words and
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
  const missing: string[] = [];
  for (const agent of kept.agents) {
    const sentence = await run.tools.changes.run(`agent:${agent.id}`, () => giveToAgent(agent, kept, newId, run));
    if (sentence !== null) missing.push(sentence);
  }
  if (!kept.allAgentsKnown) missing.push('The service does not tell which Agents had it: look whether all have it.');
  return missing;
}

/** @returns why the Agent does not have the new one; null when it has. */
async function giveToAgent(
  { abilityIds, id, name }: KeptAbility['agents'][number],
  kept: KeptAbility,
  newId: AbilityId,
  { tools }: UploadRun,
): Promise<string | null> {
  const { assignments, service } = tools;
  // Read right before it is written: somebody may have saved another list since.
  const agent = (await service.listAgents()).find((other) => other.id === id);
  if (!agent) return `${name} had it and is not on the account any more.`;
  // What is known now wins over what was kept.
  const known = await assignments.of(agent);
  const current = known.known === 'no' ? abilityIds : known.abilityIds;
  const wanted = [...new Set([...current.filter((other) => other !== kept.abilityId), newId])];
  const given = await isTaken(async () => (await service.setAgentAbilities(id, wanted)).confirmed !== 'no');
  if (!given) return `${name} does not have it any more: assign it again.`;
  await assignments.save(id, wanted);
  return null;
}

async function giveState(kept: KeptAbility, newId: AbilityId, { tools }: UploadRun): Promise<string[]> {
  if (!kept.installed) return [];
  const { enabled, triggerWords } = kept.installed;
  const { service, now } = tools;
  const [abilities, rows] = await Promise.all([service.listAbilities(), service.listInstalledAbilities()]);
  const { entries } = joinCatalog(abilities, rows, new Date(now()));
  const row = entries.find(({ ability }) => ability?.id === newId)?.installed;
  const quoted = triggerWords.map((word) => `“${word}”`).join(', ');
  const was = `it was ${enabled ? 'enabled' : 'disabled'}${quoted === '' ? '' : `, with the trigger words ${quoted}`}`;
  if (!row) return [`The new one is not installed (${was}): assigning it to an Agent installs it.`];
  const words = triggerWords.length > 0 ? triggerWords : row.triggerWords;
  if (words.length === 0) return [`Its state could not be set (${was}): it has no trigger words.`];
  const given = await tools.changes.run(`installed:${row.id}`, () =>
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
