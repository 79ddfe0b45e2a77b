import { currentTrace } from '../../base/request-context.ts';
import type { AccessRefusal, Requester } from '../../core/access.ts';
import { type AuditResult, faultResult } from '../../core/audit-result.ts';
import type { Command } from '../../core/command.ts';
import { runAllowed } from '../../core/operate.ts';
import type { Outcome } from '../../core/outcome.ts';
import { type Allowed, refuseVerb } from '../../core/permissions.ts';
import { auditResultOf, changeOf, isAudited, isGuess, targetsOf, verbOf } from '../../core/registry.ts';
import type { OperationOutcome } from '../../metrics/metrics.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import { type Change, canBeTakenBack } from '../../store/undo-record.ts';
import type { Origin } from '../modal-metadata.ts';
import type { Workspace } from '../workspace.ts';
import type { SlackRequest } from './request.ts';

/** Who asked for what, and where. */
interface Operation {
  requester: Requester;
  origin: Pick<Origin, 'channelId'>;
  /** Null for what could not be read. */
  verb: string | null;
}

interface Result {
  outcome: OperationOutcome;
  /** What is drawn for it; null where that is told elsewhere. */
  answer: Outcome['kind'] | null;
  ms: number;
}

/** The one line of each thing that somebody asked for. `status` is that of the service's latest answer. */
export function logOperation(
  { requester, origin, verb }: Operation,
  { answer, ms, outcome }: Result,
  { log, tenantId }: Pick<Workspace, 'log' | 'tenantId'>,
): void {
  const who = { ref: requester.ref, team: tenantId, user: requester.userId, channel: origin.channelId };
  const status = currentTrace()?.status ?? null;
  log.info({ ...who, verb, outcome, answer, status, ms }, 'operation');
}

/** Somebody wants to do something that is written down. */
export interface AuditEntry {
  requester: Requester;
  origin: Pick<Origin, 'channelId'>;
  verb: string;
  /** The arguments as they were typed, or as the button carried them. */
  line: string | null;
  targets: AuditTarget[];
}

export type Recorder = Pick<Workspace, 'auditLog' | 'context' | 'log' | 'metrics' | 'tenantId'>;

/** What begun has to be ended. */
export interface OpenAuditEntry {
  id: string;
  startedAt: number;
  entry: Pick<AuditEntry, 'requester' | 'origin' | 'verb'>;
}

/** What a command wants. */
export const auditEntryOf = (
  command: Command,
  line: string | null,
  requester: Requester,
  origin: Origin,
): AuditEntry => ({
  ...{ requester, origin },
  // Without a verb it may be anything, such as a key behind a verb that was misspelt.
  line: isGuess(command) ? null : line,
  verb: verbOf(command),
  targets: targetsOf(command),
});

/** Before anything is done. @throws what the store throws: what cannot be written down is not done. */
export async function startAudit(entry: AuditEntry, workspace: Recorder): Promise<OpenAuditEntry> {
  const { auditLog, context } = workspace;
  const { requester, line, origin, targets, verb } = entry;
  const id = auditLog.newId();
  const startedAt = context.now().getTime();
  const { ref, userId } = requester;
  try {
    await auditLog.begin({ id, ref, userId, channelId: origin.channelId, verb, line, targets });
  } catch (error) {
    countNotStarted(entry, context.now().getTime() - startedAt, workspace);
    throw error;
  }
  return { id, startedAt, entry };
}

/** For what was refused because the store is unavailable. */
export function countNotStarted(entry: AuditEntry, ms: number, workspace: Recorder): void {
  workspace.metrics.operated(entry.verb, 'failed', ms);
  logOperation(entry, { outcome: 'failed', answer: null, ms }, workspace);
}

/**
 * When it is over: counted, logged and written down. Never throws: it is done either way, and what has no end in the history is
 * shown as interrupted.
 * @param answer what is drawn for it; null where that is told elsewhere.
 */
export async function finishAudit(
  { id, startedAt, entry }: OpenAuditEntry,
  result: AuditResult & { changeId?: string | null },
  workspace: Recorder,
  answer: Outcome['kind'] | null = null,
): Promise<void> {
  const { auditLog, context, log, metrics } = workspace;
  const ms = context.now().getTime() - startedAt;
  const { outcome } = result;
  const status = currentTrace()?.status ?? null;
  metrics.operated(entry.verb, outcome, ms);
  logOperation(entry, { outcome, answer, ms }, workspace);
  try {
    await auditLog.end(id, { changeId: null, ...result, status, ms });
  } catch (error) {
    log.error({ err: error, audit: id }, 'how an attempt ended could not be written down');
  }
}

/** Somebody was told that they may not. Never throws: they may not either way. */
export async function recordRefusal(
  entry: AuditEntry,
  refusal: Extract<Outcome, { kind: 'refused' }>['refusal'],
  workspace: Recorder,
): Promise<void> {
  const { auditLog, log, metrics } = workspace;
  const { requester, line, origin, targets, verb } = entry;
  metrics.operated(verb, 'refused', 0);
  logOperation(entry, { outcome: 'refused', answer: 'refused', ms: 0 }, workspace);
  const { ref, userId } = requester;
  const result = auditResultOf({ kind: 'refused', refusal });
  try {
    await auditLog.refuse(
      { id: auditLog.newId(), ref, userId, channelId: origin.channelId, verb, line, targets },
      { ...result, changeId: null, status: null, ms: 0 },
    );
  } catch (error) {
    log.error({ err: error, ref }, 'a refused attempt was not recorded');
  }
}

/** For what is no command: why somebody may not do it, written down; null when they may. */
export async function guard(
  entry: AuditEntry,
  requester: Pick<Requester, 'access'>,
  workspace: Recorder,
): Promise<AccessRefusal | null> {
  const refusal = refuseVerb(entry.verb, requester);
  if (refusal) await recordRefusal(entry, refusal, workspace);
  return refusal;
}

/** What a request has changed on the account. */
export interface Recorded {
  change: Change;
  /** The change to take back; null when it cannot be taken back. */
  undo: string | null;
}

/** Writes down what came of a request; null when it changed nothing. Never throws: the change is made either way. */
export async function recordChange(
  outcome: Outcome,
  { requester }: Pick<SlackRequest, 'requester'>,
  { context, log }: Workspace,
): Promise<Recorded | null> {
  const change = changeOf(outcome);
  if (!change) return null;
  try {
    const { id } = await context.undoLog.record(requester.userId, change);
    return { change, undo: canBeTakenBack(change) ? id : null };
  } catch (error) {
    log.error({ err: error, ref: requester.ref }, 'a change could not be written to the history');
    return { change, undo: null };
  }
}

/** For what could not be read: it is counted and logged, and not audited. */
export function countUnread({ origin, requester }: SlackRequest, workspace: Recorder): void {
  workspace.metrics.operated(null, 'refused', 0);
  logOperation({ requester, origin, verb: null }, { outcome: 'refused', answer: 'refused', ms: 0 }, workspace);
}

/**
 * Runs a request. What changes something is audited before and after; what cannot be audited is not done.
 * @param allowed what {@link Allowed.check} let pass.
 */
export async function runAudited(
  allowed: Allowed,
  request: Pick<SlackRequest, 'isClaimed' | 'line' | 'origin'>,
  workspace: Workspace,
): Promise<{ outcome: Outcome; recorded: Recorded | null }> {
  const { command, requester } = allowed;
  const entry = auditEntryOf(command, request.line, requester, request.origin);
  if (!isAudited(command)) return { outcome: await runAndCount(allowed, entry, workspace), recorded: null };
  // A change made twice goes unnoticed; a person who reads that nothing changed can retry.
  if (!request.isClaimed) {
    countNotStarted(entry, 0, workspace);
    return NOT_RECORDED;
  }
  let audit: OpenAuditEntry;
  try {
    audit = await startAudit(entry, workspace);
  } catch (error) {
    workspace.log.error({ err: error }, 'an attempt could not be written down, so it was not made');
    return NOT_RECORDED;
  }
  try {
    const outcome = await runAllowed(allowed, workspace.context);
    const recorded = await recordChange(outcome, { requester }, workspace);
    await finishAudit(audit, { ...auditResultOf(outcome), changeId: recorded?.undo ?? null }, workspace, outcome.kind);
    return { outcome, recorded };
  } catch (error) {
    await finishAudit(audit, faultResult(), workspace);
    throw error;
  }
}

const NOT_RECORDED = { outcome: { kind: 'refused', refusal: { why: 'not-recorded' } }, recorded: null } as const;

/** What changes nothing is counted and logged, and not audited. */
async function runAndCount(allowed: Allowed, entry: AuditEntry, workspace: Workspace): Promise<Outcome> {
  const { context, metrics } = workspace;
  const startedAt = context.now().getTime();
  const count = (outcome: OperationOutcome, answer: Outcome['kind'] | null) => {
    const ms = context.now().getTime() - startedAt;
    metrics.operated(entry.verb, outcome, ms);
    logOperation(entry, { outcome, answer, ms }, workspace);
  };
  try {
    const outcome = await runAllowed(allowed, context);
    const { outcome: word } = auditResultOf(outcome);
    count(word === 'unchanged' ? 'shown' : word, outcome.kind);
    return outcome;
  } catch (error) {
    count('failed', null);
    throw error;
  }
}
