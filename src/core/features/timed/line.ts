import type { InstalledAbilityId } from '@abilities-bot/service-api';
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
