import {
  type Ability,
  type AbilityId,
  type InstalledAbility,
  type InstalledAbilityId,
  leftOutOf,
} from '@abilities-bot/service-api';
import { type AbilityState, joinCatalog } from '../../core/catalog.ts';
import { MAY_BE_PARTIAL } from '../../core/operation-context.ts';
import { fold } from '../../core/text-matching.ts';
import { listedWords, missingWords } from '../../core/trigger-words.ts';
import { isServiceError } from '../../service/errors.ts';
import type { Change } from '../../store/undo-record.ts';
import type { UploadEnd, UploadPlan, UploadRecord } from '../../store/upload-record.ts';
import type { Expected, UploadFinding, UploadVerdict, Verification } from '../../store/upload-verdict.ts';
import { digestOfSent, fetchGivenPackage } from '../packages.ts';
import type { Advance, Step, UploadRun } from '../ports.ts';

/** The initial state of a verification. */
export const verificationOf = (expected: Expected, notRestored: string[] = []): Verification => ({
  expected,
  notRestored,
  looks: 0,
  found: [],
});

/** Expects that an update changes only the code. */
export function expectedOfUpdate({ was }: Extract<UploadPlan, { kind: 'update' }>): Expected {
  if (!was || was.installedId === null)
    return { triggerWords: null, enabled: null, installed: false, installedId: null };
  const { enabled, installedId, triggerWords } = was;
  return { triggerWords, enabled, installed: true, installedId };
}

/** The state of the Ability on the account. */
interface AbilityReading {
  found: UploadFinding[];
  /** Null if unknown. */
  state: AbilityState | null;
  installedId: InstalledAbilityId | null;
}

/**
 * Compares the account with the request. Changes nothing, so it can be repeated. Ends the upload if the result is
 * clear; otherwise checks again later.
 */
export const verify: Step = async (run) => {
  const { abilityId, kept, verification } = run.record;
  if (abilityId === null || !verification) return { state: 'accepted' };
  const [lists, code] = await Promise.all([readLists(run, abilityId, verification), readCode(run, abilityId)]);
  const wasMissing = verification.found.some(({ kind }) => kind === 'not-installed');
  // The Ability has been installed since, so it can now get the state of the old one.
  if (kept && wasMissing && lists.installedId !== null) return { state: 'restoring' };
  const all = [...lists.found, ...code];
  const meant = all.length > 0 ? await changedFromHere(run, abilityId, lists.installedId) : [];
  const found = all.filter(({ kind }) => !meant.includes(kind));
  if (found.length === 0) return end(run, { ...lists, kind: 'confirmed' });
  if (found.some((one) => isFinal(one, run.record))) return end(run, { ...lists, kind: 'different', found });
  return verifyLater(run, found, lists);
};

/** Limits the search, because the next check sees later changes. */
const MAX_CHANGES = 50;

/** Findings that are explained by changes that people have made to this Ability from Slack since it was sent. */
async function changedFromHere(
  { record, tools }: UploadRun,
  id: AbilityId,
  seen: InstalledAbilityId | null,
): Promise<UploadFinding['kind'][]> {
  const installedId = seen ?? record.verification?.expected.installedId;
  const explains = (change: Change): UploadFinding['kind'][] => {
    switch (change.kind) {
      case 'toggled':
      case 'quieted':
        return change.items.some((item) => item.id === installedId) ? ['state'] : [];
      case 'triggers':
        return change.id === installedId ? ['lost-words'] : [];
      case 'assigned':
        return change.before?.includes(id) !== change.after.includes(id) ? ['not-installed', 'state'] : [];
      case 'deleted':
        return change.items.some((item) => item.id === id) ? ['not-listed', 'not-installed', 'other-code'] : [];
      case 'release-enabled':
        return change.abilityId === id ? ['other-code'] : [];
      case 'uploaded':
        if (change.replaced === id) return ['not-listed', 'not-installed', 'other-code'];
        // An earlier update may be recorded later, but only a later one replaces this code.
        return change.abilityId === id && change.code?.before === sentDigest(record) ? ['other-code'] : [];
      case 'repaired':
        return [];
    }
  };
  const changes = await tools.store.undoLogOf(null).recent(MAX_CHANGES);
  const since = record.sentAt ?? tools.now();
  return changes.filter(({ at }) => at.getTime() >= since).flatMap(({ change }) => explains(change));
}

/** True if waiting can't help, because the service shows a new state instead of the previous one. */
function isFinal(finding: UploadFinding, { plan }: UploadRecord): boolean {
  switch (finding.kind) {
    case 'duplicate':
    case 'cannot-fire':
      return true;
    case 'other-code':
      return !finding.isOld;
    // For an existing Ability, the service may still show an earlier set of trigger words.
    case 'lost-words':
      return plan.kind === 'new';
    default:
      return false;
  }
}

const UNKNOWN: Omit<AbilityReading, 'found'> = { state: null, installedId: null };

/** Waits for the next check, or ends the upload after the last one. */
export function verifyLater(
  run: Pick<UploadRun, 'record' | 'tools'>,
  found: UploadFinding[],
  seen: Omit<AbilityReading, 'found'> = UNKNOWN,
): Advance {
  const { record, tools } = run;
  const { verification } = record;
  if (!verification) return { state: 'accepted' };
  const { looks } = verification;
  const waitMs = tools.settings.recheckMs[looks];
  if (waitMs === undefined) return end(run, { ...seen, found, kind: lastVerdict(found, record) });
  const dueAt = tools.now() + waitMs;
  return { state: 'verifying', change: { verification: { ...verification, looks: looks + 1, found } }, dueAt };
}

function lastVerdict(found: readonly UploadFinding[], { plan }: UploadRecord): UploadVerdict['kind'] {
  if (found.some(({ kind }) => kind !== 'unreadable')) return 'different';
  // The lists show whether a new Ability is as requested, but only the package shows that an update took effect.
  const isListed = found.every((one) => one.kind === 'unreadable' && one.what === 'package');
  return isListed && plan.kind !== 'update' ? 'confirmed' : 'unconfirmed';
}

function end(
  { record }: Pick<UploadRun, 'record'>,
  { found, installedId, kind, state }: AbilityReading & Pick<UploadVerdict, 'kind'>,
): Advance {
  const { abilityId, plan, refusal, verification } = record;
  if (abilityId === null || !verification) return { state: 'accepted' };
  const verdict = { kind, found: kind === 'confirmed' ? [] : found, installedId };
  const { notRestored } = verification;
  if (refusal !== null) {
    const restored = {
      kind: 'refused-after-delete',
      sentence: refusal,
      backAs: abilityId,
      notRestored,
      verdict,
    } as const;
    return { state: 'refused', change: { end: restored } };
  }
  const made: UploadEnd =
    plan.kind === 'update'
      ? { kind: 'updated', abilityId, verdict }
      : { kind: 'uploaded', abilityId, state, notRestored, verdict };
  return { state: 'done', change: { end: made } };
}

async function readLists(run: UploadRun, id: AbilityId, { expected }: Verification): Promise<AbilityReading> {
  const { record, tools } = run;
  const { now, service } = tools;
  try {
    if (record.plan.kind === 'update') return await readUpdated(run, expected);
    const [abilities, rows] = await Promise.all([
      service.listAbilities(MAY_BE_PARTIAL),
      service.listInstalledAbilities(MAY_BE_PARTIAL),
    ]);
    const entries = joinCatalog(abilities, rows, new Date(now())).entries.filter(({ ability }) => ability?.id === id);
    const entry = entries.find(({ installed }) => installed) ?? entries[0];
    const row = entry?.installed ?? null;
    const installedId = row?.id ?? null;
    const state = entry?.state ?? null;
    if (!entry?.ability) return { found: [absence([...leftOutOf(abilities)], 'not-listed')], state, installedId };
    const words = row ? listedWords(row, rows) : listedWords(entry.ability, abilities);
    const found = [
      ...findDuplicates(record, id, abilities),
      ...compareRow(row, expected, words, leftOutOf(rows)),
      ...(row?.isForAgents === false ? [{ kind: 'cannot-fire' } as const] : []),
    ];
    return { found, state, installedId };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { ...UNKNOWN, found: [{ kind: 'unreadable', what: 'lists' }] };
  }
}

/** The installed record is known, so one list is enough. */
async function readUpdated({ record, tools }: UploadRun, expected: Expected): Promise<AbilityReading> {
  const { installedId } = expected;
  if (installedId === null) return { ...UNKNOWN, found: [] };
  const rows = await tools.service.listInstalledAbilities(MAY_BE_PARTIAL);
  // The service may have installed it again.
  const row = rows.find(({ id }) => id === installedId) ?? rows.find(({ name }) => name === record.form.name) ?? null;
  const words = row && listedWords(row, rows);
  const found = compareRow(row, expected, words, leftOutOf(rows));
  return { ...UNKNOWN, found, installedId: row?.id ?? null };
}

/** The finding for a missing row. An unreadable row may be the missing one. */
const absence = (leftOut: readonly unknown[], kind: 'not-listed' | 'not-installed'): UploadFinding =>
  leftOut.length > 0 ? { kind: 'unreadable', what: 'lists' } : { kind };

/** @param words null if unknown. */
function compareRow(
  row: InstalledAbility | null,
  { enabled, installed, triggerWords }: Expected,
  words: readonly string[] | null,
  leftOut: readonly unknown[],
): UploadFinding[] {
  const missing = words && triggerWords ? missingWords(triggerWords, words) : [];
  return [
    ...(installed && !row ? [absence(leftOut, 'not-installed')] : []),
    ...(missing.length > 0 ? [{ kind: 'lost-words', missing } as const] : []),
    ...(row && enabled !== null && row.enabled !== enabled ? [{ kind: 'state', enabled: row.enabled } as const] : []),
  ];
}

/** More duplicates add nothing. */
const MAX_DUPLICATES = 3;

/** Other Abilities with this name that did not exist before. */
function findDuplicates(
  { existingIds, form }: UploadRecord,
  id: AbilityId,
  abilities: readonly Ability[],
): UploadFinding[] {
  const name = fold(form.name);
  return abilities
    .filter((other) => other.id !== id && fold(other.name) === name && !existingIds?.includes(other.id))
    .slice(0, MAX_DUPLICATES)
    .map((other) => ({ kind: 'duplicate', abilityId: other.id, triggerWords: other.triggerWords }));
}

/** The digest that the account should show: of the restored Ability, else of the sent one. Null if unknown. */
function sentDigest(record: UploadRecord): string | null {
  if (record.refusal !== null) return record.kept?.contentDigest ?? null;
  return digestOfSent(record.plan.kind === 'update' ? { ...record, wrap: true } : record);
}

/** Empty if the service doesn't return the package, or it can't be compared. */
async function readCode(run: UploadRun, id: AbilityId): Promise<UploadFinding[]> {
  const { record } = run;
  const isUpdate = record.plan.kind === 'update';
  const sent = sentDigest(record);
  if (sent === null) return [];
  try {
    const given = await fetchGivenPackage(run, id);
    if (!given?.contentDigest || given.contentDigest === sent) return [];
    const old = isUpdate ? record.previousCode : (record.kept?.contentDigest ?? undefined);
    // Without the old digest, the update may still be in progress.
    const isOld = given.contentDigest === old || (isUpdate && old === undefined);
    return [{ kind: 'other-code', isOld }];
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return [{ kind: 'unreadable', what: 'package' }];
  }
}
