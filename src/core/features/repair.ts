import { type AbilityId, type AgentId, mayBeListed } from '@abilities-bot/service-api';
import { leavesOutcomeOpen } from '../../service/errors.ts';
import type { Difference } from '../../store/difference-record.ts';
import type { Change } from '../../store/undo-record.ts';
import { agentRefTarget, agentTarget, done, installedTarget, refTarget } from '../audit-result.ts';
import {
  type ChangedAgentList,
  type ChangeVerdict,
  type Comparison,
  explainsList,
  listOfAgent,
  type ShownAccount,
  stateOfInstalled,
} from '../change.ts';
import type { Feature } from '../feature.ts';
import { explainGone, findInstalled, missingRow, readInstalledRow } from '../lookup.ts';
import { MAY_BE_PARTIAL, type OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { type AbilityRef, type AgentRef, parseAbilityRef, parseAgentRef, unquote } from '../references.ts';
import { theService } from '../service-name.ts';
import { listedWords, missingWords } from '../trigger-words.ts';
import { openAssignForm } from './assign/assign.ts';
import { type AssignmentRun, compareAssignment, hasSame, saveAssignment } from './assign/change-assignment.ts';

/** Saves an Ability's trigger words, or an Agent's Abilities, again. */
export type RepairCommand = { verb: 'repair'; target: AbilityRef | Extract<AgentRef, { by: 'agent' }> };

type Repaired = Extract<Change, { kind: 'repaired' }>;

export type RepairOutcome =
  | { kind: 'repaired'; what: Repaired['what'] }
  /** The service reported `of` as done, but the account doesn't show it. */
  | { kind: 'unconfirmed'; of: Outcome; verdict: ChangeVerdict }
  /** The last check of a change that was not confirmed at first; `verdict` is null if it is confirmed now. */
  | { kind: 'rechecked'; change: Change; verdict: ChangeVerdict | null };

export const repairFeature: Feature<RepairCommand, RepairOutcome, Repaired> = {
  verbs: {
    repair: {
      doing: 'Repairing',
      group: 'Change',
      role: 'editor',
      action: 'repair Abilities',
      argument: '<name>',
      summary: "Repair an installed Ability's trigger words, or save an Agent's Abilities again.",
      examples: ['repair Weather', 'repair agent:301'],
      homeLabel: 'Repair an Ability…',
      tryLine: 'check',
      read: (argument) => {
        const agent = parseAgentRef(argument.trim());
        return { verb: 'repair', target: agent.by === 'agent' ? agent : parseAbilityRef(unquote(argument)) };
      },
    },
  },
  commands: {
    repair: {
      changes: true,
      targets: ({ target }) => [target.by === 'agent' ? agentRefTarget(target) : refTarget(target)],
      run: ({ target }, run) =>
        target.by === 'agent' ? repairAgent(target.id, run) : repairInstalled(target, run.context),
    },
  },
  outcomes: {
    repaired: {
      audit: ({ what }) =>
        done([what.kind === 'agent' ? agentTarget(what.agentId, what.name) : installedTarget(what.id, what.name)]),
      change: ({ what }) => ({ kind: 'repaired', what }),
    },
    unconfirmed: {
      audit: ({ of, verdict }, auditOf) => ({
        ...auditOf(of),
        outcome: 'unconfirmed',
        found: differenceText(verdict.differences),
      }),
      change: ({ of }, changeOf) => changeOf(of),
    },
    rechecked: {
      audit: ({ verdict }) =>
        verdict
          ? { ...done([]), outcome: 'unconfirmed', found: differenceText(verdict.differences) }
          : { ...done([]), found: null },
      change: null,
    },
  },
  records: {
    repaired: {
      name: ({ what }) => what.name,
      things: ({ what }) => [what.kind === 'agent' ? listOfAgent(what.agentId) : stateOfInstalled(what.id)],
      // It saves a list again that was chosen before.
      agentList: () => null,
      undo: null,
      compare: compareRepair,
      abilities: null,
      isAbout: ({ what }, { installed }) => what.kind === 'installed' && what.id === installed?.id,
      isTemporary: false,
      explains: ({ what }, one) =>
        what.kind === 'agent' &&
        explainsList(
          what.agentId,
          what.abilities.map(({ id }) => id),
          one,
        ),
      replay: ({ what }, account) => {
        if (what.kind === 'agent')
          account.assign(
            null,
            what.abilities.map(({ id }) => id),
          );
      },
    },
  },
};

/**
 * Calls endpoint 7 with the row's own trigger words and state, which makes them work (service notes, "success").
 */
async function repairInstalled(target: AbilityRef, context: OperationContext): Promise<Outcome> {
  const found = await findInstalled(target, context);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const { id } = found.row;
  return context.locks.alone(`installed:${id}`, async () => {
    const row = await readInstalledRow(id, context);
    if (!row) return explainGone(id, context);
    const { enabled, name, triggerWords } = row;
    if (triggerWords.length === 0) return { kind: 'needs-trigger-words', row, wanted: enabled ? 'enable' : 'disable' };
    try {
      await context.service.setInstalledAbility(row, { enabled, triggerWords, isForAgents: true });
    } catch (error) {
      if (!leavesOutcomeOpen(error)) throw error;
      return { kind: 'trouble', error, effect: 'unknown' };
    }
    return { kind: 'repaired', what: { kind: 'installed', id, name, words: triggerWords } };
  });
}

/** How many recent changes are searched for the Agent's last requested list. */
const RECENT = 100;

/** Saves an Agent's list again, which installs its Abilities. */
async function repairAgent(agentId: AgentId, run: AssignmentRun): Promise<Outcome> {
  const wanted = await wantedList(agentId, run);
  if (!wanted) return openAssignForm({ agent: { by: 'agent', id: agentId } }, run.context);
  const outcome = await saveAssignment(agentId, wanted, run);
  if (outcome.kind !== 'assigned') return outcome;
  const { abilityIds, abilityNames, agent } = outcome.result;
  const abilities = abilityIds.map((id, at) => ({ id, name: abilityNames[at] ?? '' }));
  return { kind: 'repaired', what: { kind: 'agent', agentId, name: agent.name, abilities } };
}

/**
 * The list that was last requested from Slack, or the current one if somebody has changed it since; without deleted
 * Abilities. Null if neither is known.
 */
async function wantedList(agentId: AgentId, run: AssignmentRun): Promise<AbilityId[] | null> {
  const { assignments, service } = run.context;
  const [agents, abilities, last] = await Promise.all([
    service.listAgents(MAY_BE_PARTIAL),
    service.listAbilities(MAY_BE_PARTIAL),
    findLastList(agentId, run),
  ]);
  const isOnAccount = mayBeListed(abilities);
  const still = (ids: readonly AbilityId[]) => ids.filter(isOnAccount);
  const agent = agents.find(({ id }) => id === agentId);
  const known = agent && (await assignments.of(agent));
  const current = known && known.known !== 'no' ? still(known.abilityIds) : null;
  if (!last) return current;
  const { after, asked = after, before } = last;
  const isAsLeft = (ids: readonly AbilityId[] | null) =>
    ids !== null && current !== null && hasSame(still(ids), current);
  return current === null || [after, asked, before].some(isAsLeft) ? still(asked) : current;
}

async function findLastList(agentId: AgentId, { changes, context }: AssignmentRun): Promise<ChangedAgentList | null> {
  for (const { change, undoneBy } of await context.undoLog.recent(RECENT)) {
    const list = changes.agentListOf(change);
    if (list?.agentId === agentId && undoneBy === null) return list;
  }
  return null;
}

async function compareRepair(change: Repaired, shown: ShownAccount): Promise<Comparison> {
  const { what } = change;
  if (what.kind === 'agent') {
    const { abilities, agentId, name } = what;
    const after = abilities.map(({ id }) => id);
    const assigned = { kind: 'assigned', agentId, agentName: name, before: null, after, added: abilities } as const;
    return { ...(await compareAssignment(assigned, shown)), left: change };
  }
  const { id, name, words = [] } = what;
  const rows = await shown.rows();
  const row = rows.find((one) => one.id === id);
  if (!row) return { differences: [missingRow(rows, id, name)], left: change };
  const missing = missingWords(words, listedWords(row, rows) ?? words);
  const differences: Difference[] = [];
  if (row.isForAgents === false) differences.push({ kind: 'cannot-fire', id, name, isOld: true });
  if (missing.length > 0) differences.push({ kind: 'words', id, name, missing, kept: [], isOld: false });
  return { differences, left: change };
}

/** What the account shows instead, as unescaped plain text. */
export const differenceText = (differences: readonly Difference[]): string =>
  [...new Set(differences.map(textOf))].join('; ');

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ');

function textOf(difference: Difference): string {
  switch (difference.kind) {
    case 'gone':
      return `${difference.name} is no longer installed`;
    case 'state':
      return `${difference.name} is still ${difference.enabled ? 'enabled' : 'disabled'}`;
    case 'words': {
      const { kept, missing, name } = difference;
      const not = missing.length > 0 ? `${name} doesn't have ${quoted(missing)}` : '';
      const still = kept.length > 0 ? `${name} still has ${quoted(kept)}` : '';
      return [not, still].filter((part) => part !== '').join('; ');
    }
    case 'cannot-fire':
      return `${difference.name}'s trigger words don't work, because it isn't installed for Agents`;
    case 'uninstalled':
      return `${difference.name} isn't installed`;
    case 'agent-list':
      return difference.isOld
        ? `${difference.agentName} still has its previous Abilities`
        : `${difference.agentName} has different Abilities`;
    case 'release':
      return difference.isSaid
        ? `${difference.name} isn't running release ${difference.version}`
        : `${theService()} doesn't say whether ${difference.name} is running release ${difference.version}`;
    case 'unread':
      return "the account can't be read";
  }
}
