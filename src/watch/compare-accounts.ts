import { compareNames } from '../core/catalog.ts';
import type { AccountChange } from './account-change.ts';
import { type AccountSnapshot, byId } from './account-snapshot.ts';
import { compareInstalled } from './compare-installed.ts';
import { findNewDuplicates } from './find-new-duplicates.ts';

/**
 * What is different in `after`: what came and went first, each kind by name. What belongs together is told once: an
 * installed record that comes or goes with its Ability is part of that.
 */
export function compareAccounts(before: AccountSnapshot, after: AccountSnapshot): AccountChange[] {
  return [
    ...compareAbilities(before, after),
    ...compareInstalled(before, after),
    ...findNewDuplicates(before, after),
    ...compareAgents(before, after),
  ];
}

function compareAbilities(before: AccountSnapshot, after: AccountSnapshot): AccountChange[] {
  const [had, has] = [byId(before.abilities), byId(after.abilities)];
  const rowOf = new Map(after.installed.map((row) => [row.abilityId, row]));
  const changes = [...after.abilities].sort(compareNames).flatMap(({ id: abilityId, name }): AccountChange[] => {
    const old = had.get(abilityId);
    if (old?.name === name) return [];
    if (old) return [{ kind: 'ability-renamed', abilityId, before: old.name, after: name }];
    const row = rowOf.get(abilityId);
    return [{ kind: 'ability-new', abilityId, name, installed: row ? { id: row.id, enabled: row.enabled } : null }];
  });
  const gone = before.abilities.filter(({ id }) => !has.has(id)).sort(compareNames);
  return [
    ...changes.filter(({ kind }) => kind === 'ability-new'),
    ...gone.map(({ id, name }): AccountChange => ({ kind: 'ability-gone', abilityId: id, name })),
    ...changes.filter(({ kind }) => kind === 'ability-renamed'),
  ];
}

function compareAgents({ agents: before }: AccountSnapshot, { agents: after }: AccountSnapshot): AccountChange[] {
  const [had, has] = [byId(before), byId(after)];
  const tell = (kind: 'agent-new' | 'agent-gone', agents: AccountSnapshot['agents']) =>
    agents.sort(compareNames).map(({ id, name }): AccountChange => ({ kind, agentId: id, name }));
  return [
    ...tell(
      'agent-new',
      after.filter(({ id }) => !had.has(id)),
    ),
    ...tell(
      'agent-gone',
      before.filter(({ id }) => !has.has(id)),
    ),
  ];
}
