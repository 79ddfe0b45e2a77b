import { isDeepStrictEqual } from 'node:util';
import {
  type Ability,
  type AbilityId,
  type Agent,
  type AgentId,
  Category,
  type InstalledAbility,
} from '@abilities-bot/service-api';
import { joinCatalog } from '../../core/catalog.ts';
import { explainServiceError } from '../../core/explain-service-error.ts';
import type { KnownAbilities } from '../../core/known-assignments.ts';
import { rebaseList } from '../../core/rebase-list.ts';
import { TheService } from '../../core/service-name.ts';
import { isServiceError } from '../../service/errors.ts';
import type { KeptCode } from '../../store/kept-code.ts';
import type { KeptAbility, UploadPlan } from '../../store/upload-record.ts';
import { ask, countSend, describeTaken } from '../decide.ts';
import { keepNewCode, keepOldCode } from '../keep-versions.ts';
import { fetchGivenPackage, type GivenPackage } from '../packages.ts';
import { type Advance, type Step, StepTroubleError, type UploadRun } from '../ports.ts';
import { ensureFiles } from './fetch.ts';

/** Deletes the Ability to be replaced. Checks the list before and after, so that it can be repeated. */
export const deleteOld: Step = async (run) => {
  const { record, tools } = run;
  const { kept } = record;
  if (!kept) return { state: 'accepted' };
  const { abilityId: id, installed } = kept;
  const alone = () => tools.locks.alone(`ability:${id}`, () => deleteAsSaved(kept, run));
  const instead = await (installed ? tools.locks.alone(`installed:${installed.id}`, alone) : alone());
  if (instead) return instead;
  await tools.assignments.deleteAbility(id);
  const existingIds = (await tools.service.listAbilities()).map((ability) => ability.id);
  return { state: 'sending', change: { existingIds, abilityId: null, ...countSend({ ...record, sends: 0 }, tools) } };
};

/** @returns a different next step; null if the Ability was deleted. */
async function deleteAsSaved(kept: KeptAbility, run: UploadRun): Promise<Advance | null> {
  const { abilityId: id, form } = kept;
  const { now, service, settings } = run.tools;
  const old = await findListed(id, run);
  if (!old) return null;
  // The Ability was renamed since, and the user did not agree to delete it under this name.
  if (old.name !== form.name) return { state: 'accepted', change: { kept: null, plan: { kind: 'new' } } };
  const installed = installedOf(old, await service.listInstalledAbilities(), run);
  // The Ability has changed in the meantime. Store its state before deleting it, then check it again.
  if (!isDeepStrictEqual(installed, kept.installed)) {
    return { state: 'deleting', change: { kept: { ...kept, installed } }, dueAt: now() + settings.retryMs };
  }
  try {
    const fate = (await service.deleteAbilities([id])).get(id);
    if (fate !== 'deleted')
      throw new StepTroubleError(`${TheService()} hasn't confirmed that it deleted the current version.`);
  } catch (error) {
    // The service definitely rejected it. After a lost response, the list decides on the next attempt.
    const isRefusal = isServiceError(error) && (error.kind === 'invalid-request' || error.kind === 'unauthorized');
    if (!isRefusal) throw error;
    // Rejected because somebody else has already deleted it.
    const isGone = error.kind === 'invalid-request' && !(await findListed(id, run));
    if (!isGone) return cannotDelete(explainServiceError(error));
  }
  return null;
}

function installedOf(
  ability: Ability,
  rows: readonly InstalledAbility[],
  { tools }: UploadRun,
): KeptAbility['installed'] {
  const { entries } = joinCatalog([ability], rows, new Date(tools.now()));
  const { installed } = entries.find((entry) => entry.ability) ?? {};
  return installed ? { id: installed.id, enabled: installed.enabled, triggerWords: installed.triggerWords } : null;
}

const findListed = async (id: AbilityId, { tools }: UploadRun): Promise<Ability | undefined> =>
  (await tools.service.listAbilities()).find((ability) => ability.id === id);

const cannotDelete = (sentence: string): Advance => ({
  state: 'refused',
  change: { kept: null, end: { kind: 'refused', sentence: `The current version couldn't be deleted. ${sentence}` } },
});

/** Stores the state of the Ability to be deleted, and both packages, before anything is deleted. */
export const keepOld: Step = async (run) => {
  const { record, tools } = run;
  if (record.plan.kind !== 'replace') return { state: 'accepted' };
  const { abilityId } = record.plan;
  const { packages } = tools.store;
  const { zip, image } = await ensureFiles(run);
  await packages.put(record.id, 'new', zip.path);
  if (image) await packages.put(record.id, 'icon', image.path);
  const old = (await tools.service.listAbilities()).find(({ id }) => id === abilityId);
  // The Ability was deleted or renamed, so there is nothing to replace.
  if (old?.name !== record.form.name) return { state: 'accepted', change: { plan: { kind: 'new' } } };
  const newCode = await keepNewCode(run, zip.path);
  const { kept, oldCode } = await describeOld(old, record.plan, run);
  // The new code was compared with other code than the current one, and that comparison decides whether a second admin
  // is needed.
  const { previous } = record.plan;
  if (previous !== undefined && kept.contentDigest !== null && kept.contentDigest !== previous) {
    return { state: 'accepted', change: { plan: { kind: 'new' } } };
  }
  // The user agreed on the assumption that the old Ability could be restored.
  if (!kept.packageHeld && !record.plan.withoutBackup && record.contents) {
    const taken = await describeTaken(old, tools);
    // Keeps the user's earlier choice.
    const holders = kept.chosen?.map(({ id, name }) => ({ id, name })) ?? taken.holders;
    const by = { ...taken, holders, packageGiven: false };
    return ask({ kind: 'name-taken', by }, record.contents, tools);
  }
  return { state: 'deleting', change: { kept, ...newCode, ...oldCode } };
};

type ReplacePlan = Extract<UploadPlan, { kind: 'replace' }>;

/** An Agent, and its Abilities as far as they are known. */
interface AgentList {
  agent: Agent;
  current: KnownAbilities;
}

/** The chosen Agents, adjusted for changes that others have made since the form was drawn. */
function chooseAgents(
  { agentIds, shownAgentIds }: ReplacePlan,
  oldId: AbilityId,
  lists: readonly AgentList[],
): AgentId[] | undefined {
  if (!agentIds || !shownAgentIds) return agentIds;
  const has = new Map(
    lists.map(({ agent, current }) => [agent.id, current.known === 'no' ? null : current.abilityIds.includes(oldId)]),
  );
  const still = shownAgentIds.filter((id) => has.get(id) !== false);
  const holders = [...has].flatMap(([id, hasOld]) => (hasOld ? [id] : []));
  return rebaseList(agentIds, shownAgentIds, [...still, ...holders]);
}

async function describeOld(
  old: Ability,
  plan: ReplacePlan,
  run: UploadRun,
): Promise<{ kept: KeptAbility; oldCode: { oldCode?: KeptCode } }> {
  const { assignments, service } = run.tools;
  const [rows, agents, given] = await Promise.all([
    service.listInstalledAbilities(),
    service.listAgents(),
    keepPackage(old, run),
  ]);
  const knownOf = await assignments.lookUp(agents);
  const lists = agents.map((agent) => ({ agent, current: knownOf(agent) }));
  const chosenIds = chooseAgents(plan, old.id, lists);
  const oldCode = given ? await keepOldCode(run, given.path) : {};
  const kept: KeptAbility = {
    abilityId: old.id,
    form: {
      name: old.name,
      category: Category.catch('skill').parse(old.category),
      description: old.description ?? '',
      triggerWords: old.triggerWords,
    },
    installed: installedOf(old, rows, run),
    agents: lists.flatMap(({ agent, current }) =>
      current.known !== 'no' && current.abilityIds.includes(old.id)
        ? [{ id: agent.id, name: agent.name, abilityIds: [...current.abilityIds] }]
        : [],
    ),
    chosen: chosenIds ? chosenIds.map((id) => describeChosen(id, lists)) : undefined,
    allAgentsKnown: lists.every(({ current }) => current.known !== 'no'),
    packageHeld: given !== null,
    contentDigest: given?.contentDigest ?? null,
  };
  return { kept, oldCode };
}

/** Includes deleted Agents, so that the result can report them. */
function describeChosen(id: AgentId, lists: readonly AgentList[]): NonNullable<KeptAbility['chosen']>[number] {
  const found = lists.find(({ agent }) => agent.id === id);
  const current = found?.current ?? { known: 'no' };
  const abilityIds = current.known === 'no' ? null : [...current.abilityIds];
  return { id, name: found?.agent.name ?? `Agent ${id}`, abilityIds };
}

/** Stores the old package; null if the service returns none that could be restored. */
async function keepPackage(old: Ability, run: UploadRun): Promise<GivenPackage | null> {
  const given = await fetchGivenPackage(run, old.id);
  if (!given?.contentDigest) return null;
  await run.tools.store.packages.put(run.record.id, 'old', given.path);
  return given;
}
