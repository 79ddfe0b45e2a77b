const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

const PART =
  /(\d{1,4}(?:\.\d{1,2})?)\s*(m|min|mins|minute|minutes|h|hr|hrs|hour|hours|d|day|days|w|week|weeks)(?![a-z])[\s,]*(?:and\s+)?/giy;

export const MIN_DURATION_MS = UNITS.m;
export const MAX_DURATION_MS = 30 * UNITS.d;

/**
 * Milliseconds of `30m`, `1.5h`, `1h 30m`, `90 minutes` or `a week`; null if the text is no duration, or out of range.
 */
export function readDuration(text: string): number | null {
  const ms = readAnyDuration(text);
  return ms !== null && Number.isInteger(ms / UNITS.m) && ms >= MIN_DURATION_MS && ms <= MAX_DURATION_MS ? ms : null;
}

/** Like {@link readDuration}, but also reads durations that are out of range. */
export function readAnyDuration(text: string): number | null {
  const rest = text
    .trim()
    .replace(/[.!?]+$/, '')
    .replace(/^half an hour$/i, '30m')
    .replace(/^(?:an?|one)\s+(?=hour|minute|day|week)/i, '1 ');
  let at = 0;
  let total = 0;
  while (at < rest.length) {
    PART.lastIndex = at;
    const [all, count, word] = PART.exec(rest) ?? [];
    const unit = word?.charAt(0).toLowerCase();
    if (all === undefined || (unit !== 'm' && unit !== 'h' && unit !== 'd' && unit !== 'w')) return null;
    total += Number(count) * UNITS[unit];
    at += all.length;
  }
  return at === 0 ? null : total;
}

/** The inverse of {@link readDuration}: `1d 2h 30m`. */
export function writeDuration(ms: number): string {
  const minutes = Math.round(ms / UNITS.m);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'm'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? `${count}${unit}` : [])).join(' ');
}
