import type { InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import { timeLeft } from '../../../base/request-context.ts';
import {
  type AnyServiceError,
  affectsEveryCall,
  isServiceError,
  leavesOutcomeOpen,
  NotFoundError,
} from '../../../service/errors.ts';
import { findSeveral } from '../../find.ts';
import { LeaseLostError, NotLockedError } from '../../locks.ts';
import { explainGone, findInstalled, readCatalog, readInstalledRow, requireInstalled } from '../../lookup.ts';
import { MAY_BE_PARTIAL, type OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { type AbilityRef, formatAbilityRef } from '../../references.ts';
import { APPROVALS_UNREAD, isApprovalNeeded, readApprovals } from '../approvals/needed.ts';
import type { ToggleResult } from './toggle.ts';

interface Toggle {
  verb: 'enable' | 'disable';
  target: AbilityRef;
  /** Set if the Ability had none and the person entered them. */
  triggerWords?: string[];
  /** A second admin has approved it. */
  isApproved?: true;
}

/** Nothing was changed, because a second admin has to approve it first. `words`: the trigger words to send. */
export interface NeedsApproval {
  kind: 'needs-approval';
  id: InstalledAbilityId;
  name: string;
  words: string[];
}

/** The result for a single Ability. */
export type OneToggleOutcome = Extract<
  Outcome,
  { kind: 'toggled' | 'unchanged' | 'needs-trigger-words' | 'refused' | 'trouble' }
>;

/**
 * Toggles an Ability (endpoint 7). The service replaces the whole record, so the row is read first and its trigger
 * words are sent back. The target state is absolute, so the second of two identical clicks changes nothing.
 */
export async function toggleAbility(
  toggle: Toggle,
  context: OperationContext,
): Promise<OneToggleOutcome | NeedsApproval> {
  const { target } = toggle;
  if (target.by !== 'installed') {
    const found = await findInstalled(target, context);
    if (!found.ok) return { kind: 'refused', refusal: found.refusal };
    return toggleAbility({ ...toggle, target: { by: 'installed', id: found.row.id } }, context);
  }
  return context.locks.alone(`installed:${target.id}`, async () => {
    const row = await readInstalledRow(target.id, context);
    return row ? change(row, toggle, context) : explainGone(target.id, context);
  });
}

async function change(
  row: InstalledAbility,
  toggle: Toggle,
  context: OperationContext,
): Promise<OneToggleOutcome | NeedsApproval> {
  const enabled = toggle.verb === 'enable';
  const { id, name } = row;
  if (row.enabled === enabled) return { kind: 'unchanged', id, name, enabled };
  const triggerWords = row.triggerWords.length > 0 ? row.triggerWords : (toggle.triggerWords ?? []);
  if (triggerWords.length === 0) return { kind: 'needs-trigger-words', row, wanted: toggle.verb };
  if (!enabled && !toggle.isApproved) {
    const chosen = await readApprovals(context);
    if (chosen === null) return APPROVALS_UNREAD;
    const mustAsk = isApprovalNeeded(chosen, 'disable', { isEnabled: true });
    if (mustAsk) return { kind: 'needs-approval', id, name, words: [...triggerWords] };
  }
  const triggered = row.triggerWords.length > 0 ? ('kept' as const) : ('set' as const);
  const item = { id, name, enabled, words: [...triggerWords] };
  const toggled = { kind: 'toggled' as const, triggerWords: triggered, ...item };
  try {
    const doubt = await context.service.setInstalledAbility(row, { enabled, triggerWords });
    return doubt ? learnWhatHappened(toggled, doubt, context) : toggled;
  } catch (error) {
    if (error instanceof NotFoundError) return explainGone(id, context);
    if (!leavesOutcomeOpen(error)) throw error;
    return learnWhatHappened(toggled, error, context);
  }
}

/**
 * After a lost response, confirms the change if the list shows the new state. If it shows the old state, the service
 * may still be working.
 */
async function learnWhatHappened(
  toggled: Extract<Outcome, { kind: 'toggled' }>,
  error: AnyServiceError,
  context: OperationContext,
): Promise<OneToggleOutcome> {
  try {
    const now = await readInstalledRow(toggled.id, context);
    if (now?.enabled === toggled.enabled) return toggled;
    if (now) return { kind: 'trouble', error, effect: 'unknown', still: { kind: 'state', enabled: now.enabled } };
  } catch (readError) {
    if (!isServiceError(readError)) throw readError;
  }
  return { kind: 'trouble', error, effect: 'unknown' };
}

/** `name` is shown if the service call fails. */
interface PlannedToggle extends Omit<Toggle, 'target'> {
  id: InstalledAbilityId;
  name: string;
}

interface SeveralToggled {
  results: ToggleResult[];
  waiting: NeedsApproval[];
}

/**
 * Toggles several Abilities: reads both lists once, then toggles each Ability in turn. Each has its own result, and a
 * failure doesn't stop the others.
 */
export async function toggleSeveral(
  verb: Toggle['verb'],
  targets: readonly AbilityRef[],
  context: OperationContext,
): Promise<SeveralToggled> {
  const sought = await findSeveral(await readCatalog(context, MAY_BE_PARTIAL), targets);
  const refused: ToggleResult[] = [];
  const planned = new Map<InstalledAbilityId, PlannedToggle>();
  for (const { found: entry, target } of sought) {
    const found = requireInstalled(entry);
    if (found.ok) planned.set(found.row.id, { verb, id: found.row.id, name: found.row.name });
    else refused.push({ kind: 'refused', asked: nameOf(target), refusal: found.refusal });
  }
  const { results, waiting } = await toggleEach([...planned.values()], context);
  return { results: [...results, ...refused], waiting };
}

/** Toggles in the given order. Stops after an error that every further call would get too. */
export async function toggleEach(
  planned: readonly PlannedToggle[],
  context: OperationContext,
): Promise<SeveralToggled> {
  const results: ToggleResult[] = [];
  const waiting: NeedsApproval[] = [];
  let ended: AnyServiceError | null = null;
  for (const { id, name, ...toggle } of planned) {
    if (ended) {
      results.push({ kind: 'trouble', id, name, error: ended, effect: 'none' });
      continue;
    }
    const outcome = await toggleOne({ ...toggle, target: { by: 'installed', id } }, context, results.length === 0);
    if (outcome.kind === 'needs-approval') {
      waiting.push(outcome);
      continue;
    }
    if (outcome.kind === 'trouble' && affectsEveryCall(outcome.error)) ended = outcome.error;
    results.push(toResult(outcome, { id, name }));
  }
  return { results, waiting };
}

/** @param isFirst true if nothing was toggled yet, so that the whole command may fail with the error. */
const toggleOne = (
  toggle: Toggle,
  context: OperationContext,
  isFirst: boolean,
): Promise<OneToggleOutcome | NeedsApproval> => settle(() => toggleAbility(toggle, context), isFirst);

/** Turns a service error, or a lock that could not be taken, into a result. */
async function settle<T>(
  work: () => Promise<T>,
  isFirst: boolean,
): Promise<T | Extract<OneToggleOutcome, { kind: 'refused' | 'trouble' }>> {
  try {
    return await work();
  } catch (error) {
    if (isFirst && error instanceof LeaseLostError) throw error;
    if (error instanceof NotLockedError) return { kind: 'refused', refusal: error.refusal };
    if (!isServiceError(error)) throw error;
    return { kind: 'trouble', error, effect: 'none' };
  }
}

/** Number of Abilities that are locked, and whose rows are read, together. */
const BATCH = 25;
/**
 * Number of concurrent calls. The service documents no limit, but more than a few would delay other people's requests.
 */
const AT_ONCE = 4;
/** How long a batch waits for each busy Ability, in milliseconds. One that stays busy is left out. */
const BUSY_MS = 1500;

/**
 * {@link toggleEach} for many Abilities: reads the list once per batch, and makes concurrent calls. Even so, reads each
 * row only after locking its Ability.
 * @param onBatch called after each batch with the number of Abilities processed so far.
 * @returns also the error that stopped the rest; null for none.
 */
export async function toggleMany(
  planned: readonly PlannedToggle[],
  context: OperationContext,
  onBatch: (count: number) => void = () => {},
): Promise<SeveralToggled & { ended: AnyServiceError | null }> {
  // Locks in a fixed order, so that two of these never wait for each other.
  const sorted = planned.toSorted((a, b) => a.id - b.id);
  const results: ToggleResult[] = [];
  const waiting: NeedsApproval[] = [];
  let ended: AnyServiceError | null = null;
  for (let from = 0; from < sorted.length; from += BATCH) {
    const batch = sorted.slice(from, from + BATCH);
    const outcomes: ReadonlyMap<InstalledAbilityId, OneToggleOutcome | NeedsApproval> = ended
      ? new Map(batch.map(({ id }) => [id, stopped(ended)]))
      : await toggleBatch(batch, context, from === 0);
    for (const outcome of outcomes.values()) {
      if (outcome.kind === 'trouble' && affectsEveryCall(outcome.error)) ended = outcome.error;
    }
    for (const one of batch) {
      const outcome = outcomes.get(one.id) ?? stopped(ended);
      if (outcome.kind === 'needs-approval') waiting.push(outcome);
      else results.push(toResult(outcome, one));
    }
    onBatch(from + batch.length);
  }
  return { results, waiting, ended };
}

const BUSY = { kind: 'refused', refusal: new NotLockedError('busy').refusal } as const;

const stopped = (error: AnyServiceError | null): OneToggleOutcome =>
  error ? { kind: 'trouble', error, effect: 'none' } : BUSY;

/** Omits Abilities that were busy. */
async function toggleBatch(
  batch: readonly PlannedToggle[],
  context: OperationContext,
  isFirst: boolean,
): Promise<ReadonlyMap<InstalledAbilityId, OneToggleOutcome | NeedsApproval>> {
  const outcomes = new Map<InstalledAbilityId, OneToggleOutcome | NeedsApproval>();
  const failed = await settle(async () => {
    await lockEach(batch, context, async (locked) => {
      const rows = new Map((await context.service.listInstalledAbilities(MAY_BE_PARTIAL)).map((row) => [row.id, row]));
      await sideBySide(locked, async ({ id, name: _, ...toggle }) => {
        const outcome = await settle(async () => {
          const row = rows.get(id) ?? (await readInstalledRow(id, context));
          return row ? change(row, { ...toggle, target: { by: 'installed', id } }, context) : explainGone(id, context);
        }, false);
        outcomes.set(id, outcome);
        return !(outcome.kind === 'trouble' && affectsEveryCall(outcome.error));
      });
    });
    return null;
  }, isFirst);
  if (failed) for (const { id } of batch) if (!outcomes.has(id)) outcomes.set(id, failed);
  return outcomes;
}

/** Runs the task while it holds the locks of all these Abilities, across processes. Leaves out the busy ones. */
async function lockEach(
  [one, ...others]: readonly PlannedToggle[],
  context: OperationContext,
  task: (locked: readonly PlannedToggle[]) => Promise<void>,
): Promise<void> {
  if (!one) return task([]);
  let isLocked = false;
  try {
    await context.locks.alone(
      `installed:${one.id}`,
      () => {
        isLocked = true;
        return lockEach(others, context, (locked) => task([one, ...locked]));
      },
      Math.min(BUSY_MS, timeLeft()),
    );
  } catch (error) {
    if (isLocked || !(error instanceof NotLockedError) || error.refusal.why !== 'busy') throw error;
    await lockEach(others, context, task);
  }
}

/** Stops starting work when one run returns false. */
async function sideBySide<T>(items: readonly T[], run: (item: T) => Promise<boolean>): Promise<void> {
  const queue = items.values();
  let isStopped = false;
  const work = async () => {
    for (const item of queue) {
      if (isStopped) return;
      isStopped = !(await run(item)) || isStopped;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
}

function toResult(outcome: OneToggleOutcome, { id: asked, name }: Pick<PlannedToggle, 'id' | 'name'>): ToggleResult {
  if (outcome.kind === 'refused') {
    const { refusal } = outcome;
    return { kind: 'refused', asked: name, refusal: refusal.why === 'busy' ? { ...refusal, name } : refusal };
  }
  if (outcome.kind === 'trouble')
    return { kind: 'trouble', id: asked, name, error: outcome.error, effect: outcome.effect };
  const { id, name: current } = 'row' in outcome ? outcome.row : outcome;
  const words = outcome.kind === 'toggled' && outcome.words ? { words: outcome.words } : {};
  return { kind: outcome.kind, id, name: current, ...words };
}

const nameOf = (ref: AbilityRef) => (ref.by === 'name' ? ref.name : formatAbilityRef(ref));
