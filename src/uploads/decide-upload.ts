import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import type { UploadForm } from '../core/command.ts';
import { UPLOAD_CANCELLABLE, type UploadPlan, type UploadQuestion, type UploadRecord } from '../store/upload-record.ts';
import type { UploadTools } from './upload-tools.ts';

/** What a person decides about an upload that is under way. */
export type UploadDecision =
  | { kind: 'cancel'; by: string }
  /** Send what was shown; `wrap`: put into a folder. */
  | { kind: 'send'; wrap: boolean }
  | { kind: 'update' }
  /** `abilityId`: the one that was shown to the person; `agentIds`: those that are to have the new one. */
  | { kind: 'replace'; abilityId?: AbilityId; wrap: boolean; agentIds?: readonly AgentId[] }
  /** Under another name, or with other words; without an icon the one that was chosen before stays. */
  | { kind: 'change'; form: UploadForm; icon?: UploadRecord['icon']; wrap: boolean };

/**
 * Carries out a decision, if the upload can still take it.
 * @param of the upload, and the workspace in which it was decided: those of others are not known. `version`: the one that
 *   was read to decide; a later one is not decided, unless it is cancelled.
 * @param by who decides; whatever comes of it is theirs.
 * @returns the upload as it is now; null when it is past that, or there is none.
 */
export async function decideUpload(
  { id, teamId, version }: { id: string; teamId: string; version?: number },
  decision: UploadDecision,
  { now, settings, store }: Pick<UploadTools, 'now' | 'settings' | 'store'>,
  by?: string,
): Promise<UploadRecord | null> {
  const found = await store.uploads.find(id);
  if (found?.teamId !== teamId) return null;
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
    // What was asked about showed what is inside.
    seenSha256: record.contents?.sha256 ?? null,
    giveUpAt: now() + settings.giveUpMs,
    dueAt: now(),
  }));
}

const changeOf = ({ form, icon }: Extract<UploadDecision, { kind: 'change' }>, record: UploadRecord) => ({
  ...{ form, icon: icon ?? record.icon },
  ...{ sends: 0, existingIds: null, sentAt: null },
});

/** Null for an answer to a question that was not asked. */
function planOf(decision: Exclude<UploadDecision, { kind: 'cancel' }>, question: UploadQuestion): UploadPlan | null {
  if (decision.kind === 'change') return { kind: 'new' };
  if (decision.kind === 'send') return question.kind === 'contents' ? { kind: 'new' } : null;
  if (question.kind !== 'name-taken') return null;
  const { abilityId, canUpdateInPlace, packageGiven } = question.by;
  if (decision.kind === 'update') return canUpdateInPlace ? { kind: 'update', abilityId } : null;
  // Requester anew about another Ability since the form was opened.
  if (decision.abilityId !== undefined && decision.abilityId !== abilityId) return null;
  const agentIds = decision.agentIds ? { agentIds: [...new Set(decision.agentIds)] } : {};
  return { kind: 'replace', abilityId, withoutBackup: packageGiven === false, ...agentIds };
}
