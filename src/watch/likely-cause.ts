import { fold } from '../core/text-matching.ts';
import type { AuditRecord, AuditTarget } from '../store/audit-record.ts';
import type { AccountChange } from './compare.ts';

/**
 * The interrupted request that probably made this change, because it has the same target.
 * @param interrupted newest first.
 */
export const likelyCause = (change: AccountChange, interrupted: readonly AuditRecord[]): AuditRecord | null =>
  interrupted.find(({ targets }) => targets.some((target) => isAbout(change, target))) ?? null;

function isAbout(change: AccountChange, { id, kind, name }: AuditTarget): boolean {
  // The target is a name as typed.
  if (id === null) return name !== null && namesOf(change).some((one) => fold(one) === fold(name));
  return idsOf(change, kind).some((one) => String(one) === id);
}

const namesOf = (change: AccountChange): string[] =>
  change.kind === 'ability-renamed' ? [change.before, change.after] : [change.name];

function idsOf(change: AccountChange, kind: AuditTarget['kind']): (number | null)[] {
  if (kind === 'ability') {
    return 'abilityIds' in change ? change.abilityIds : 'abilityId' in change ? [change.abilityId] : [];
  }
  if (kind === 'installed') {
    if (change.kind === 'ability-new') return change.installed ? [change.installed.id] : [];
    return 'installedIds' in change ? change.installedIds : 'installedId' in change ? [change.installedId] : [];
  }
  return kind === 'agent' && 'agentId' in change ? [change.agentId] : [];
}
