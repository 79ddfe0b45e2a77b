import type { Ability } from '@abilities-bot/service-api';
import { joinCatalog } from '../core/catalog.ts';
import { namesOfAgentsWith } from '../core/operations/names-of-agents.ts';
import { isSameUpload } from '../service-client/is-same-upload.ts';
import type { TakenBy, UploadContents, UploadRecord } from '../store/upload-record.ts';
import { findHolders } from './replacement-agents.ts';
import type { Advance } from './upload-run.ts';
import type { UploadTools } from './upload-tools.ts';

/**
 * What is to become of a zip that was looked into: sent, or asked about first. Nothing is sent that a person has not
 * seen, and nothing that is there already is touched unless a person said so.
 */
export async function choosePlan(record: UploadRecord, contents: UploadContents, tools: UploadTools): Promise<Advance> {
  const abilities = await tools.service.listAbilities();
  const { form, plan } = record;
  const namesake = abilities.find(({ name }) => name === form.name);
  if (namesake && isFromEarlierSend(record, namesake)) return { state: 'confirming', change: { contents } };
  const seen = record.seenSha256 === contents.sha256;
  if (plan.kind !== 'new' && seen && namesake?.id === plan.abilityId) {
    if (plan.kind === 'replace') return { state: 'keeping', change: { contents } };
    return { state: 'sending', change: { contents, ...countSend(record, tools) } };
  }
  if (namesake) return ask({ kind: 'name-taken', by: await describeTaken(namesake, tools) }, contents, tools);
  if (!seen) return ask({ kind: 'contents' }, contents, tools);
  const existingIds = record.existingIds ?? abilities.map(({ id }) => id);
  return {
    state: 'sending',
    change: { contents, plan: { kind: 'new' }, existingIds, ...countSend(record, tools) },
  };
}

/** Written before sending: whoever finds the record later knows that it may have been sent, and since when. */
export const countSend = ({ sends }: UploadRecord, { now }: UploadTools) => ({ sends: sends + 1, sentAt: now() });

/** An Ability of the name that was not there before the first send, and is what was sent: an answer was lost. */
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

/** The Ability that has the name, as it is shown beside the new one. */
export async function describeTaken(ability: Ability, tools: UploadTools): Promise<TakenBy> {
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
  };
}
