import type { Ability, AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { Change } from '../../../store/undo-record.ts';
import type { AgentsWith } from '../../agents.ts';
import { type AuditResult, abilityTarget, done, failed, refTarget, unchanged } from '../../audit-result.ts';
import type { CatalogEntry } from '../../catalog.ts';
import { explainsByName, nameOrCount } from '../../change.ts';
import type { Command } from '../../command.ts';
import { type Feature, type Run, SHOWS } from '../../feature.ts';
import { findListed } from '../../lookup.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import { type AbilityRef, MAX_AT_ONCE, parseAbilityRefs } from '../../references.ts';
import { theService } from '../../service-name.ts';
import { askOnce } from '../approvals/ask-once.ts';
import { APPROVALS_UNREAD, isApprovalNeeded, readApprovals } from '../approvals/needed.ts';
import { chooseToDelete, type DeletionChoice } from './choose.ts';
import { deleteAbility, deleteSeveral } from './delete-abilities.ts';
import type { LastDeletion } from './last-deletion.ts';
import { askBeforeDelete, askBeforeDeletingSeveral } from './question.ts';

/**
 * `waits`: the confirmation said that a second admin has to approve it. `inForm`: the Abilities were chosen in a form,
 * which also shows the confirmation.
 */
export type DeleteCommand = {
  verb: 'delete';
  targets: AbilityRef[];
  confirmed: boolean;
  waits?: true;
  inForm?: true;
};

export type DeleteRefusal = { why: 'no-ability-record'; entry: CatalogEntry };

export type DeleteOutcome =
  /** For a command without a name. */
  | { kind: 'delete-choice'; items: DeletionChoice[] }
  /** `waits`: a second admin has to approve it. */
  | ({ kind: 'delete-question'; waits?: true } & DeletionItem)
  /** `refused`: the ones that can't be deleted. `waits`: all of them wait for approval, as they share one request. */
  | { kind: 'delete-several-question'; items: DeletionItem[]; refused: Refusal[]; waits?: true }
  | ({ kind: 'deleted' } & DeletedItem)
  | { kind: 'still-there' | 'maybe-deleted'; name: string; id: AbilityId }
  /** `since`: who deleted it, added by the Slack side; absent if unknown. */
  | { kind: 'gone-already'; id: AbilityId; since?: LastDeletion }
  | { kind: 'deleted-several'; results: DeletionResult[] };

type Deleted = Extract<Change, { kind: 'deleted' }>;
export type DeletedItem = Deleted['items'][number];

/** An Ability to be deleted, and the Agents that have it. */
export interface DeletionItem extends AgentsWith {
  entry: CatalogEntry;
  ability: Ability;
}

/** `name` is null if the Ability was already gone. */
export interface DeletionResult {
  id: AbilityId;
  name: string | null;
  fate: 'deleted' | 'still-there' | 'unknown' | 'gone-already';
  installedIds?: InstalledAbilityId[];
}

export type DeletionOutcome = Extract<
  Outcome,
  { kind: 'deleted' | 'still-there' | 'maybe-deleted' | 'gone-already' | 'deleted-several' }
>;

/** A choice, or a confirmation for several, needs room for all of their names. */
const isAskedInForm = ({ inForm, targets }: Pick<DeleteCommand, 'inForm' | 'targets'>): boolean =>
  inForm === true || targets.length !== 1;

/** Title of the form that confirms this many deletes. */
export const deleteTitle = (count: number): string => (count === 1 ? 'Delete an Ability' : 'Delete Abilities');

export const deleteFeature: Feature<DeleteCommand, DeleteOutcome, Deleted> = {
  verbs: {
    delete: {
      doing: 'Deleting',
      group: 'Change',
      role: 'admin',
      action: 'delete Abilities',
      argument: '[name, …]',
      summary: 'Permanently delete Abilities, after confirmation.',
      examples: ['delete Weather', 'delete Weather, Radio', 'delete'],
      homeLabel: 'Delete…',
      tryLine: 'delete',
      read: (argument) => ({ verb: 'delete', targets: parseAbilityRefs(argument), confirmed: false }),
    },
  },
  commands: {
    delete: {
      changes: ({ confirmed }) => confirmed,
      targets: ({ targets }) => targets.map(refTarget),
      ofAnyAccount: ({ targets }) => targets.length === 0,
      nextAction: () => ({ verb: 'delete' }),
      complete: (command, { sure, waits }) => (sure ? { ...command, confirmed: true, waits } : command),
      form: (command) => (!command.confirmed && isAskedInForm(command) ? deleteTitle(command.targets.length) : null),
      run: (command, run) => deleteTargets(command, run),
    },
  },
  outcomes: {
    'delete-choice': SHOWS,
    'delete-question': SHOWS,
    'delete-several-question': SHOWS,
    deleted: {
      audit: ({ id, name }) => ({ ...done([abilityTarget(id, name)]), before: 'on the account', after: 'deleted' }),
      change: (outcome) => ({ kind: 'deleted', items: [itemOf(outcome)] }),
    },
    'still-there': {
      audit: ({ id, name }) => ({ ...failed('it is still on the account'), targets: [abilityTarget(id, name)] }),
      change: null,
    },
    'maybe-deleted': {
      audit: ({ id, name }) => ({
        ...failed(`${theService()} didn't confirm the deletion`),
        targets: [abilityTarget(id, name)],
      }),
      change: null,
    },
    'gone-already': { audit: ({ id }) => unchanged([abilityTarget(id, null)]), change: null },
    'deleted-several': {
      audit: ({ results }) => auditDeletions(results),
      change: ({ results }) => {
        const items = results.flatMap((result) =>
          result.fate === 'deleted' ? [itemOf({ ...result, name: result.name ?? `ID ${result.id}` })] : [],
        );
        return items.length > 0 ? { kind: 'deleted', items } : null;
      },
    },
  },
  records: {
    deleted: {
      name: ({ items }) => nameOrCount(items),
      things: () => [],
      agentList: () => null,
      undo: null,
      // The service client already reads the result of each delete.
      compare: null,
      abilities: ({ items }) => items.map(({ id }) => id),
      isAbout: () => false,
      isTemporary: false,
      explains: ({ items }, one, earlierList) => items.some((item) => explainsByName(item, one, earlierList)),
      replay: ({ items }, account) => {
        for (const { id, name } of items) account.delete(id, name);
      },
    },
  },
};

const itemOf = ({ id, installedIds, name }: DeletedItem): DeletedItem =>
  installedIds ? { id, name, installedIds } : { id, name };

/**
 * Requests an approval if one is needed. If any of these Abilities needs one, all of them wait, because they share one
 * request. Null if they may be deleted immediately.
 * @throws service client errors; nothing is deleted if the lists can't be read.
 */
async function askToDelete(
  ids: readonly AbilityId[],
  run: Pick<Run, 'attemptId' | 'context' | 'requester'>,
): Promise<Outcome | null> {
  const { context } = run;
  const chosen = await readApprovals(context);
  if (chosen === null) return APPROVALS_UNREAD;
  if (!isApprovalNeeded(chosen, 'delete', { isEnabled: true })) return null;
  const abilities = await findListed(ids, context);
  const isEnabled = abilities.some(({ enabled }) => enabled);
  if (abilities.length === 0 || !isApprovalNeeded(chosen, 'delete', { isEnabled })) return null;
  return askOnce(
    { kind: 'delete', abilities },
    (earlier) =>
      earlier.kind === 'delete' && abilities.every(({ id }) => earlier.abilities.some((one) => one.id === id)),
    run,
  );
}

/**
 * Deletes, or asks for confirmation; without a target, asks which. Only confirmed IDs are deleted; a confirmed name is
 * asked about again. Also asks again if the person confirmed a request for approval and no approval is needed anymore:
 * they haven't agreed to an immediate delete.
 */
async function deleteTargets(
  { confirmed, inForm, targets, waits }: Extract<Command, { verb: 'delete' }>,
  run: Run,
): Promise<Outcome> {
  const { context } = run;
  const [target] = targets;
  if (!target) return chooseToDelete(context);
  if (targets.length > MAX_AT_ONCE) {
    return { kind: 'refused', refusal: { why: 'too-many', what: 'Abilities', max: MAX_AT_ONCE } };
  }
  const ids = [...new Set(targets.flatMap((ref) => (ref.by === 'ability' ? [ref.id] : [])))];
  const isSure = confirmed && targets.every(({ by }) => by === 'ability');
  const waiting = isSure ? await askToDelete(ids, run) : null;
  if (waiting) return waiting;
  const isAgreed = isSure && !waits;
  if (!isAgreed) {
    return isAskedInForm({ inForm, targets })
      ? askBeforeDeletingSeveral(targets, context)
      : askBeforeDelete(target, context);
  }
  const [id] = ids;
  return ids.length === 1 && id !== undefined ? deleteAbility(id, context) : deleteSeveral(ids, context);
}

function auditDeletions(results: readonly DeletionResult[]): AuditResult {
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
