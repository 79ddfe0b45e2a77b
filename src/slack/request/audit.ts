import { randomBytes } from 'node:crypto';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { currentTrace, takePosition } from '../../base/request-context.ts';
import type { AccessRefusal, Requester } from '../../core/access.ts';
import { type AuditResult, faultResult } from '../../core/audit-result.ts';
import type { Command } from '../../core/command.ts';
import type { Outcome } from '../../core/outcome.ts';
import { type Allowed, refuseVerb } from '../../core/permissions.ts';
import {
  auditLineOf,
  auditResultOf,
  changeOf,
  findTargets,
  isAudited,
  isGuess,
  planOf,
  targetsOf,
  verbOf,
} from '../../core/registry.ts';
import { runAllowed } from '../../core/run-command.ts';
import type { OperationOutcome } from '../../metrics/metrics.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import { isStoreTrouble } from '../../store/store-away.ts';
import { type Change, canBeUndone, isUndo, type SharedMessage } from '../../store/undo-record.ts';
import type { Origin } from '../modal-metadata.ts';
import type { Workspace } from '../workspace.ts';
import { confirmChange } from './confirm-change.ts';
import type { SlackRequest } from './request.ts';

interface Operation {
  requester: Requester;
  origin: Pick<Origin, 'channelId'>;
  /** Null if the line couldn't be parsed. */
  verb: string | null;
}

interface Result {
  outcome: OperationOutcome;
  /** The kind of outcome in the answer; null if the answer is sent elsewhere. */
  answer: Outcome['kind'] | null;
  ms: number;
}

/** Logs one line per request. `status` is the status of the service's latest response. */
function logOperation(
  { requester, origin, verb }: Operation,
  { answer, ms, outcome }: Result,
  { log, tenantId }: Pick<Workspace, 'log' | 'tenantId'>,
): void {
  const who = { ref: requester.ref, team: tenantId, user: requester.userId, channel: origin.channelId };
  const status = currentTrace()?.status ?? null;
  log.info({ ...who, verb, outcome, answer, status, ms }, 'operation');
}

export interface AuditEntry {
  requester: Requester;
  origin: Pick<Origin, 'channelId'>;
  verb: string;
  /** The command as typed or from the button; null if there is no line, or it may be a secret. */
  line: string | null;
  targets: AuditTarget[];
  /** The plan that the action carries out; absent for none. */
  plan?: string | null;
}

/** For writes that must not be lost, because the event has already happened. They are idempotent. */
const INSIST = retry(handleWhen(isStoreTrouble), {
  maxAttempts: 3,
  backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 2000 }),
});

type Recorder = Pick<Workspace, 'auditLog' | 'context' | 'log' | 'metrics' | 'tenantId'>;

/** A started audit entry. Must be finished. */
interface OpenAuditEntry {
  id: string;
  startedAt: number;
  entry: Pick<AuditEntry, 'requester' | 'origin' | 'verb'>;
}

/** Takes the names of the targets from the account if possible. Never throws. */
export const auditEntryOf = async (
  command: Command,
  { line, origin, requester }: Pick<SlackRequest, 'line' | 'origin' | 'requester'>,
  { context, log }: Recorder,
): Promise<AuditEntry> => ({
  requester,
  origin,
  // A line without a known verb may be anything, even a secret.
  line: isGuess(command) ? null : (line ?? auditLineOf(command)),
  verb: verbOf(command),
  plan: planOf(command),
  targets: await findTargets(command, context).catch((error: unknown) => {
    log.warn({ err: error, ref: requester.ref }, 'names for an audit entry not found');
    return targetsOf(command);
  }),
});

const whoAsked = ({ origin, requester }: Pick<AuditEntry, 'origin' | 'requester'>) => ({
  ref: requester.ref,
  userId: requester.userId,
  channelId: origin.channelId,
  channelName: requester.channelName ?? null,
});

/** Call before the action. @throws store errors; the action must not be carried out then. */
async function startAudit(entry: AuditEntry, workspace: Recorder): Promise<OpenAuditEntry> {
  const { auditLog, context } = workspace;
  const { line, plan, requester, targets, verb } = entry;
  const id = auditLog.newId();
  const startedAt = context.now().getTime();
  try {
    const start = { id, ...whoAsked(entry), verb, line, targets, plan };
    await auditLog.begin(requester.planned ? { ...start, isPlanned: true } : start);
  } catch (error) {
    countNotStarted(entry, context.now().getTime() - startedAt, workspace);
    throw error;
  }
  return { id, startedAt, entry };
}

/** For a request that isn't carried out, because the store is unavailable. */
function countNotStarted(entry: AuditEntry, ms: number, workspace: Recorder): void {
  workspace.metrics.operated(entry.verb, 'failed', ms);
  logOperation(entry, { outcome: 'failed', answer: null, ms }, workspace);
}

/**
 * Runs work whose answer is sent elsewhere, with an audit entry before it and the result after it; if the work throws,
 * it is audited as failed.
 * @param work takes the ID of the entry, and resolves to the result for the audit log and the value for the caller.
 * @throws store errors if the entry can't be written, in which case the work isn't started; and the work's own errors.
 */
export async function audited<T>(
  entry: AuditEntry,
  workspace: Recorder,
  work: (attemptId: string) => Promise<{ result: AuditResult; value: T }>,
): Promise<T> {
  const audit = await startAudit(entry, workspace);
  let result = faultResult();
  try {
    const done = await work(audit.id);
    result = done.result;
    return done.value;
  } finally {
    await endAudit(audit, result, workspace, null);
    workspace.auditLog.answered(entry.requester.ref);
  }
}

/**
 * Counts, logs and audits the result. Never throws: the action is already done, and an entry without a result is shown
 * as interrupted.
 * @param answer the kind of outcome in the answer; null if the answer is sent elsewhere.
 */
async function endAudit(
  { id, startedAt, entry }: OpenAuditEntry,
  result: AuditResult & { changeId?: string | null },
  workspace: Recorder,
  answer: Outcome['kind'] | null,
): Promise<void> {
  const { auditLog, context, log, metrics } = workspace;
  const ms = context.now().getTime() - startedAt;
  const { outcome } = result;
  const status = currentTrace()?.status ?? null;
  metrics.operated(entry.verb, outcome, ms);
  logOperation(entry, { outcome, answer, ms }, workspace);
  try {
    await INSIST.execute(() => auditLog.end(id, { changeId: null, ...result, status, ms }));
  } catch (error) {
    log.error({ err: error, audit: id }, 'end of an audit entry not saved');
  }
}

/** Audits a refusal. Never throws: access is denied either way. */
export async function recordRefusal(
  entry: AuditEntry,
  refusal: Extract<Outcome, { kind: 'refused' }>['refusal'],
  workspace: Recorder,
): Promise<void> {
  const { auditLog, log, metrics } = workspace;
  const { line, requester, targets, verb } = entry;
  metrics.operated(verb, 'refused', 0);
  logOperation(entry, { outcome: 'refused', answer: 'refused', ms: 0 }, workspace);
  const result = auditResultOf({ kind: 'refused', refusal });
  try {
    await auditLog.refuse(
      { id: auditLog.newId(), ...whoAsked(entry), verb, line, targets },
      { ...result, changeId: null, status: null, ms: 0 },
    );
  } catch (error) {
    log.error({ err: error, ref: requester.ref }, 'refusal not saved to the audit log');
  }
}

/** Checks access for an action that isn't a command, and audits a refusal. @returns null if the action is permitted. */
export async function guard(
  entry: AuditEntry,
  requester: Pick<Requester, 'access'>,
  workspace: Recorder,
): Promise<AccessRefusal | null> {
  const refusal = refuseVerb(entry.verb, requester);
  if (refusal) await recordRefusal(entry, refusal, workspace);
  return refusal;
}

/** A change that a request made on the account. */
export interface Recorded {
  /** Its ID in the undo log; null if it couldn't be saved. */
  id: string | null;
  change: Change;
  /** The ID of the change to undo; null if it can't be undone. */
  undo: string | null;
  /** True if undoing the change is a redo, because the change itself was an undo. */
  isRedo: boolean;
  /** The shared message that the change was made from; for an undo, the one that the undone change was made from. */
  shared: SharedMessage | null;
}

/**
 * Writes the change to the undo log. Never throws, because the change is already made. @returns null if nothing
 * changed.
 */
async function recordChange(
  outcome: Outcome,
  { requester, shared: from }: { requester: Requester; shared: SharedMessage | null },
  { context, log }: Workspace,
): Promise<Recorded | null> {
  const change = changeOf(outcome);
  if (!change) return null;
  const shared = from ?? ('shared' in outcome ? outcome.shared : null);
  try {
    const id = randomBytes(8).toString('hex');
    const position = takePosition();
    await INSIST.execute(() => context.undoLog.record(requester.userId, change, { id, position, shared }));
    return { id, change, undo: canBeUndone(change) ? id : null, isRedo: isUndo(change), shared };
  } catch (error) {
    log.error({ err: error, ref: requester.ref }, 'change not saved to the undo log');
    return { id: null, change, undo: null, isRedo: false, shared };
  }
}

/** Counts and logs a request that couldn't be parsed. It isn't audited. */
export function countUnread({ origin, requester }: SlackRequest, workspace: Recorder): void {
  workspace.metrics.operated(null, 'refused', 0);
  logOperation({ requester, origin, verb: null }, { outcome: 'refused', answer: 'refused', ms: 0 }, workspace);
}

/**
 * Runs a request. Changes are audited before and after, and refused if the first audit entry can't be written. Call
 * `auditLog.answered` after the answer is delivered.
 * @param allowed from {@link Allowed.check}.
 * @param request `shared`: the shared message that it came from.
 */
export async function runAudited(
  allowed: Allowed,
  request: Pick<SlackRequest, 'isClaimed' | 'line' | 'origin' | 'redraw' | 'resumes'> & {
    shared: SharedMessage | null;
  },
  workspace: Workspace,
): Promise<{ outcome: Outcome; recorded: Recorded | null }> {
  const { command, requester } = allowed;
  const { line, origin } = request;
  const entry = await auditEntryOf(command, { line, origin, requester }, workspace);
  if (!isAudited(command)) return { outcome: await runAndCount(allowed, entry, workspace), recorded: null };
  // A redelivered change could be made twice unnoticed. It is refused, and the person can retry.
  if (!request.isClaimed) {
    countNotStarted(entry, 0, workspace);
    return NOT_RECORDED;
  }
  let audit: OpenAuditEntry;
  try {
    audit = request.resumes ? { ...request.resumes, entry } : await startAudit(entry, workspace);
  } catch (error) {
    workspace.log.error({ err: error }, 'audit log unavailable, request refused');
    return NOT_RECORDED;
  }
  try {
    const result = await runAllowed(allowed, workspace.context, audit.id);
    const kept = await recordChange(result, { requester, shared: request.shared }, workspace);
    const { outcome, recorded } = await confirmChange(
      result,
      kept,
      { ...request, auditId: audit.id, requester },
      workspace,
    );
    await endAudit(audit, { ...auditResultOf(outcome), changeId: recorded?.undo ?? null }, workspace, outcome.kind);
    return { outcome, recorded };
  } catch (error) {
    await endAudit(audit, faultResult(), workspace, null);
    throw error;
  }
}

const NOT_RECORDED = { outcome: { kind: 'refused', refusal: { why: 'not-recorded' } }, recorded: null } as const;

/** Counts and logs a request that changes nothing. It isn't audited. */
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
