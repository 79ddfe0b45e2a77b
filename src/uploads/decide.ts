import { randomBytes } from 'node:crypto';
import type { Ability, AbilityId, AgentId } from '@abilities-bot/service-api';
import { namesOfAgentsWith } from '../core/agents.ts';
import { joinCatalog } from '../core/catalog.ts';
import type { UploadDecision, UploadRequest } from '../core/features/upload/account-uploads.ts';
import type { UploadRefusal } from '../core/features/upload/upload.ts';
import { MAY_BE_CACHED } from '../core/operation-context.ts';
import { isServiceError } from '../service/errors.ts';
import { isSameUpload } from '../service/upload.ts';
import {
  type CodeChanges,
  type KeptAbility,
  type TakenBy,
  UPLOAD_CANCELLABLE,
  type UploadContents,
  type UploadPlan,
  type UploadQuestion,
  type UploadRecord,
} from '../store/upload-record.ts';
import type { Advance, UploadTools } from './ports.ts';

/**
 * Stores the upload. From then on it will be completed even if this process dies. A refusal if there are too many
 * already, unless this one is among them.
 * @throws the store's errors.
 */
export async function acceptUpload(
  {
    addTo,
    form,
    icon,
    place,
    plan = { kind: 'new' },
    ref,
    rollbackOf,
    seenSha256,
    submissionKey,
    thread,
    userId,
    wrap,
    zip: { icon: given, ...zip },
  }: UploadRequest,
  { account, now, settings, store }: Pick<UploadTools, 'account' | 'now' | 'settings' | 'store'>,
): Promise<{ record: UploadRecord; isNew: boolean } | UploadRefusal> {
  const refusal = await refuseMore({ submissionKey, userId }, settings.maxUnfinished, store);
  if (refusal) return refusal;
  return store.uploads.add({
    id: randomBytes(8).toString('hex'),
    userId,
    submissionKey,
    state: 'accepted',
    document: {
      form,
      zip,
      icon: icon ?? given ?? null,
      place,
      ref,
      seenSha256,
      thread,
      addTo,
      rollbackOf,
      wrap: wrap || zip.parts !== undefined,
      plan,
      contents: null,
      question: null,
      askUntil: null,
      existingIds: null,
      sends: 0,
      sentAt: null,
      abilityId: null,
      kept: null,
      refusal: null,
      trouble: null,
      account: account.kind === 'connected' && account.version > 0 ? account.version : undefined,
      giveUpAt: now() + settings.giveUpMs,
      end: null,
    },
  });
}

/** Forms submitted at the same time may exceed the limit by the number of uploads being stored. */
async function refuseMore(
  { submissionKey, userId }: Pick<UploadRequest, 'submissionKey' | 'userId'>,
  max: UploadTools['settings']['maxUnfinished'],
  { uploads }: UploadTools['store'],
): Promise<UploadRefusal | null> {
  const unfinished = await uploads.countUnfinished(userId);
  const of = unfinished.person >= max.person ? 'person' : unfinished.workspace >= max.workspace ? 'workspace' : null;
  if (of === null || (await uploads.isSubmitted(submissionKey))) return null;
  return { why: 'too-many-uploads', of, max: max[of] };
}

/** An Agent that gets the replacement; its list is null if unknown. */
export type ReplacementAgent = NonNullable<KeptAbility['chosen']>[number];

/** The Agents that have an Ability, according to the service or the last save from Slack. */
export async function findHolders(
  id: AbilityId,
  { assignments, service }: Pick<UploadTools, 'assignments' | 'service'>,
): Promise<TakenBy['holders']> {
  try {
    const agents = await service.listAgents(MAY_BE_CACHED);
    const knownOf = await assignments.lookUp(agents);
    const holders = agents.filter((agent) => {
      const current = knownOf(agent);
      return current.known !== 'no' && current.abilityIds.includes(id);
    });
    return holders.map(({ id: agentId, name }) => ({ id: agentId, name }));
  } catch (error) {
    if (isServiceError(error)) return [];
    throw error;
  }
}

/**
 * The Agents of a new Ability: the selected one. After a replacement: for the new Ability the selected ones, for a
 * restored previous one its own. If those are unknown, the selected ones are the best guess.
 */
export function agentsOf({
  addTo,
  kept,
  refusal,
}: Pick<UploadRecord, 'addTo' | 'kept' | 'refusal'>): ReplacementAgent[] {
  if (!kept) return addTo ? [{ ...addTo, abilityIds: null }] : [];
  const { agents, allAgentsKnown, chosen } = kept;
  if (refusal === null) return chosen ?? agents;
  const had = new Set(agents.map(({ id }) => id));
  return allAgentsKnown ? agents : [...agents, ...(chosen ?? []).filter(({ id }) => !had.has(id))];
}

/**
 * The Agent for which the package is uploaded, which also installs it. Only an upload adds an Ability to an Agent
 * without replacing the Agent's list, so an Agent with an unknown list comes first.
 */
export function installingAgent(record: Pick<UploadRecord, 'addTo' | 'kept' | 'refusal'>): AgentId | null {
  const agents = agentsOf(record);
  return (agents.find(({ abilityIds }) => abilityIds === null) ?? agents[0])?.id ?? null;
}

/**
 * Decides whether an inspected zip is sent, or the user is asked first. Sends nothing that a user has not seen, and
 * touches no existing Ability without a user's decision.
 */
export async function choosePlan(
  record: UploadRecord,
  contents: UploadContents,
  tools: UploadTools,
  compare: CompareCode,
): Promise<Advance> {
  const abilities = await tools.service.listAbilities();
  const { form, plan } = record;
  const { rollbackOf } = record;
  const namesake = abilities.find(({ id, name }) =>
    rollbackOf === undefined ? name === form.name : id === rollbackOf,
  );
  if (rollbackOf !== undefined && namesake?.name !== form.name) {
    const sentence = 'It was renamed or deleted in the meantime.';
    return { state: 'refused', change: { contents, end: { kind: 'refused', sentence } } };
  }
  if (namesake && isFromEarlierSend(record, namesake)) return { state: 'confirming', change: { contents } };
  const seen = record.seenSha256 === contents.sha256;
  if (plan.kind !== 'new' && seen && namesake?.id === plan.abilityId) {
    if (plan.kind === 'replace') return { state: 'keeping', change: { contents } };
    return { state: 'sending', change: { contents, ...countSend(record, tools) } };
  }
  if (namesake) return ask({ kind: 'name-taken', by: await describeTaken(namesake, tools, compare) }, contents, tools);
  if (!seen) return ask({ kind: 'contents' }, contents, tools);
  const existingIds = record.existingIds ?? abilities.map(({ id }) => id);
  return {
    state: 'sending',
    change: { contents, plan: { kind: 'new' }, existingIds, ...countSend(record, tools) },
  };
}

/** Written before sending, so that any process can see that it may have been sent, and when. */
export const countSend = ({ sends }: UploadRecord, { now }: UploadTools) => ({ sends: sends + 1, sentAt: now() });

/**
 * True if an Ability comes from an earlier send whose answer was lost: it is new since the first send, and matches the
 * upload.
 */
export const isFromEarlierSend = ({ existingIds, form, sends }: UploadRecord, ability: Ability): boolean =>
  sends > 0 && existingIds !== null && !existingIds.includes(ability.id) && isSameUpload(ability, form);

export function ask(
  question: NonNullable<UploadRecord['question']>,
  contents: UploadContents,
  { now, settings }: UploadTools,
): Advance {
  const askUntil = now() + settings.askMs;
  return { state: 'asking', change: { contents, question, askUntil, plan: { kind: 'new' } } };
}

/** The changes that the zip would make to the code of an Ability; null if its current code cannot be read. */
type CompareCode = (id: AbilityId) => Promise<CodeChanges | null>;

/** The existing Ability of the same name, for comparison with the new one. */
export async function describeTaken(
  ability: Ability,
  tools: UploadTools,
  compare: CompareCode = async () => null,
): Promise<TakenBy> {
  const { now, service } = tools;
  const [installed, release, agentNames, holders] = await Promise.all([
    service.listInstalledAbilities(),
    service.findRelease(ability.id),
    namesOfAgentsWith(ability.id, { service }),
    findHolders(ability.id, tools),
  ]);
  const { entries } = joinCatalog([ability], installed, new Date(now()));
  const entry = entries.find((candidate) => candidate.ability?.id === ability.id);
  return {
    abilityId: ability.id,
    description: ability.description,
    category: ability.category,
    triggerWords: entry?.triggerWords ?? ability.triggerWords,
    state: entry?.state ?? 'not-installed',
    agentNames,
    holders,
    canUpdateInPlace: release !== null,
    packageGiven: null,
    code: await compare(ability.id),
  };
}

/**
 * Applies a decision if the upload is still open to it.
 * @param of the upload. `version`: the one that the user saw, if known; a newer one can only be cancelled.
 * @param by the user who decides and becomes responsible.
 * @returns the updated upload; null if it is too late, or the upload does not exist.
 */
export async function decideUpload(
  { id, version }: { id: string; version?: number | undefined },
  decision: UploadDecision,
  { now, settings, store }: Pick<UploadTools, 'now' | 'settings' | 'store'>,
  by?: string,
): Promise<UploadRecord | null> {
  const found = await store.uploads.find(id);
  if (!found) return null;
  if (decision.kind === 'cancel') {
    const end = { kind: 'cancelled', by: decision.by } as const;
    return store.uploads.decide(id, null, UPLOAD_CANCELLABLE, () => ({ state: 'cancelled', end, dueAt: now() }));
  }
  if (version !== undefined && found.version !== version) return null;
  if (found.state !== 'asking' || !found.question) return null;
  const plan = planOf(decision, found.question);
  if (!plan) return null;
  return store.uploads.decide(id, found.version, ['asking'], (record) => ({
    ...('wrap' in decision ? { wrap: decision.wrap || record.zip.parts !== undefined } : {}),
    ...(decision.kind === 'change' ? changeOf(decision, record) : {}),
    ...(by === undefined ? {} : { decidedBy: by }),
    state: 'accepted',
    plan,
    furthest: record.contents ? 'inspecting' : 'accepted',
    question: null,
    askUntil: null,
    // The form has shown the contents.
    seenSha256: record.contents?.sha256 ?? null,
    giveUpAt: now() + settings.giveUpMs,
    dueAt: now(),
  }));
}

const changeOf = ({ form, icon }: Extract<UploadDecision, { kind: 'change' }>, record: UploadRecord) => ({
  form,
  icon: icon ?? record.icon,
  sends: 0,
  existingIds: null,
  sentAt: null,
});

/** Null for an answer that does not match the question. */
function planOf(decision: Exclude<UploadDecision, { kind: 'cancel' }>, question: UploadQuestion): UploadPlan | null {
  if (decision.kind === 'change') return { kind: 'new' };
  if (decision.kind === 'send') return question.kind === 'contents' ? { kind: 'new' } : null;
  if (question.kind !== 'name-taken') return null;
  const { abilityId, canUpdateInPlace, code, holders, packageGiven } = question.by;
  // Another Ability has taken the name since the form was opened.
  if (decision.abilityId !== undefined && decision.abilityId !== abilityId) return null;
  if (decision.kind === 'update') {
    if (!canUpdateInPlace) return null;
    return { kind: 'update', abilityId, previous: code?.digest };
  }
  const chosen = decision.agentIds
    ? { agentIds: [...new Set(decision.agentIds)], shownAgentIds: holders.map(({ id }) => id) }
    : {};
  return { kind: 'replace', abilityId, previous: code?.digest, withoutBackup: packageGiven === false, ...chosen };
}
