interface DateView {
  /** In milliseconds. */
  now: number;
  locale?: string | undefined;
  /** The viewer's; defaults to the browser's. */
  timeZone?: string | undefined;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const HALF_A_YEAR = 183 * DAY;

/**
 * Formats a time by Slack's `<!date^…>` syntax: placeholders such as `{date}` and `{time}` are replaced in the viewer's
 * time zone. Returns null for a placeholder that Slack does not have; the fallback is shown then.
 * @param epoch in seconds
 */
export function formatDate(epoch: number, format: string, view: DateView): string | null {
  let known = true;
  const text = format.replace(/\{(\w+)\}/g, (_, name: string) => {
    const written = writePlaceholder(name, epoch * 1000, view);
    known &&= written !== null;
    return written ?? '';
  });
  return known ? text : null;
}

function writePlaceholder(name: string, at: number, view: DateView): string | null {
  if (name.endsWith('_pretty'))
    return nameDay(at, view) ?? writePlaceholder(name.slice(0, -'_pretty'.length), at, view);
  // Slack omits the year for dates less than half a year away.
  const year = Math.abs(at - view.now) < HALF_A_YEAR ? undefined : 'numeric';
  switch (name) {
    case 'date_num':
      return write(at, { ...view, locale: 'sv-SE' }, { dateStyle: 'short' });
    case 'date_slash':
      return write(at, view, { day: '2-digit', month: '2-digit', year: 'numeric' });
    case 'date':
      return write(at, view, { day: 'numeric', month: 'long', year });
    case 'date_short':
      return write(at, view, { day: 'numeric', month: 'short', year });
    case 'date_long':
      return write(at, view, { weekday: 'long', day: 'numeric', month: 'long', year });
    case 'time':
      return write(at, view, { hour: 'numeric', minute: '2-digit' });
    case 'time_secs':
      return write(at, view, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
    case 'ago':
      return writeAgo(at, view);
    default:
      return null;
  }
}

function write(at: number, { locale, timeZone }: DateView, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at);
}

/** Yesterday, today or tomorrow; null for any other day. */
function nameDay(at: number, view: DateView): string | null {
  const dayOf = (time: number) => Date.parse(write(time, { ...view, locale: 'sv-SE' }, { dateStyle: 'short' })) / DAY;
  const days = dayOf(at) - dayOf(view.now);
  if (Math.abs(days) > 1) return null;
  return new Intl.RelativeTimeFormat(view.locale, { numeric: 'auto' }).format(days, 'day');
}

function writeAgo(at: number, { now, locale }: DateView): string {
  const minutes = Math.round((at - now) / MINUTE);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  if (Math.abs(minutes) < 24 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / (24 * 60)), 'day');
}
