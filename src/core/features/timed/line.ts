import type { InstalledAbilityId } from '@abilities-bot/service-api';
import type { OperationContext } from '../../operation-context.ts';
import { type AbilityRef, formatAbilityRef, parseAbilityRefs } from '../../references.ts';
import { writeExact } from './when.ts';

/** A plan when it is due: not for an Ability that somebody has switched likewise since, and back. */
export interface TimedSwitch {
  verb: 'timed-switch';
  wanted: 'enable' | 'disable';
  targets: AbilityRef[];
  since: Date;
  /** When it was to happen first; null in older lines. */
  plannedFor: Date | null;
}

const TIME = '(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z)';
const SUFFIX = new RegExp(`\\s+unchanged-since:${TIME}(?:\\s+planned-for:${TIME})?$`);

/** Reads the rest of the line of a plan; null for any other. */
export function readTimedSwitch(wanted: 'enable' | 'disable', argument: string): TimedSwitch | null {
  const [all, since, plannedFor] = SUFFIX.exec(argument) ?? [];
  if (all === undefined || since === undefined) return null;
  const [from, at] = [since, plannedFor].map((text) => (text === undefined ? null : new Date(text)));
  if (!from || Number.isNaN(from.getTime()) || (at && Number.isNaN(at.getTime()))) return null;
  const targets = parseAbilityRefs(argument.slice(0, -all.length));
  return { verb: 'timed-switch', wanted, targets, since: from, plannedFor: at ?? null };
}

export const idsLine = (ids: readonly InstalledAbilityId[]) =>
  ids.map((id) => formatAbilityRef({ by: 'installed', id })).join(', ');

/** The inverse. */
export const lineOf = (
  wanted: 'enable' | 'disable',
  ids: readonly InstalledAbilityId[],
  { plannedFor, since }: { plannedFor: Date; since: Date },
) => `${wanted} ${idsLine(ids)} unchanged-since:${writeExact(since)} planned-for:${writeExact(plannedFor)}`;

export const idsOf = ({ targets }: TimedSwitch): InstalledAbilityId[] =>
  targets.flatMap((ref) => (ref.by === 'installed' ? [ref.id] : []));

const PLANNED = /^(enable|disable)\s+([\s\S]+)$/;

/** The line of a plan; null for the end of quiet. */
export function readPlannedLine(line: string): TimedSwitch | null {
  const [, verb, rest = ''] = PLANNED.exec(line) ?? [];
  return verb === 'enable' || verb === 'disable' ? readTimedSwitch(verb, rest) : null;
}

/** What is planned for one Ability. `at`: null until somebody resumes. */
export interface Coming {
  what: 'enable' | 'disable' | 'resume';
  at: Date | null;
  userId: string;
}

/** Soonest first. Never throws, since it is only extra information. */
export async function readComing(
  id: InstalledAbilityId,
  { quiets, schedules }: Pick<OperationContext, 'quiets' | 'schedules'>,
): Promise<Coming[]> {
  try {
    const [planned, quiet] = await Promise.all([schedules.list(), quiets.list()]);
    const switches = planned.flatMap(({ line, plannedFor, userId }): Coming[] => {
      const command = readPlannedLine(line);
      return command && idsOf(command).includes(id) ? [{ what: command.wanted, at: new Date(plannedFor), userId }] : [];
    });
    const ends = quiet
      .filter(({ items }) => items.some((item) => item.id === id && item.isDisabled))
      .map(({ endsAt, userId }): Coming => ({ what: 'resume', at: endsAt === null ? null : new Date(endsAt), userId }));
    return [...switches, ...ends];
  } catch {
    return [];
  }
}
