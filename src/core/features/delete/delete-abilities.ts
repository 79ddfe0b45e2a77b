import { type Ability, type AbilityId, mayBeListed } from '@abilities-bot/service-api';
import type { DeletionFate, DeletionReport, ServiceClient } from '../../../service/client.ts';
import { isServiceError, leavesOutcomeOpen } from '../../../service/errors.ts';
import { joinLists } from '../../lookup.ts';
import { MAY_BE_CACHED, MAY_BE_PARTIAL, type OperationContext } from '../../operation-context.ts';
import type { DeletedItem, DeletionOutcome, DeletionResult } from './delete.ts';

/**
 * Lists the Abilities right before a delete. Unreadable rows of other Abilities don't matter.
 * @throws service client errors, also if an unreadable row may be one of these, because then it still exists.
 */
async function listToDelete(
  ids: readonly AbilityId[],
  { service }: Pick<OperationContext, 'service'>,
): Promise<Ability[]> {
  const abilities = await service.listAbilities(MAY_BE_PARTIAL);
  const listed = new Set(abilities.map(({ id }) => id));
  const mayBe = mayBeListed(abilities);
  return ids.every((id) => listed.has(id) || !mayBe(id)) ? abilities : service.listAbilities();
}

/**
 * {@link listToDelete}, and the installed records of each Ability: their buttons may be clicked later, and the undo log
 * then has to find the deletion. Absent if there are none, or if they can't be read.
 */
async function listWithInstalled(ids: readonly AbilityId[], context: OperationContext) {
  const [abilities, rows] = await Promise.all([
    listToDelete(ids, context),
    context.service.listInstalledAbilities(MAY_BE_CACHED).catch((error: unknown) => {
      if (isServiceError(error)) return null;
      throw error;
    }),
  ]);
  const entries = rows ? joinLists(abilities, rows, context).entries : [];
  const installedOf = (id: AbilityId): Pick<DeletedItem, 'installedIds'> => {
    const installedIds = entries.flatMap(({ ability, installed }) =>
      ability?.id === id && installed ? [installed.id] : [],
    );
    return installedIds.length > 0 ? { installedIds } : {};
  };
  return { abilities, installedOf };
}

/**
 * Deletes an Ability after confirmation (endpoint 8). Uses the ID from the confirmation, never the name, because
 * another Ability may have that name by now. The list, read afterward, shows the result.
 */
export async function deleteAbility(id: AbilityId, context: OperationContext): Promise<DeletionOutcome> {
  const { service, assignments, locks } = context;
  return locks.alone(`ability:${id}`, async () => {
    const { abilities, installedOf } = await listWithInstalled([id], context);
    const ability = abilities.find((row) => row.id === id);
    if (!ability) return { kind: 'gone-already', id };
    const { name } = ability;
    const fate = await learnFate(id, service);
    if (fate === 'deleted') {
      await assignments.deleteAbility(id);
      return { kind: 'deleted', name, id, ...installedOf(id) };
    }
    return { kind: fate === 'still-there' ? 'still-there' : 'maybe-deleted', name, id };
  });
}

/** After a lost response, an Ability that is still listed may be removed a moment later, so its fate is unknown. */
async function learnFate(id: AbilityId, service: ServiceClient): Promise<DeletionFate> {
  try {
    return (await service.deleteAbilities([id])).get(id) ?? 'unknown';
  } catch (error) {
    if (leavesOutcomeOpen(error)) return 'unknown';
    throw error;
  }
}

/** Calls endpoint 8 once for all that still exist. The list, read afterward, shows the results. */
export async function deleteSeveral(ids: readonly AbilityId[], context: OperationContext): Promise<DeletionOutcome> {
  return holdAll(ids, context, async () => {
    const { abilities, installedOf } = await listWithInstalled(ids, context);
    const listed = new Map(abilities.map((ability) => [ability.id, ability]));
    const present = ids.flatMap((id) => listed.get(id) ?? []);
    const report = present.length > 0 ? await deleteListed(present, context) : new Map();
    const results = ids.map((id): DeletionResult => {
      const name = listed.get(id)?.name ?? null;
      return { id, name, fate: name === null ? 'gone-already' : (report.get(id) ?? 'unknown'), ...installedOf(id) };
    });
    for (const { fate, id } of results) if (fate === 'deleted') await context.assignments.deleteAbility(id);
    return { kind: 'deleted-several', results };
  });
}

/** After a lost response, an Ability that is still listed may be removed a moment later, so its fate is unknown. */
async function deleteListed(abilities: readonly Ability[], { service }: OperationContext): Promise<DeletionReport> {
  try {
    return await service.deleteAbilities(abilities.map(({ id }) => id));
  } catch (error) {
    if (leavesOutcomeOpen(error)) return new Map();
    throw error;
  }
}

/** Takes the locks in a fixed order to avoid a deadlock. */
function holdAll<T>(ids: readonly AbilityId[], { locks }: OperationContext, task: () => Promise<T>): Promise<T> {
  const inOrder = [...ids].sort((a, b) => b - a);
  const held = inOrder.reduce((inner, id) => () => locks.alone(`ability:${id}`, inner), task);
  return held();
}

/** True if it is known that every Ability still exists. */
export const deletedNothing = (outcome: DeletionOutcome): boolean =>
  outcome.kind === 'deleted-several'
    ? outcome.results.every(({ fate }) => fate === 'still-there')
    : outcome.kind === 'still-there';
