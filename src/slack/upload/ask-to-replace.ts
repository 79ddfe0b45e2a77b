import { setTimeout as wait } from 'node:timers/promises';
import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import { findListed } from '../../core/operations/find-listed.ts';
import type { ApprovalRecord } from '../../store/approval-record.ts';
import type { UploadRecord } from '../../store/upload-record.ts';
import type { Workspace } from '../workspace.ts';
import { digestUpload } from './digest-upload.ts';

/** The ack of a form waits for 3 seconds at most, and who may do what is looked up before. */
const WITHIN_MS = 1000;

/** More than anybody leaves waiting. */
const MAX_WAITING = 100;

export type AskedToReplace =
  | { kind: 'at-once' }
  /** It does not ask this any more. */
  | { kind: 'past' }
  /** Nobody told in time whether a second admin is needed: then nothing is done. */
  | { kind: 'unclear' }
  /** `isNew`: asked for just now, and not before. */
  | { kind: 'waits'; approval: ApprovalRecord; isNew: boolean };

/**
 * Asks for a second admin where one is needed before an upload replaces an Ability: when the old one is enabled, as the
 * service says now. The upload goes on asking meanwhile.
 * @throws what the store throws.
 */
export async function askToReplace(
  record: UploadRecord,
  {
    abilityId,
    agentIds,
    userId,
    wrap,
  }: { abilityId: AbilityId | undefined; agentIds: AgentId[] | undefined; userId: string; wrap: boolean },
  { context, log }: Pick<Workspace, 'context' | 'log'>,
): Promise<AskedToReplace> {
  const { areOn, book, keepMs } = context.approvals;
  const { askUntil, form, id, question, state } = record;
  if (!(await areOn())) return { kind: 'at-once' };
  // Read again in a moment it may ask, and would be decided without the second admin.
  if (state !== 'asking' || question?.kind !== 'name-taken') return { kind: 'past' };
  const { abilityId: oldId } = question.by;
  if (abilityId !== undefined && abilityId !== oldId) return { kind: 'past' };
  const isEnabled = await readEnabled(oldId, { context, log });
  if (isEnabled === null) return { kind: 'unclear' };
  if (!isEnabled) return { kind: 'at-once' };
  // Two that wait for one upload could be approved one after the other, the second for something that nobody has seen.
  const digest = digestUpload(record);
  const asked = (await book.waiting(MAX_WAITING)).find(
    ({ what }) => what.kind === 'replace' && what.uploadId === id && what.digest === digest,
  );
  if (asked) return { kind: 'waits', approval: asked, isNew: false };
  // No longer than the upload itself waits.
  const leftMs = askUntil === null ? keepMs : askUntil - context.now().getTime();
  const what = { kind: 'replace', uploadId: id, abilityId: oldId, agentIds, name: form.name, wrap, digest } as const;
  return { kind: 'waits', approval: await book.open(what, userId, Math.min(keepMs, leftMs)), isNew: true };
}

/** Null when the service does not tell in time. */
async function readEnabled(
  id: AbilityId,
  { context, log }: Pick<Workspace, 'context' | 'log'>,
): Promise<boolean | null> {
  try {
    const listed = await Promise.race([findListed([id], context), wait(WITHIN_MS, null, { ref: false })]);
    return listed === null ? null : listed.some(({ enabled }) => enabled);
  } catch (error) {
    log.warn({ err: error }, 'the service did not tell whether an Ability is enabled');
    return null;
  }
}
