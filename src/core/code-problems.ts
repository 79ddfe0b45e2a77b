import type { Ability, AbilityId } from '@abilities-bot/service-api';
import type { Version } from '../store/version-record.ts';
import type { Catalog } from './catalog.ts';
import type { AccountVersions, Examined, RunningCode } from './features/versions/account-versions.ts';
import type { OperationContext } from './operation-context.ts';
import { isLikely, type Problem, type Sureness } from './problems.ts';
import { fold } from './text-matching.ts';

interface Named {
  id: AbilityId;
  name: string;
}

/** A problem with the code of Abilities, if that code is known: see `AccountVersions.examine`. */
export type CodeProblem = { sure: Sureness } /** The current code isn't the code that was last sent from Slack. */ & (
  | ({ kind: 'other-code' } & Named)
  /** Two or more Abilities have the same code. The newest is last. */
  | { kind: 'same-code'; one: Named; others: Named[] }
  /** The code needs third-party keys of the account. */
  | ({ kind: 'needs-keys'; keys: string[] } & Named)
  /** None of their releases was ever committed. */
  | { kind: 'draft-only'; one: Named; others: Named[] }
);

/** A problem with the account's lists, or with the code of its Abilities. */
export type AccountProblem = Problem | CodeProblem;

/** More drafts are reported as one problem, because they are common and would fill the list. */
const MAX_DRAFT_PROBLEMS = 3;

type Own = Named & Pick<Ability, 'hasOnlyDrafts' | 'lastUpdated'> & { sent: Version | null };

/** Identifies a problem across reads of the account. */
export const keyOfCode = (problem: CodeProblem): string => `${problem.kind} ${abilitiesOf(problem).join(' ')}`;

/** The Abilities whose code has this problem. */
export const abilitiesOf = (problem: CodeProblem): AbilityId[] =>
  'one' in problem ? [problem.one, ...problem.others].map(({ id }) => id) : [problem.id];

/**
 * Returns the worst problems first. Downloads some packages.
 * @param name only the Abilities with this name, whose packages are always downloaded; null for all.
 */
export async function readCodeProblems(
  name: string | null,
  { entries }: Pick<Catalog, 'entries'>,
  { versions }: Pick<OperationContext, 'versions'>,
): Promise<CodeProblem[]> {
  const isWanted = (one: Named) => name === null || fold(one.name) === fold(name);
  const all = findOwn(entries, await readSent(versions));
  const isFresh = (one: Own) => (name === null ? one.sent !== null : isWanted(one));
  const running = await versions.examine(all.map((one) => examined(one, isFresh(one))));
  return findCodeProblems(all, isWanted, running);
}

/**
 * The problems to report unprompted: only those of code that was sent from Slack. Downloads the code that may have
 * changed.
 * @returns `isKnown` is false for an Ability whose code was not examined, or changed while it was.
 */
export async function watchCode(
  { entries }: Pick<Catalog, 'entries'>,
  { versions }: Pick<OperationContext, 'versions'>,
): Promise<{ problems: CodeProblem[]; isKnown: (id: AbilityId) => boolean }> {
  const all = findOwn(entries, await readSent(versions));
  const sent = all.filter(isSent);
  const running = await versions.examine(sent.map((one) => examined(one, false)));
  // An upload may have changed the code in the meantime.
  const sentAfter = await readSent(versions);
  const compared = sent.filter((one) => running.has(one.id) && sentAfter.get(one.name)?.at === one.sent?.at);
  const problems = findCodeProblems(compared, () => true, running).filter(isLikely);
  const unknown = new Set(all.map(({ id }) => id));
  for (const { id } of compared) unknown.delete(id);
  return { problems, isKnown: (id) => !unknown.has(id) };
}

/** Like {@link watchCode}, but without downloads: only the problems that are already known. */
export async function recallCodeProblems(
  { entries }: Pick<Catalog, 'entries'>,
  { versions }: Pick<OperationContext, 'versions'>,
): Promise<CodeProblem[]> {
  const sentAs = await readSent(versions);
  if (sentAs.size === 0) return [];
  const sent = findOwn(entries, sentAs).filter(isSent);
  const running = versions.recall(sent.map((one) => examined(one, false)));
  const known = sent.filter(({ id }) => running.has(id));
  return findCodeProblems(known, () => true, running).filter(isLikely);
}

/**
 * The digest of each Ability's current code, as far as it is known without a download: the code last read, or else the
 * code last sent from Slack.
 */
export async function recallDigests(
  { entries }: Pick<Catalog, 'entries'>,
  { versions }: Pick<OperationContext, 'versions'>,
): Promise<ReadonlyMap<AbilityId, string>> {
  const all = findOwn(entries, await readSent(versions));
  const running = versions.recall(all.map((one) => examined(one, false)));
  return new Map(
    all.flatMap((one) => {
      const code = codeOf(one, running);
      return code ? [[one.id, code.digest] as const] : [];
    }),
  );
}

const isSent = ({ sent }: Own): boolean => sent !== null;

const examined = ({ id, lastUpdated, sent }: Own, isFresh: boolean): Examined => ({
  id,
  // Code sent from Slack may be running before the service shows a new time.
  stamp: lastUpdated === null ? null : `${lastUpdated} ${sent?.at ?? ''}`,
  isFresh,
});

const codeOf = ({ id, sent }: Own, running: ReadonlyMap<AbilityId, RunningCode>): RunningCode | null =>
  running.get(id) ?? sent;

function findCodeProblems(
  all: readonly Own[],
  isWanted: (one: Named) => boolean,
  running: ReadonlyMap<AbilityId, RunningCode>,
): CodeProblem[] {
  const wanted = all.filter(isWanted);
  return [
    ...wanted.flatMap((one): CodeProblem[] =>
      one.sent && codeOf(one, running)?.digest !== one.sent.digest
        ? [{ kind: 'other-code', sure: 'certain', ...named(one) }]
        : [],
    ),
    ...groupBy(all, (one) => codeOf(one, running)?.digest)
      .filter((group) => group.length > 1 && group.some(isWanted))
      .flatMap((group): CodeProblem[] => {
        // Code that was never sent from Slack may be an unmodified template.
        const sure = group.some(({ sent }) => sent !== null) ? 'likely' : 'possible';
        const [one, ...others] = group.map(named).toSorted((older, newer) => older.id - newer.id);
        return one ? [{ kind: 'same-code', sure, one, others }] : [];
      })
      .toSorted((one, other) => one.sure.localeCompare(other.sure)),
    ...wanted.flatMap((one): CodeProblem[] => {
      const keys = codeOf(one, running)?.keys ?? [];
      return keys.length === 0 ? [] : [{ kind: 'needs-keys', sure: 'possible', ...named(one), keys }];
    }),
    ...findDrafts(wanted),
  ];
}

const named = ({ id, name }: Own): Named => ({ id, name });

/** The version of each name that should be running. */
const readSent = async (versions: AccountVersions): Promise<ReadonlyMap<string, Version>> =>
  new Map((await versions.latest()).map((version) => [version.name, version]));

/** The account's own Abilities, without those that the service adds; most recently sent from Slack first. */
function findOwn(entries: Catalog['entries'], sentAs: ReadonlyMap<string, Version>): Own[] {
  const abilities = new Map(
    entries.flatMap(({ ability, installed, name }) =>
      ability && installed?.isSystem !== true ? [[ability.id, { ...ability, name }] as const] : [],
    ),
  );
  return groupBy([...abilities.values()], ({ name }) => name)
    .flatMap((group) =>
      group.map(({ hasOnlyDrafts, id, lastUpdated, name }): Own => {
        // Versions are stored by name, so for a duplicate name nobody knows which Ability was sent.
        const sent = group.length === 1 ? (sentAs.get(name) ?? null) : null;
        return { id, name, hasOnlyDrafts, lastUpdated, sent };
      }),
    )
    .toSorted((one, other) => (other.sent?.at ?? 0) - (one.sent?.at ?? 0));
}

function findDrafts(wanted: readonly Own[]): CodeProblem[] {
  const drafts = wanted.filter(({ hasOnlyDrafts }) => hasOnlyDrafts === true).map(named);
  const rows = drafts.length > MAX_DRAFT_PROBLEMS ? [drafts] : drafts.map((one) => [one]);
  return rows.flatMap(([one, ...others]) => (one ? [{ kind: 'draft-only', sure: 'possible', one, others }] : []));
}

/** Orders the groups by their first item. Omits items without a key. */
function groupBy<T>(all: readonly T[], keyOf: (one: T) => string | undefined): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}
