import type { Ability, ListedRelease, ReleaseId } from '@abilities-bot/service-api';
import { leavesOutcomeOpen } from '../../../service/errors.ts';
import type { Difference } from '../../../store/difference-record.ts';
import type { Change } from '../../../store/undo-record.ts';
import { type ChangeRows, type Comparison, codeOfAbility, type ShownAccount } from '../../change.ts';
import type { Run } from '../../feature.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { askOnce } from '../approvals/ask-once.ts';
import { APPROVALS_UNREAD, isApprovalNeeded, readApprovals } from '../approvals/needed.ts';

export type ReleaseEnabled = Extract<Change, { kind: 'release-enabled' }>;

type Named = Pick<Ability, 'id' | 'name'>;

export const versionOf = ({ id, version }: ListedRelease): string => String(version ?? id);

export const releaseEnabled = ({ id: abilityId, name }: Named, release: ListedRelease): ReleaseEnabled => ({
  kind: 'release-enabled',
  abilityId,
  name,
  releaseId: release.id,
  version: versionOf(release),
});

/**
 * Enables a release after confirmation, or requests an approval if one is needed.
 * @param id as typed, so it may belong to another Ability.
 */
export async function chooseRelease(
  ability: Named,
  id: ReleaseId,
  confirmed: boolean,
  run: Pick<Run, 'attemptId' | 'context' | 'requester'>,
): Promise<Outcome> {
  const { context } = run;
  const chosen = await readApprovals(context);
  if (chosen === null) return APPROVALS_UNREAD;
  const waits = isApprovalNeeded(chosen, 'update', { isEnabled: true });
  if (confirmed && !waits) return enableRelease(ability, id, context);
  const to = await findRelease(ability, id, context);
  if (!to) return noVersion(ability);
  if (!confirmed) return { kind: 'rollback-question', ability, to, inPlace: null, waits: waits || undefined };
  const { id: abilityId, name } = ability;
  return askOnce(
    { kind: 'release', abilityId, name, releaseId: id, version: versionOf(to) },
    (earlier) => earlier.kind === 'release' && earlier.releaseId === id,
    run,
  );
}

/** Refuses a release of another Ability. */
export const enableRelease = (ability: Named, id: ReleaseId, context: OperationContext): Promise<ReleaseOutcome> =>
  context.locks.alone(`ability:${ability.id}`, () => enable(ability, id, context));

type ReleaseOutcome = Extract<Outcome, { kind: 'release-enabled' | 'refused' }>;

/** Holds the lock until the last version sent is set aside, so that no other process sends one in between. */
async function enable(ability: Named, id: ReleaseId, context: OperationContext): Promise<ReleaseOutcome> {
  const { service, versions } = context;
  const release = await findRelease(ability, id, context);
  if (!release) return noVersion(ability);
  try {
    await service.enableRelease(id);
  } catch (error) {
    // After a lost response, a later read of the list of releases shows the result.
    if (!leavesOutcomeOpen(error)) throw error;
  }
  await versions.setAside(ability.name);
  return { kind: 'release-enabled', ability, release };
}

async function findRelease(
  { id: abilityId }: Named,
  id: ReleaseId,
  { service }: OperationContext,
): Promise<ListedRelease | undefined> {
  return (await service.listReleases(abilityId))?.find((one) => one.id === id);
}

const noVersion = ({ id, name }: Named) => ({ kind: 'refused', refusal: { why: 'no-version', name, id } }) as const;

export const releaseRecords: ChangeRows<ReleaseEnabled> = {
  'release-enabled': {
    name: ({ name }) => name,
    things: ({ abilityId }) => [codeOfAbility(abilityId)],
    agentList: () => null,
    // The other releases can be enabled in the Ability's list of versions.
    undo: null,
    compare: compareRelease,
    // The watch doesn't read releases.
    abilities: null,
    isAbout: ({ abilityId }, { ability }) => ability?.id === abilityId,
    isTemporary: false,
    explains: ({ abilityId, releaseId }, one) =>
      one.kind === 'release' && one.abilityId === abilityId && one.releaseId !== releaseId,
    replay: () => {},
  },
};

async function compareRelease(change: ReleaseEnabled, { releasesOf }: ShownAccount): Promise<Comparison> {
  const { abilityId, name, releaseId, version } = change;
  const isEnabled = (await releasesOf(abilityId))?.find(({ id }) => id === releaseId)?.isEnabled ?? null;
  if (isEnabled === true) return { differences: [], left: change };
  const isSaid = isEnabled !== null;
  const difference: Difference = { kind: 'release', isSaid, isOld: true, abilityId, name, releaseId, version };
  return { differences: [difference], left: isSaid ? null : change };
}
