import type { InstalledAbilityId } from '@abilities-bot/service-api';
import type { OperationContext } from '../../operation-context.ts';
import { type AbilityRef, formatAbilityRef, parseAbilityRefs } from '../../references.ts';
import { writeExact } from './when.ts';

/** The second half of a plan: not if somebody has done and reverted it since. */
export interface TimedSwitch {
  verb: 'timed-switch';
  wanted: 'enable' | 'disable';
  targets: AbilityRef[];
  since: Date;
}

const SINCE = /\s+unchanged-since:(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)$/;

/** Reads the line of a plan's second half; null for any other. */
export function readTimedSwitch(wanted: 'enable' | 'disable', argument: string): TimedSwitch | null {
  const [all, since] = SINCE.exec(argument) ?? [];
  if (all === undefined || since === undefined) return null;
  const at = new Date(since);
  if (Number.isNaN(at.getTime())) return null;
  return { verb: 'timed-switch', wanted, targets: parseAbilityRefs(argument.slice(0, -all.length)), since: at };
}

export const idsLine = (ids: readonly InstalledAbilityId[]) =>
  ids.map((id) => formatAbilityRef({ by: 'installed', id })).join(', ');

/** The inverse. */
export const lineOf = (wanted: 'enable' | 'disable', ids: readonly InstalledAbilityId[], since: Date) =>
  `${wanted} ${idsLine(ids)} unchanged-since:${writeExact(since)}`;

/** What is planned for one Ability. `at`: null until somebody resumes. */
export interface Coming {
  what: 'enable' | 'disable' | 'resume';
  at: Date | null;
  userId: string;
}

const PLANNED = /^(enable|disable)\s+([\s\S]+)$/;

/** The line of a plan; null for the end of quiet. */
export function readPlannedLine(line: string): TimedSwitch | null {
  const [, verb, rest = ''] = PLANNED.exec(line) ?? [];
  return verb === 'enable' || verb === 'disable' ? readTimedSwitch(verb, rest) : null;
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
      const isMeant = command?.targets.some((ref) => ref.by === 'installed' && ref.id === id);
      return command && isMeant ? [{ what: command.wanted, at: new Date(plannedFor), userId }] : [];
    });
    const ends = quiet
      .filter(({ items }) => items.some((item) => item.id === id && item.isDisabled))
      .map(({ endsAt, userId }): Coming => ({ what: 'resume', at: endsAt === null ? null : new Date(endsAt), userId }));
    return [...switches, ...ends];
  } catch {
    return [];
  }
}
