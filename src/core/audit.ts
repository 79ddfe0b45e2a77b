import type { ApprovalRecord } from '../store/approval-record.ts';
import type { AuditTarget } from '../store/audit-record.ts';
import { keyWords } from './access.ts';
import {
  ACCOUNT_TARGET,
  type AuditResult,
  abilityTarget,
  done,
  failed,
  installedTarget,
  NOTHING,
  unchanged,
} from './audit-result.ts';
import { targetsOfSubject } from './features/approvals.ts';
import type { AssignmentResult } from './features/assign.ts';
import type { DeletionResult } from './features/delete.ts';
import { settingsChanges } from './features/settings.ts';
import type { ToggleResult } from './features/toggle.ts';
import type { Outcome, Refusal } from './outcome.ts';

/** How a command ended, as the history keeps it. What only showed or asked something changed nothing. */
export function auditResultOf(outcome: Outcome): AuditResult {
  switch (outcome.kind) {
    case 'toggled': {
      const { enabled, id, name } = outcome;
      return { ...done([installedTarget(id, name)]), before: stateWord(!enabled), after: stateWord(enabled) };
    }
    case 'unchanged': {
      const after = stateWord(outcome.enabled);
      return { ...unchanged([installedTarget(outcome.id, outcome.name)]), before: after, after };
    }
    case 'toggled-several':
      return ofToggles(outcome.results, outcome.enabled);
    case 'triggers-saved': {
      const { difference, id, name } = outcome;
      return {
        ...done([installedTarget(id, name)]),
        before: difference.before.join(', '),
        after: difference.after.join(', '),
      };
    }
    case 'triggers-unchanged':
      return unchanged([installedTarget(outcome.id, outcome.name)]);
    case 'assigned':
      return ofAssignment(outcome.result);
    case 'deleted':
      return { ...done([abilityTarget(outcome.id, outcome.name)]), before: 'on the account', after: 'deleted' };
    case 'still-there':
      return { ...failed('it is still on the account'), targets: [abilityTarget(outcome.id, outcome.name)] };
    case 'maybe-deleted':
      return {
        ...failed('the service did not say whether it is deleted'),
        targets: [abilityTarget(outcome.id, outcome.name)],
      };
    case 'gone-already':
      return unchanged([abilityTarget(outcome.id, null)]);
    case 'deleted-several':
      return ofDeletions(outcome.results);
    case 'undone':
      return { ...auditResultOf(outcome.of), outcome: 'done' };
    case 'export':
      return done([ACCOUNT_TARGET]);
    case 'settings-saved': {
      const changes = settingsChanges(outcome.before, outcome.after);
      const said = (side: 'before' | 'after') => changes.map((one) => `${one.setting}: ${one[side]}`).join('; ');
      return { ...done([SETTINGS]), before: said('before'), after: said('after') };
    }
    case 'settings-unchanged':
      return unchanged([SETTINGS]);
    case 'approval-asked':
      return {
        ...unchanged(targetsOfSubject(outcome.approval.what)),
        why: `waits for approval ${outcome.approval.id}`,
      };
    case 'approved':
      return ofApproval(outcome.approval, auditResultOf(outcome.of));
    case 'declined': {
      const { askedBy, decidedBy, what } = outcome.approval;
      const after = decidedBy === askedBy ? 'withdrawn' : 'declined';
      return { ...done(targetsOfSubject(what)), before: 'waiting for approval', after };
    }
    case 'approval-over': {
      const { state, what } = outcome.approval;
      return { ...unchanged(targetsOfSubject(what)), why: state === 'waiting' ? 'expired' : `${state} already` };
    }
    case 'replacing':
      return done([{ kind: 'upload', id: outcome.uploadId, name: outcome.name }]);
    case 'upload-past':
      return {
        ...unchanged([{ kind: 'upload', id: outcome.uploadId, name: outcome.name }]),
        why: 'the upload was past that',
      };
    case 'connected': {
      const before = outcome.before ? keyWords(outcome.before.lastFour) : 'not connected';
      return { ...done([ACCOUNT_TARGET]), before, after: keyWords(outcome.lastFour) };
    }
    case 'disconnected':
      return { ...done([ACCOUNT_TARGET]), before: keyWords(outcome.lastFour), after: 'not connected' };
    case 'refused':
      return { ...NOTHING, outcome: 'refused', why: reasonOf(outcome.refusal) };
    case 'trouble':
      return failed(outcome.effect === 'unknown' ? `${outcome.error.kind}, effect unknown` : outcome.error.kind);
    default:
      return unchanged([]);
  }
}

/** In a few words; the person was told more. */
const reasonOf = (refusal: Refusal): string =>
  refusal.why === 'role-missing' ? `needs the role ${refusal.needed}` : refusal.why.replaceAll('-', ' ');
const SETTINGS: AuditTarget = { kind: 'setting', id: null, name: 'settings' };
const stateWord = (enabled: boolean) => (enabled ? 'enabled' : 'disabled');

/** Done when at least one was switched: what the others say stands in `why`. */
function ofToggles(results: readonly ToggleResult[], enabled: boolean): AuditResult {
  const targets = results.map((result) => {
    if (result.kind === 'refused') return installedTarget(null, result.asked);
    return installedTarget(result.kind === 'trouble' ? null : result.id, result.name);
  });
  const count = (kind: ToggleResult['kind']) => results.filter((result) => result.kind === kind).length;
  const [switched, refused, troubled] = [count('toggled'), count('refused'), count('trouble')];
  const why = [
    refused > 0 ? `${refused} refused` : null,
    troubled > 0 ? `${troubled} failed` : null,
    count('needs-trigger-words') > 0 ? `${count('needs-trigger-words')} without trigger words` : null,
  ].filter((part) => part !== null);
  return {
    outcome: switched > 0 ? 'done' : troubled > 0 ? 'failed' : refused > 0 ? 'refused' : 'unchanged',
    why: why.length > 0 ? why.join(', ') : null,
    targets,
    before: switched > 0 ? stateWord(!enabled) : null,
    after: switched > 0 ? stateWord(enabled) : null,
  };
}

/** Of the one who approved, with who had asked. */
function ofApproval({ askedBy, what }: ApprovalRecord, result: AuditResult): AuditResult {
  return {
    ...result,
    targets: targetsOfSubject(what),
    why: [`asked by ${askedBy}`, ...(result.why === null ? [] : [result.why])].join(', '),
  };
}

function ofAssignment({ abilityIds, agent, before, confirmed }: AssignmentResult): AuditResult {
  const list = (ids: readonly number[]) => (ids.length === 0 ? 'no Abilities' : ids.map((id) => `id:${id}`).join(', '));
  return {
    outcome: confirmed === 'no' ? 'failed' : 'done',
    why: confirmed === 'no' ? 'the service does not show this list' : null,
    targets: [{ kind: 'agent', id: String(agent.id), name: agent.name }],
    before: before === null ? null : list(before),
    after: list(abilityIds),
  };
}

function ofDeletions(results: readonly DeletionResult[]): AuditResult {
  const left = results.filter(({ fate }) => fate === 'still-there' || fate === 'unknown').length;
  const deleted = results.some(({ fate }) => fate === 'deleted');
  return {
    outcome: deleted ? 'done' : left > 0 ? 'failed' : 'unchanged',
    why: left > 0 ? `${left} not confirmed` : null,
    targets: results.map(({ id, name }) => abilityTarget(id, name)),
    before: deleted ? 'on the account' : null,
    after: deleted ? 'deleted' : null,
  };
}

// moved: re-exported until the Slack side follows
export { type AuditResult, faultResult } from './audit-result.ts';
export { settingsChanges } from './features/settings.ts';
export { targetsOf } from './registry.ts';
