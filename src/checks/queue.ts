import { bad, good, type Verdict } from '../core/finding.ts';
import type { OpenUploadCounts } from '../store/count-open-uploads.ts';
import type { StoreKind } from '../store/schema.ts';
import { ageWords } from './ages.ts';
import type { Check } from './check.ts';
import { STORE_FIX } from './store.ts';

/** More than that wait, or one does for so many seconds: nobody seems to work on them. */
const MAX_WAITING = 10;
const LONGEST_WAIT = 15 * 60;

export interface QueueSource {
  kind: StoreKind;
  countOpen: () => Promise<OpenUploadCounts>;
  /** When the next upload is, or was, due; null when none is open. In milliseconds since 1970. */
  nextDueAt: () => Promise<number | null>;
  /** How many this process works on, and at most; null where there is no bot. */
  atWork: (() => { now: number; most: number }) | null;
  now: () => number;
}

/** The uploads whose end was not told yet. */
export const checkQueue = (source: QueueSource): Check => ({
  subject: 'Queue',
  fixWithoutAnswer: STORE_FIX[source.kind],
  look: async () => {
    const [counts, dueAt] = await Promise.all([source.countOpen(), source.nextDueAt()]);
    const waited = dueAt === null ? 0 : Math.max(0, Math.floor((source.now() - dueAt) / 1000));
    return judge(counts, waited, source.atWork?.() ?? null);
  },
});

function judge(
  { byState, waiting }: OpenUploadCounts,
  waited: number,
  atWork: { now: number; most: number } | null,
): Verdict {
  const open = [...byState].filter(([, count]) => count > 0);
  const states = open.map(([state, count]) => `${count} ${state}`).join(', ');
  const all = open.reduce((sum, [, count]) => sum + count, 0);
  const found = [
    all === 0 ? 'No upload is open.' : `${all} ${all === 1 ? 'upload is' : 'uploads are'} open: ${states}.`,
    ...(waiting > 0
      ? [`${waiting} of them ${waiting === 1 ? 'waits' : 'wait'}, the first for ${ageWords(waited)}.`]
      : []),
    ...(atWork ? [`This process works on ${atWork.now} of at most ${atWork.most}.`] : []),
  ].join(' ');
  // Before a start nobody works on them, and that is no reason to worry.
  const isStuck = atWork !== null && waiting > 0 && (waiting > MAX_WAITING || waited > LONGEST_WAIT);
  if (!isStuck) return good(found);
  return bad(found, 'Raise UPLOADS_AT_ONCE, or run one more process; if nothing moves, look for errors in the log.');
}
