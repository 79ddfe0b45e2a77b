import { type InstalledAbilityId, mayBeListed } from '@abilities-bot/service-api';
import { type AnyServiceError, isServiceError } from '../../../service/errors.ts';
import type { Quiet } from '../../../store/quiet-record.ts';
import type { UndoRecord } from '../../../store/undo-record.ts';
import type { Run } from '../../feature.ts';
import { matchAgents } from '../../find.ts';
import { MAY_BE_PARTIAL } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import type { ToggleResult } from '../toggle/toggle.ts';
import type { LeftAlone, QuietOutcome, WhichQuiet } from './quiet.ts';
import { MANY, QUIETS, switchAll } from './switch-all.ts';

type Resumed = Extract<QuietOutcome, { kind: 'resumed' }>;

const MINUTE = 60_000;
/** Delays of the retries after a partial failure, about an hour in total. */
const AGAIN_MS = [MINUTE, 4 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE];

/** How many later changes are searched for those made by others. */
const MAX_LATER = 1000;

/** Ends quiet periods and enables what they disabled, except for Abilities that somebody has changed since. */
export async function resume(which: WhichQuiet, run: Run): Promise<Outcome> {
  const { context } = run;
  return context.locks.alone(QUIETS, async () => {
    const open = await context.quiets.list();
    const now = context.now().getTime();
    const ending = open.filter((one) => isMeant(one, which, now));
    const [first] = ending;
    if (!first) {
      return { kind: 'refused', refusal: run.requester.planned ? { why: 'not-due' } : notQuiet(which, open) };
    }
    const count = new Set(ending.flatMap(({ items }) => items.map(({ id }) => id))).size;
    if (count > MANY && !run.requester.planned) {
      const { channelId = null, userId } = run.requester;
      for (const { id } of ending) {
        await context.schedules.plan({ id, userId, channelId, partOf: null, line: `resume ${id}` }, now);
      }
      return { kind: 'resume-started', quietId: first.id, count };
    }
    return { ...(await endQuiets(ending, open, run)), isDue: which.by === 'due' };
  });
}

/** {@link resume} for a single quiet period; null if it has already ended. */
export async function resumeOne(id: string, run: Run): Promise<Resumed | null> {
  const { context } = run;
  return context.locks.alone(QUIETS, async () => {
    const open = await context.quiets.list();
    const ending = open.filter((one) => one.id === id);
    return ending.length === 0 ? null : endQuiets(ending, open, run);
  });
}

function isMeant({ agent, endsAt, id }: Quiet, which: WhichQuiet, now: number): boolean {
  switch (which.by) {
    case 'all':
      return true;
    case 'id':
      return id === which.id;
    // Somebody may have extended it a moment ago.
    case 'due':
      return id === which.id && endsAt !== null && endsAt <= now;
    case 'agent':
      return agent !== null && matchAgents([agent], which.agent).length > 0;
  }
}

function notQuiet(which: WhichQuiet, open: readonly Quiet[]) {
  if (which.by === 'due') return { why: 'not-due' } as const;
  const whole = open.find(({ agent }) => agent === null);
  const name = which.by === 'agent' && which.agent.by === 'name' ? which.agent.name : null;
  return { why: 'not-quiet', agent: name, whole: which.by === 'agent' && whole ? { id: whole.id } : null } as const;
}

type Item = Quiet['items'][number];

async function endQuiets(ending: readonly Quiet[], open: readonly Quiet[], run: Run): Promise<Resumed> {
  const { context } = run;
  const stillQuiet = new Set(
    open.filter((one) => !ending.includes(one)).flatMap(({ items }) => items.map(({ id }) => id)),
  );
  const items = new Map(ending.flatMap((one) => one.items.map((item) => [item.id, item] as const)));
  for (const id of stillQuiet) items.delete(id);
  const isAgain = ending.some(({ unfinished }) => unfinished === 'end');
  // Saved before the first change: if the process is killed, Abilities that are then enabled were enabled here, not by
  // a person.
  for (const quiet of ending) await context.quiets.save({ ...quiet, unfinished: 'end' });
  const { left, results, tried } = await enable([...items.values()], isAgain, run);
  const done = new Set(results.flatMap((result) => (isDone(result) ? [result.id] : [])));
  const failed = new Set(tried.filter((id) => !done.has(id)));
  let againAt: number | null = null;
  const openIds: string[] = [];
  for (const quiet of ending) {
    const rest = quiet.items.filter(({ id }) => failed.has(id));
    const at = await keepOrEnd({ ...quiet, items: rest }, run);
    if (rest.length > 0) openIds.push(quiet.id);
    againAt = againAt ?? at;
  }
  return {
    kind: 'resumed',
    agents: ending.map(({ agent }) => agent),
    isDue: false,
    results,
    left,
    openIds,
    againAt: againAt === null ? null : new Date(againAt),
  };
}

/** Retries what isn't confirmed, which changes nothing if it was done. */
const isDone = (result: ToggleResult): result is Exclude<ToggleResult, { kind: 'refused' | 'trouble' }> =>
  result.kind !== 'refused' && result.kind !== 'trouble';

/**
 * Ends a quiet period, or keeps it with the Abilities that could not be enabled.
 * @returns the next retry; null for none.
 */
async function keepOrEnd(
  { unfinished: _, ...quiet }: Quiet,
  { context: { now, quiets, schedules }, requester: { channelId = null, planned } }: Run,
): Promise<number | null> {
  const { id, items, tries, userId } = quiet;
  if (items.length === 0) {
    await quiets.end(id);
    // If a run of the plan is in progress, it removes the plan itself, after posting the result.
    await schedules.cancel(id, planned?.id);
    return null;
  }
  const wait = AGAIN_MS[tries];
  const endsAt = wait === undefined ? null : now().getTime() + wait;
  await quiets.save({ ...quiet, endsAt, tries: tries + 1 });
  if (endsAt !== null) await schedules.plan({ id, userId, channelId, partOf: null, line: `resume due:${id}` }, endsAt);
  return endsAt;
}

interface Enabled {
  left: LeftAlone[];
  results: ToggleResult[];
  /** The Abilities that had to be enabled. */
  tried: InstalledAbilityId[];
}

/**
 * Calls endpoints 5, 6 and 7. If the lists can't be read, every Ability counts as failed.
 * @param isAgain true if a process that was killed may already have enabled some of them.
 */
async function enable(items: readonly Item[], isAgain: boolean, run: Run): Promise<Enabled> {
  const { context } = run;
  try {
    const [rows, later, planned] = await Promise.all([
      context.service.listInstalledAbilities(MAY_BE_PARTIAL),
      context.undoLog.recent(MAX_LATER),
      readEnabling(run),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const left: LeftAlone[] = [];
    const ours: Item[] = [];
    const before: ToggleResult[] = [];
    for (const item of items) {
      const row = byId.get(item.id);
      if (!row) {
        // An unreadable row may be this Ability.
        if (mayBeListed(rows)(item.id)) ours.push(item);
        else left.push({ name: item.name, now: 'gone', by: null });
        continue;
      }
      const changed = changedSince(item, row.enabled, later, run);
      const plan = planned.get(item.id);
      if (!row.enabled && plan) {
        left.push({ name: row.name, now: 'disabled', ...plan });
        continue;
      }
      if (row.enabled && !changed && isAgain) {
        before.push({ kind: 'toggled', id: row.id, name: row.name, words: [...row.triggerWords] });
      } else if (!row.enabled && !changed) ours.push({ ...item, name: row.name });
      else if (changed || item.isDisabled) {
        left.push({ name: row.name, now: row.enabled ? 'enabled' : 'disabled', by: changed?.userId ?? null });
      }
    }
    const results = [...before, ...(await switchAll({ verb: 'enable' }, ours, context, before.length))];
    return { left, results, tried: ours.map(({ id }) => id) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { left: [], results: failAll(items, error), tried: items.map(({ id }) => id) };
  }
}

/** Abilities that a later plan enables, so they should stay disabled until then. */
async function readEnabling({
  context: { now, quiets, schedules },
  verbs,
}: Run): Promise<ReadonlyMap<InstalledAbilityId, { by: string; until: Date }>> {
  const [planned, open] = await Promise.all([schedules.list(), quiets.list()]);
  const coming = planned.filter(({ plannedFor }) => plannedFor > now().getTime());
  return new Map(
    coming.flatMap(({ line, plannedFor, userId }) => {
      const next = verbs.switchOfLine(line, { quiets: open });
      if (!next?.keepsDisabled) return [];
      return next.ids.map((id) => [id, { by: userId, until: new Date(plannedFor) }] as const);
    }),
  );
}

const failAll = (items: readonly Item[], error: AnyServiceError): ToggleResult[] =>
  items.map(({ id, name }) => ({ kind: 'trouble', id, name, error, effect: 'none' }));

/**
 * The change by which somebody gave an Ability its current state since it became quiet; null for none. Ignores undos
 * and undone changes.
 * @param later newest first.
 */
function changedSince(
  { id, since }: Item,
  enabled: boolean,
  later: readonly UndoRecord[],
  { changes }: Pick<Run, 'changes'>,
): UndoRecord | null {
  for (const record of later) {
    if (record.at.getTime() < since) return null;
    const item = changes.statesWanted(record).find((one) => one.id === id);
    if (item) return item.enabled === enabled ? record : null;
  }
  return null;
}
