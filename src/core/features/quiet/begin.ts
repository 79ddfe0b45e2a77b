import { nextMoment, zoneOf } from '../../../base/calendar.ts';
import type { Quiet } from '../../../store/quiet-record.ts';
import type { CatalogEntry } from '../../catalog.ts';
import { MAX_DURATION_MS, writeDuration } from '../../duration.ts';
import type { Run } from '../../feature.ts';
import { readCatalog } from '../../lookup.ts';
import { MAY_BE_PARTIAL } from '../../operation-context.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import { APPROVALS_UNREAD, isApprovalNeeded, readApprovals } from '../approvals/needed.ts';
import { writeExact } from '../timed/when.ts';
import { findAssigned } from '../toggle-all.ts';
import type { QuietCommand, QuietOutcome } from './quiet.ts';
import { MANY, QUIETS, switchAll } from './switch-all.ts';

type Begin = Extract<QuietCommand, { verb: 'quiet' }>;
type Quieted = Extract<QuietOutcome, { kind: 'quieted' }>;
type Started = Extract<QuietOutcome, { kind: 'quiet-started' }>;

/** The Abilities to disable. */
interface Scope {
  agent: Quiet['agent'];
  entries: readonly CatalogEntry[];
}

/**
 * Disables everything that is enabled. First saves what it will disable and when quiet ends, so that nothing is lost if
 * the process is killed. A second quiet for the same Agent extends the first one and sets its end.
 */
export async function beginQuiet(command: Begin, run: Run): Promise<Outcome> {
  const { context } = run;
  const chosen = await readApprovals(context);
  if (chosen === null) return APPROVALS_UNREAD;
  const asked = endOf(command, run);
  if (typeof asked === 'string' && !command.keepsEnd) return { kind: 'refused', refusal: { why: asked } };
  return context.locks.alone(QUIETS, async () => {
    const scope = await readScope(command, asked, run);
    if ('why' in scope) return { kind: 'refused', refusal: scope };
    if (isApprovalNeeded(chosen, 'disable', { isEnabled: true })) {
      return { kind: 'refused', refusal: { why: 'quiet-needs-approval', agent: scope.agent?.id ?? null } };
    }
    const open = await context.quiets.list();
    const before = open.find((one) => one.agent?.id === scope.agent?.id);
    const whole = open.find(({ agent }) => agent === null);
    const now = context.now();
    const kept = command.keepsEnd ? [before, whole].find((quiet) => quiet && isStillQuiet(quiet, now)) : undefined;
    const endsAt = kept ? kept.endsAt : asked;
    if (typeof endsAt === 'string') return { kind: 'refused', refusal: { why: endsAt } };
    return disableAll(scope, { open, before, endsAt, isSameEnd: kept !== undefined && kept === before }, run);
  });
}

/** False while the bot retries what could not be enabled at the end. */
export const isStillQuiet = ({ endsAt, tries, unfinished }: Quiet, now: Date): boolean =>
  tries === 0 && unfinished !== 'end' && (endsAt === null || endsAt > now.getTime());

/** Why quiet can't end at a time. */
type NoEnd = 'quiet-time-passed' | 'quiet-time-too-far';

/** Null if quiet can end at this time. */
export function whyNoEnd(at: Date, now: Date): NoEnd | null {
  if (at <= now) return 'quiet-time-passed';
  return at.getTime() - now.getTime() <= MAX_DURATION_MS ? null : 'quiet-time-too-far';
}

/** In milliseconds since 1970; null for a quiet without an end. */
function endOf({ forMs, until }: Begin, { context, requester: { access } }: Run): number | NoEnd | null {
  const now = context.now();
  if (until === undefined) return forMs === null ? null : now.getTime() + forMs;
  const at = 'exact' in until ? until.exact : nextMoment(until, now, zoneOf(access.known ? access : {}));
  return at === null ? 'quiet-time-passed' : (whyNoEnd(at, now) ?? at.getTime());
}

/** Disables again what a quiet period should have disabled, without changing its end; null if it has ended. */
export async function disableRest(id: string, run: Run): Promise<Outcome | null> {
  const { context } = run;
  const chosen = await readApprovals(context);
  if (chosen === null) return APPROVALS_UNREAD;
  if (isApprovalNeeded(chosen, 'disable', { isEnabled: true })) {
    return { kind: 'refused', refusal: { why: 'quiet-needs-approval', agent: null } };
  }
  return context.locks.alone(QUIETS, async () => {
    const quiet = (await context.quiets.list()).find((one) => one.id === id);
    if (!quiet) return null;
    const { agent, endsAt } = quiet;
    // Abilities that somebody has enabled since stay enabled.
    const ids = new Set(quiet.items.flatMap((item) => (item.isDisabled ? [] : item.id)));
    const { entries } = await readCatalog(context, MAY_BE_PARTIAL);
    const left = enabledOf(entries).filter((item) => ids.has(item.id));
    const before = quiet.unfinished === 'begin' ? disabledOf(entries).filter(({ id }) => ids.has(id)) : [];
    const shown = { kind: 'quieted', agent, quietId: id, endPostedIn: null } as const;
    const results = await disable(quiet, left, before, run);
    return { ...shown, endsAt: endsAt === null ? null : new Date(endsAt), extended: null, isAgain: true, results };
  });
}

/** Calls endpoints 5 and 6, and 1 for an Agent. */
async function readScope(command: Begin, asked: number | NoEnd | null, { context }: Run): Promise<Scope | Refusal> {
  const { agent: ref } = command;
  const rest = afterAgent(command, asked);
  const [catalog, assigned] = await Promise.all([
    readCatalog(context, MAY_BE_PARTIAL),
    ref === null ? null : findAssigned(ref, { verb: 'quiet', rest }, context),
  ]);
  if (assigned === null) return { agent: null, entries: catalog.entries };
  if ('why' in assigned) {
    if (assigned.why === 'no-such-agent' && command.mayBeEnd) return { ...assigned, mayBeEnd: true };
    if (assigned.why !== 'agent-abilities-unknown') return assigned;
    return { why: 'quiet-agent-unknown', agent: assigned.agent, rest };
  }
  const { abilityIds, agent } = assigned;
  const entries = catalog.entries.filter(({ ability }) => ability !== null && abilityIds.includes(ability.id));
  return { agent: { id: agent.id, name: agent.name }, entries };
}

/** The rest of the line, after the Agent. @param asked the end, which a time of day doesn't tell. */
export function afterAgent({ forMs, keepsEnd, until }: Begin, asked: number | NoEnd | null): string {
  const keep = keepsEnd ? ' keep:' : '';
  if (forMs !== null) return `${keep} for ${writeDuration(forMs)}`;
  const at = typeof asked === 'number' ? new Date(asked) : until && 'exact' in until ? until.exact : null;
  return at === null ? keep : `${keep} until ${writeExact(at)}`;
}

type Item = Pick<Quiet['items'][number], 'id' | 'name'>;

const enabledOf = (entries: readonly CatalogEntry[]): Item[] =>
  entries.flatMap(({ installed, state }) =>
    installed && state === 'enabled' ? [{ id: installed.id, name: installed.name }] : [],
  );

const disabledOf = (entries: readonly CatalogEntry[]) =>
  entries.flatMap(({ installed, state }) => {
    if (!installed || state !== 'disabled') return [];
    const { id, name, triggerWords } = installed;
    return [{ kind: 'toggled' as const, id, name, words: [...triggerWords] }];
  });

/** `before`: the quiet that this one extends. `isSameEnd`: true if its end stays as planned. */
interface Extending {
  open: readonly Quiet[];
  before: Quiet | undefined;
  endsAt: number | null;
  isSameEnd: boolean;
}

async function disableAll(
  { agent, entries }: Scope,
  { before, endsAt, isSameEnd, open }: Extending,
  run: Run,
): Promise<Quieted | Started> {
  const { context, requester } = run;
  const now = context.now().getTime();
  const enabled = enabledOf(entries);
  // Abilities in another quiet period stay disabled until both have ended.
  const inScope = new Set(
    entries.flatMap(({ installed, state }) => (installed && state === 'disabled' ? installed.id : [])),
  );
  const shared = open.flatMap((one) => one.items.filter((item) => inScope.has(item.id)));
  const fresh = enabled.map((item) => ({ ...item, since: now, isDisabled: false }));
  const items = [...new Map([...shared, ...(before?.items ?? []), ...fresh].map((item) => [item.id, item])).values()];
  const shown = { kind: 'quieted', agent, isAgain: false } as const;
  const extended = before ? { from: before.endsAt === null ? null : new Date(before.endsAt) } : null;
  if (items.length === 0) return { ...shown, quietId: null, endsAt: null, endPostedIn: null, extended, results: [] };
  const id = before?.id ?? newId();
  const { channelId = null, userId } = requester;
  const owner = before && isSameEnd ? before.userId : userId;
  const quiet = { id, agent, userId: owner, startedAt: before?.startedAt ?? now, endsAt, items, tries: 0 };
  const isMany = enabled.length > MANY;
  await context.quiets.save(isMany ? { ...quiet, unfinished: 'begin' } : quiet);
  if (endsAt === null) await context.schedules.cancel(id);
  else if (!isSameEnd)
    await context.schedules.plan({ id, userId, channelId, partOf: null, line: `resume due:${id}` }, endsAt);
  if (isMany) {
    const line = `quiet again:${id}`;
    await context.schedules.plan({ id: newId(), userId, channelId, partOf: id, line }, now);
    const count = enabled.length;
    return {
      kind: 'quiet-started',
      agent,
      quietId: id,
      endsAt: endsAt === null ? null : new Date(endsAt),
      count,
    };
  }
  const results = await disable(quiet, enabled, [], run);
  const endPostedIn = endsAt === null || isSameEnd ? null : channelId;
  return { ...shown, quietId: id, endsAt: endsAt === null ? null : new Date(endsAt), endPostedIn, extended, results };
}

/** Saves which ones were disabled, so that the end doesn't report the others as changed by somebody. */
async function disable(
  { unfinished: _, ...quiet }: Quiet,
  items: readonly Item[],
  before: Quieted['results'],
  { context }: Run,
): Promise<Quieted['results']> {
  const results = [
    ...before,
    ...(await switchAll({ verb: 'disable', isApproved: true }, items, context, before.length)),
  ];
  const disabled = new Set(
    results.flatMap((result) => (result.kind === 'toggled' || result.kind === 'unchanged' ? [result.id] : [])),
  );
  const marked = quiet.items.map((item) => (disabled.has(item.id) ? { ...item, isDisabled: true } : item));
  await context.quiets.save({ ...quiet, items: marked });
  return results;
}

const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);
