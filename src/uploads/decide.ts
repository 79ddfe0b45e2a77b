import { createHash, randomBytes } from 'node:crypto';
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
  hasEnded,
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
 * Stores an upload. From then on it will be completed even if this process is killed. Refuses it if there are too many
 * unfinished uploads, unless it is already one of them.
 * @throws store errors.
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

/**
 * Like `acceptUpload`, but stores another upload if all earlier ones with this key have ended. Concurrent calls get the
 * same upload. The key may have any length.
 * @throws store errors.
 */
export async function acceptAgain(
  request: UploadRequest,
  tools: Parameters<typeof acceptUpload>[1],
): ReturnType<typeof acceptUpload> {
  let submissionKey = digest(request.submissionKey);
  for (;;) {
    const accepted = await acceptUpload({ ...request, submissionKey }, tools);
    if ('why' in accepted || accepted.isNew || !hasEnded(accepted.record)) return accepted;
    submissionKey = digest(`${submissionKey}:${accepted.record.id}`);
  }
}

const digest = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Forms submitted at the same time may exceed the limit, because it is checked before they are stored. */
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

/** An Agent that gets the replacement. Its list is null if unknown. */
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
 * The Agents that get the uploaded Ability. A new Ability goes to the selected Agent. After a replacement, the new
 * Ability goes to the selected Agents, and a restored previous one to its own Agents; if those are unknown, the
 * selected ones are the best guess.
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
 * The Agent that the package is uploaded for, which also installs it. Prefers an Agent whose list is unknown, because
 * only an upload adds an Ability to an Agent without replacing the Agent's list.
 */
export function installingAgent(record: Pick<UploadRecord, 'addTo' | 'kept' | 'refusal'>): AgentId | null {
  const agents = agentsOf(record);
  return (agents.find(({ abilityIds }) => abilityIds === null) ?? agents[0])?.id ?? null;
}

/**
 * Decides whether an inspected zip is sent or the user is asked first. Sends nothing that the user has not seen, and
 * changes no existing Ability unless the user decided so.
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

/** Stored before sending, so that any process can see that the package may have been sent, and when. */
export const countSend = ({ sends }: UploadRecord, { now }: UploadTools) => ({ sends: sends + 1, sentAt: now() });

/**
 * True if an Ability comes from an earlier send whose response was lost: it did not exist before the first send, and
 * matches the upload.
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

/** Returns the changes that the zip would make to an Ability's code; null if its current code can't be read. */
type CompareCode = (id: AbilityId) => Promise<CodeChanges | null>;

/** Describes the existing Ability with the same name, for comparison with the new one. */
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
 * Applies a decision if the upload still accepts it.
 * @param of the upload. `version`: the record version that the user saw, if known; if the record has changed since,
 * only canceling works.
 * @param by the user who decides, and becomes responsible.
 * @returns the updated upload; null if it is too late, or the upload doesn't exist.
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

/** Null if the decision doesn't fit the question. */
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
