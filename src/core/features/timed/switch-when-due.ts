import type { InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import type { Quiet } from '../../../store/quiet-record.ts';
import type { UndoRecord } from '../../../store/undo-record.ts';
import type { Run } from '../../feature.ts';
import { MAY_BE_PARTIAL } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { addToQuiet } from '../quiet/add-to-quiet.ts';
import { toggleTargets } from '../toggle/toggle.ts';
import { idsOf, lineOf, nextTime, type TimedSwitch, wantedNow } from './line.ts';
import type { LeftToPerson } from './timed.ts';

/** How many later changes are searched. */
const MAX_LATER = 1000;
/** Failed Abilities are retried until an hour after the planned time. */
const AGAIN_MS = 5 * 60_000;
const GIVE_UP_MS = 60 * 60_000;

/**
 * Carries out a plan that is due. Skips an Ability that a person has since switched as planned and back again, because
 * the plan may no longer be wanted. While everything is quiet, enables nothing; the end of quiet does.
 */
export async function switchWhenDue(command: TimedSwitch, run: Run): Promise<Outcome> {
  const wanted = wantedNow(command);
  const { context } = run;
  const [rows, later, quiets] = await Promise.all([
    context.service.listInstalledAbilities(MAY_BE_PARTIAL),
    context.undoLog.recent(MAX_LATER),
    context.quiets.list(),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const quiet = wanted === 'enable' ? quiets.find(({ agent }) => agent === null) : undefined;
  const left: LeftToPerson[] = [];
  const ours: InstalledAbilityId[] = [];
  for (const id of idsOf(command)) {
    const row = byId.get(id);
    const reason = row && whyLeft(row, command, later, quiet, run);
    if (row && reason) left.push({ id, name: row.name, ...reason });
    else ours.push(id);
  }
  if (quiet)
    await addToQuiet(
      quiet.id,
      left.filter(({ why }) => why === 'quiet'),
      context,
    );
  if (ours.length === 0) return { kind: 'timed-done', wanted, of: null, left, againAt: null };
  const targets = ours.map((id) => ({ by: 'installed', id }) as const);
  const of = await toggleTargets({ verb: wanted, targets }, run);
  const againAt = await planAgain(failedOf(of, ours), command, run);
  return left.length === 0 && againAt === null ? of : { kind: 'timed-done', wanted, of, left, againAt };
}

/** Null if the Ability can be switched, or is already in the planned state. */
function whyLeft(
  { enabled, id }: InstalledAbility,
  command: TimedSwitch,
  later: readonly UndoRecord[],
  quiet: Quiet | undefined,
  { changes }: Pick<Run, 'changes'>,
): { why: 'changed'; by: string } | { why: 'quiet' } | null {
  const { since } = command;
  const goal = wantedNow(command) === 'enable';
  if (enabled === goal) return null;
  const ofThis = later.flatMap((record) =>
    record.at < since
      ? []
      : changes
          .statesWanted(record)
          .flatMap((state) => (state.id === id ? [{ enabled: state.enabled, userId: record.userId }] : [])),
  );
  const [latest] = ofThis;
  if (latest && ofThis.some((one) => one.enabled === goal)) return { why: 'changed', by: latest.userId };
  return quiet ? { why: 'quiet' } : null;
}

/** The Abilities that may not be in the planned state. */
export function failedOf(of: Outcome, ids: readonly InstalledAbilityId[]): InstalledAbilityId[] {
  if (of.kind === 'trouble') return [...ids];
  if (of.kind !== 'toggled-several') return [];
  const settled = new Set(
    of.results.flatMap((result) => (result.kind === 'trouble' || result.kind === 'refused' ? [] : [result.id])),
  );
  return ids.filter((id) => !settled.has(id));
}

/** @returns the next retry; null for none. */
async function planAgain(
  ids: readonly InstalledAbilityId[],
  command: TimedSwitch,
  { context, requester }: Run,
): Promise<Date | null> {
  const { channelId = null, planned, userId } = requester;
  const { plan, plannedFor, since } = command;
  const now = context.now();
  const first = plannedFor ?? now;
  const at = new Date(now.getTime() + AGAIN_MS);
  if (ids.length === 0 || at.getTime() - first.getTime() > GIVE_UP_MS) return null;
  const next = nextTime(command);
  if (next && next.at <= at) return null;
  const own = (await context.schedules.list()).find(({ id }) => id === planned?.id);
  // The plan was canceled while it ran.
  if (planned && !own) return null;
  const line = lineOf(wantedNow(command), ids, { since: command.every ? now : since, plannedFor: first, plan });
  // The retry replaces a one-time plan, but is added to a recurring one.
  const isBeside = !planned || command.every !== null;
  const id = isBeside ? crypto.randomUUID().replaceAll('-', '').slice(0, 16) : planned.id;
  const partOf = isBeside ? (planned?.id ?? null) : (own?.partOf ?? null);
  await context.schedules.plan({ id, userId, channelId, partOf, line }, at.getTime());
  return at;
}
