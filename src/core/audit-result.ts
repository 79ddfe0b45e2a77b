import type { AuditTarget, NewAuditEnd } from '../store/audit-record.ts';
import type { AbilityRef, AgentRef } from './references.ts';

/** An outcome as stored in the audit log, without time and person. */
export type AuditResult = Pick<
  NewAuditEnd,
  'outcome' | 'why' | 'targets' | 'before' | 'after' | 'found' | 'request' | 'folds' | 'plan'
>;

export const NOTHING = { why: null, targets: [], before: null, after: null };

export const done = (targets: AuditTarget[]): AuditResult => ({ ...NOTHING, outcome: 'done', targets });

export const unchanged = (targets: AuditTarget[]): AuditResult => ({ ...NOTHING, outcome: 'unchanged', targets });

export const failed = (why: string): AuditResult => ({ ...NOTHING, outcome: 'failed', why });

/** For an internal error, whose effect is unknown. */
export const faultResult = (): AuditResult => failed('internal error');

export const installedTarget = (id: number | null, name: string): AuditTarget => ({
  kind: 'installed',
  id: id === null ? null : String(id),
  name,
});

export const abilityTarget = (id: number, name: string | null): AuditTarget => ({
  kind: 'ability',
  id: String(id),
  name,
});

export const agentTarget = (id: number, name: string | null): AuditTarget => ({ kind: 'agent', id: String(id), name });

export const ACCOUNT_TARGET: AuditTarget = { kind: 'account', id: null, name: null };

export function refTarget(ref: AbilityRef): AuditTarget {
  if (ref.by === 'name') return { kind: 'ability', id: null, name: ref.name };
  return { kind: ref.by, id: String(ref.id), name: null };
}

export const agentRefTarget = (ref: AgentRef): AuditTarget =>
  ref.by === 'name' ? { kind: 'agent', id: null, name: ref.name } : agentTarget(ref.id, null);
