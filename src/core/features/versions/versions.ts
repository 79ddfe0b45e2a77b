import { type Ability, type AbilityId, type ListedRelease, ReleaseId } from '@abilities-bot/service-api';
import { hasGrown } from '../../../store/code-facts-record.ts';
import type { ApprovalChoice } from '../../../store/settings-record.ts';
import { shortDigest, type Version } from '../../../store/version-record.ts';
import { abilityTarget, done, refTarget } from '../../audit-result.ts';
import type { CatalogEntry } from '../../catalog.ts';
import type { Command } from '../../command.ts';
import { type Feature, type Run, SHOWS } from '../../feature.ts';
import { findAbility } from '../../find.ts';
import { readCatalog } from '../../lookup.ts';
import { MAY_BE_CACHED, MAY_BE_PARTIAL, type OperationContext } from '../../operation-context.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import { type AbilityRef, parseAbilityRef, unquote } from '../../references.ts';
import { APPROVALS_UNREAD, isApprovalNeeded, readApprovals } from '../approvals/needed.ts';
import type { CodeComparison } from './account-versions.ts';
import { chooseRelease, type ReleaseEnabled, releaseEnabled, releaseRecords, versionOf } from './releases.ts';

/** A kept version, by the start of its digest, or a release of the service. */
type VersionRef = { by: 'digest'; digest: string } | { by: 'release'; id: ReleaseId };

export type VersionsCommand =
  | { verb: 'versions'; target: AbilityRef }
  | { verb: 'compare-version'; target: AbilityRef; digest: string }
  /** Sends the package, or its differences from the current code, as a file. */
  | { verb: 'send-version'; target: AbilityRef; digest: string; what: 'zip' | 'diff' }
  /** `to`: null to choose from the list. */
  | { verb: 'rollback'; target: AbilityRef; to: VersionRef | null; confirmed: boolean };

/** `no-ability`: the Ability was deleted, and only its installed record is left. */
export type VersionsRefusal = { why: 'no-version'; name: string; id: AbilityId } | { why: 'no-ability'; name: string };

interface Named {
  id: AbilityId;
  name: string;
}

export type VersionsOutcome =
  | {
      kind: 'versions';
      ability: Named;
      versions: Version[];
      running: string | null;
      /** Newest first; empty if the service doesn't list releases. */
      releases: ListedRelease[];
    }
  | { kind: 'version-compared'; ability: Named; version: Version; comparison: CodeComparison | null }
  | { kind: 'version-sent'; ability: Named; version: Version; what: 'zip' | 'diff' }
  /** `inPlace`: whether the code is updated in place; null for a release. `waits`: a second admin has to approve it. */
  | { kind: 'rollback-question'; ability: Named; to: Version | ListedRelease; inPlace: boolean | null; waits?: true }
  /** The upload shows the result in its own message. */
  | { kind: 'rolling-back'; ability: Named; version: Version; uploadId: string; waits?: true }
  | { kind: 'release-enabled'; ability: Named; release: ListedRelease };

export const versionsFeature: Feature<VersionsCommand, VersionsOutcome, ReleaseEnabled> = {
  verbs: {
    versions: {
      group: 'View',
      // Viewers may not see code.
      role: 'editor',
      action: 'see versions',
      argument: '[name]',
      summary: "Show an Ability's versions, which you can compare, download or roll back to.",
      examples: ['versions Weather', 'versions'],
      homeLabel: 'Versions…',
      tryLine: 'versions',
      read: (argument) => readVersions(argument),
    },
    rollback: {
      doing: 'Rolling back',
      group: 'Change',
      role: 'editor',
      action: 'roll back Abilities',
      argument: '[name]',
      summary: "Roll back to an earlier version of an Ability's code, after confirmation.",
      examples: ['rollback Weather', 'rollback Weather to:3f2a91c0b1d2'],
      homeLabel: 'Roll back to an earlier version…',
      tryLine: 'versions',
      read: (argument) => {
        if (unquote(argument) === '') return { verb: 'choose', wanted: 'versions' };
        const [, name = argument, , digest, , release] = TO.exec(argument) ?? [];
        return {
          verb: 'rollback',
          target: parseAbilityRef(unquote(name)),
          to: versionRef(digest, release),
          confirmed: false,
        };
      },
    },
  },
  commands: {
    versions: {
      changes: false,
      nextAction: () => ({ verb: 'versions' }),
      run: ({ target }, { context }) => showVersions(target, context),
    },
    'compare-version': {
      verb: 'versions',
      changes: false,
      form: () => 'Compare versions',
      run: ({ digest, target }, { context }) => compareVersion(target, digest, context),
    },
    'send-version': {
      verb: 'versions',
      changes: false,
      audited: true,
      targets: ({ target }) => [refTarget(target)],
      run: async ({ digest, target, what }, { context }) => {
        const found = await findVersion(target, digest, context);
        return 'why' in found ? refuse(found) : { kind: 'version-sent', ...named(found), version: found.version, what };
      },
    },
    rollback: {
      changes: ({ confirmed, to }) => confirmed && to !== null,
      targets: ({ target }) => [refTarget(target)],
      nextAction: () => ({ verb: 'versions' }),
      complete: (command, { sure }) => (sure ? { ...command, confirmed: true } : command),
      run: ({ confirmed, target, to }, run) => {
        if (to === null) return showVersions(target, run.context);
        return to.by === 'release'
          ? findAndChooseRelease(target, to.id, confirmed, run)
          : rollBack(target, to.digest, confirmed, run);
      },
    },
  },
  outcomes: {
    versions: SHOWS,
    'version-compared': SHOWS,
    'version-sent': {
      audit: ({ ability, version, what }) => ({
        ...done([abilityTarget(ability.id, ability.name)]),
        after: `${what === 'zip' ? 'package' : 'differences'} of version ${shortDigest(version.digest)} sent`,
      }),
      change: null,
    },
    'rollback-question': SHOWS,
    'rolling-back': {
      audit: ({ ability, uploadId, version }) => ({
        ...done([abilityTarget(ability.id, ability.name), { kind: 'upload', id: uploadId, name: ability.name }]),
        after: `sending version ${shortDigest(version.digest)} again`,
      }),
      change: null,
    },
    'release-enabled': {
      audit: ({ ability, release }) => ({
        ...done([abilityTarget(ability.id, ability.name)]),
        after: `release ${versionOf(release)} enabled`,
      }),
      change: ({ ability, release }) => releaseEnabled(ability, release),
    },
  },
  records: releaseRecords,
};

const TO = /^([\s\S]*\S)\s+(?:(to):\s*([0-9a-f]{6,64})|(release):\s*(\d{1,15}))$/i;
const WITH = /^([\s\S]*\S)\s+(compare|zip|diff):\s*([0-9a-f]{6,64})$/i;

function versionRef(digest: string | undefined, release: string | undefined): VersionRef | null {
  if (digest !== undefined) return { by: 'digest', digest: digest.toLowerCase() };
  return release === undefined ? null : { by: 'release', id: ReleaseId.parse(release) };
}

function readVersions(argument: string): Command {
  if (unquote(argument) === '') return { verb: 'choose', wanted: 'versions' };
  const [, name = argument, what = '', typed = ''] = WITH.exec(argument) ?? [];
  const target = parseAbilityRef(unquote(name));
  const digest = typed.toLowerCase();
  switch (what.toLowerCase()) {
    case 'compare':
      return { verb: 'compare-version', target, digest };
    case 'zip':
      return { verb: 'send-version', target, digest, what: 'zip' };
    case 'diff':
      return { verb: 'send-version', target, digest, what: 'diff' };
    default:
      return { verb: 'versions', target };
  }
}

const refuse = (refusal: Refusal) => ({ kind: 'refused', refusal }) as const;

interface FoundAbility {
  entry: CatalogEntry;
  ability: Ability;
}

const named = ({ ability }: FoundAbility) => ({ ability: { id: ability.id, name: ability.name } });

async function findOne(
  target: AbilityRef,
  context: OperationContext,
  options: typeof MAY_BE_CACHED | typeof MAY_BE_PARTIAL,
): Promise<FoundAbility | Refusal> {
  const found = findAbility(await readCatalog(context, options), target);
  if (!found.ok) return found.refusal;
  const { entry } = found;
  return entry.ability ? { entry, ability: entry.ability } : { why: 'no-ability', name: entry.name };
}

async function findVersion(
  target: AbilityRef,
  digest: string,
  context: OperationContext,
): Promise<(FoundAbility & { version: Version }) | Refusal> {
  const found = await findOne(target, context, MAY_BE_PARTIAL);
  if ('why' in found) return found;
  const versions = await context.versions.list(found.ability.name);
  const version = versions.find((one) => one.digest.startsWith(digest));
  return version ? { ...found, version } : { why: 'no-version', name: found.ability.name, id: found.ability.id };
}

/** Costs one download of the package and one request for the list of releases. */
async function showVersions(target: AbilityRef, context: OperationContext): Promise<Outcome> {
  const found = await findOne(target, context, MAY_BE_CACHED);
  if ('why' in found) return refuse(found);
  const { id, name } = found.ability;
  const { service, versions } = context;
  const [kept, running, releases] = await Promise.all([
    versions.list(name),
    versions.running(id),
    service.listReleases(id),
  ]);
  return { kind: 'versions', ...named(found), versions: kept, running, releases: releases ?? [] };
}

async function compareVersion(target: AbilityRef, digest: string, context: OperationContext): Promise<Outcome> {
  const found = await findVersion(target, digest, context);
  if ('why' in found) return refuse(found);
  const comparison = await context.versions.compare(found.version, found.ability.id);
  return { kind: 'version-compared', ...named(found), version: found.version, comparison };
}

/** Reads both packages only if the decision depends on them. */
async function needsApproval(
  chosen: readonly ApprovalChoice[],
  version: Version,
  id: AbilityId,
  { versions }: OperationContext,
): Promise<boolean> {
  const isNeeded = (isGrown: boolean) => isApprovalNeeded(chosen, 'update', { isEnabled: true, isGrown });
  if (isNeeded(true) === isNeeded(false)) return isNeeded(true);
  const comparison = await versions.compare(version, id);
  return isNeeded(comparison?.with !== 'running' || hasGrown(comparison.facts));
}

/** If the rollback needs an approval, its upload asks before changing the code, like any upload. */
async function rollBack(
  target: AbilityRef,
  digest: string,
  confirmed: boolean,
  { context, requester }: Pick<Run, 'context' | 'requester'>,
): Promise<Outcome> {
  const chosen = await readApprovals(context);
  if (chosen === null) return APPROVALS_UNREAD;
  const found = await findVersion(target, digest, context);
  if ('why' in found) return refuse(found);
  const { version } = found;
  const waits = await needsApproval(chosen, version, found.ability.id, context);
  const waiting = waits ? { waits } : {};
  if (confirmed) {
    const sent = await context.versions.rollBack({ ...found, mustAsk: waits }, requester);
    if ('why' in sent) return refuse(sent);
    return { kind: 'rolling-back', ...named(found), version, uploadId: sent.uploadId, ...waiting };
  }
  const inPlace = (await context.service.findRelease(found.ability.id)) !== null;
  return { kind: 'rollback-question', ...named(found), to: version, inPlace, ...waiting };
}

async function findAndChooseRelease(
  target: AbilityRef,
  id: ReleaseId,
  confirmed: boolean,
  run: Pick<Run, 'attemptId' | 'context' | 'requester'>,
): Promise<Outcome> {
  const found = await findOne(target, run.context, MAY_BE_PARTIAL);
  return 'why' in found
    ? refuse(found)
    : chooseRelease({ id: found.ability.id, name: found.ability.name }, id, confirmed, run);
}
