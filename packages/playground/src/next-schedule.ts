import { idsOf, readPlannedLine, wantedNow } from '../../../src/core/features/timed/line.ts';
import type { Store } from '../../../src/store/store.ts';

/** What the bot does next at a planned time. */
export interface NextSchedule {
  /** In milliseconds since 1970. A failed one is due again later than it was planned. */
  dueAt: number;
  plannedFor: number;
  /** `enable News` */
  what: string;
}

/** Enough to find the plan that named them. */
const MAX_RECORDS = 100;

function ofQuiet(line: string): string | null {
  if (line.startsWith('resume ')) return 'end quiet';
  return line.startsWith('quiet ') ? 'disable the remaining Abilities for quiet' : null;
}

/** From the database of the bots; null if nothing is planned. */
export async function readNextSchedule(store: Store, teamId: string): Promise<NextSchedule | null> {
  const tenant = store.of(teamId);
  const [dueAt, planned] = await Promise.all([store.schedules.nextDueAt(teamId), tenant.schedulesOf(null).list()]);
  const next = planned.find(({ plannedFor }) => plannedFor === dueAt) ?? planned[0];
  if (dueAt === null || !next) return null;
  const { line, plannedFor } = next;
  const command = readPlannedLine(line);
  if (!command) return { dueAt, plannedFor, what: ofQuiet(line) ?? line };
  // Asking the service would be traffic that no bot causes.
  const records = await tenant.auditLog.all({}, MAX_RECORDS);
  const targets = records.flatMap((record) => [...record.targets, ...(record.ended?.targets ?? [])]);
  const names = new Map(targets.flatMap(({ id, kind, name }) => (kind === 'installed' && name ? [[id, name]] : [])));
  const abilities = idsOf(command).map((id) => names.get(String(id)) ?? `ID ${id}`);
  return { dueAt, plannedFor, what: `${wantedNow(command)} ${abilities.join(', ')}` };
}
