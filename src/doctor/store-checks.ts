import { type Clock, systemClock } from '../base/clock.ts';
import { bad, good, unknown, type Verdict } from '../core/finding.ts';
import type { StoreHealth } from '../store/check-store.ts';
import { type MigrationState, StoreError } from '../store/database.ts';
import type { StoreInspection } from '../store/inspect-store.ts';
import type { StoreKind } from '../store/schema.ts';
import type { OpenUploadCounts } from '../store/upload-queue.ts';
import { ageWords, type Check, errorCodeOf } from './check.ts';

const STORE_NAMES: Record<StoreKind, string> = {
  libsql: 'file in DATA_DIR',
  postgresql: 'PostgreSQL',
};
const WRITE_FIX: Record<StoreKind, string> = {
  libsql: "Check that the disk with DATA_DIR isn't full or read-only. Until that's fixed, every change is rejected.",
  postgresql:
    "Check that PostgreSQL has disk space and isn't read-only, and that DATABASE_URL points to the primary. Until that's fixed, every change is rejected.",
};
const STORE_FIX: Record<StoreKind, string> = {
  libsql: 'Check that bot.sqlite in DATA_DIR exists, is intact and writable, and that the disk is not full.',
  postgresql: 'Check DATABASE_URL, PostgreSQL and the network.',
};

export const checkStore = (store: { kind: StoreKind; check: () => Promise<StoreHealth> }): Check => ({
  subject: 'Store',
  fixWithoutAnswer: STORE_FIX[store.kind],
  run: async () => {
    const startedAt = performance.now();
    const { refusesWrites } = await store.check();
    if (refusesWrites) {
      return noWrites(store.kind, errorCodeOf(refusesWrites));
    }
    return good(`Up (${STORE_NAMES[store.kind]}), responds in ${Math.round(performance.now() - startedAt)} ms.`);
  },
});

const noWrites = (kind: StoreKind, code: string): Verdict =>
  bad(`It can be read but not written to${code}.`, WRITE_FIX[kind]);

/** Checks that the database schema matches this version. */
export const checkMigrations = (store: { kind: StoreKind; readMigrations: () => Promise<MigrationState> }): Check => ({
  subject: 'Migrations',
  fixWithoutAnswer: STORE_FIX[store.kind],
  run: async () => judgeMigrations(await store.readMigrations(), 'Restart the bot: it applies them on start.'),
});

/** @param fixMissing how to apply missing migrations; null if the next start applies them */
function judgeMigrations({ foreign, known, missing }: MigrationState, fixMissing: string | null): Verdict {
  if (foreign > 0) {
    return bad(
      `A newer version has migrated this database: ${foreign} unknown ${foreign === 1 ? 'migration' : 'migrations'}.`,
      'Run that version, or restore the backup from before the upgrade.',
    );
  }
  if (missing === 0) return good(`All ${known} applied.`);
  const found = `${missing} of ${known} not applied`;
  return fixMissing === null ? good(`${found} yet. The next start applies them.`) : bad(`${found}.`, fixMissing);
}

/** If more uploads than this are queued, or one for longer than this many seconds, nothing processes them. */
const MAX_WAITING = 10;
const LONGEST_WAIT = 15 * 60;

export interface QueueSource {
  kind: StoreKind;
  countOpen: () => Promise<OpenUploadCounts>;
  /** Due time of the next open upload, in milliseconds since 1970; null if none is open. */
  nextDueAt: () => Promise<number | null>;
  /** The number of uploads in progress in this process, and its limit; null without a running bot. */
  atWork: (() => { now: number; max: number }) | null;
  now: Clock['now'];
}

/** Open uploads are those whose result has not been posted yet. */
export const checkQueue = (source: QueueSource): Check => ({
  subject: 'Queue',
  fixWithoutAnswer: STORE_FIX[source.kind],
  run: async () => {
    const [counts, dueAt] = await Promise.all([source.countOpen(), source.nextDueAt()]);
    const waited = dueAt === null ? 0 : Math.max(0, Math.floor((source.now() - dueAt) / 1000));
    return judge(counts, waited, source.atWork?.() ?? null);
  },
});

function judge(
  { byState, waiting }: OpenUploadCounts,
  waited: number,
  atWork: { now: number; max: number } | null,
): Verdict {
  const open = [...byState].filter(([, count]) => count > 0);
  const states = open.map(([state, count]) => `${count} ${state}`).join(', ');
  const all = open.reduce((sum, [, count]) => sum + count, 0);
  const found = [
    all === 0 ? 'No open uploads.' : `${all} open ${all === 1 ? 'upload' : 'uploads'}: ${states}.`,
    ...(waiting > 0 ? [`${waiting} queued, the oldest for ${ageWords(waited)}.`] : []),
    ...(atWork ? [`${atWork.now} running in this process (limit ${atWork.max}).`] : []),
  ].join(' ');
  // Without a running bot, nothing processes uploads, which is normal.
  const isStuck = atWork !== null && waiting > 0 && (waiting > MAX_WAITING || waited > LONGEST_WAIT);
  if (!isStuck) return good(found);
  return bad(
    found,
    "Raise UPLOADS_AT_ONCE or run another process. If the queue doesn't shrink, check the log for errors.",
  );
}

/**
 * Checks the store, its migrations and its queue without opening the store.
 * @param refusesWrites true if a bot running on this machine reports that. The check itself writes nothing to find out.
 */
export function checkOpenStore(
  kind: StoreKind,
  inspect: () => Promise<StoreInspection>,
  refusesWrites: () => Promise<boolean>,
): Check[] {
  const fixWithoutAnswer = STORE_FIX[kind];
  /** If the store is down, only the first check reports it. */
  const unlessAway = async (check: (inspection: StoreInspection) => Promise<Verdict> | Verdict): Promise<Verdict> => {
    const inspection = await inspect().catch((error: unknown) => {
      if (error instanceof StoreError) return null;
      throw error;
    });
    return inspection ? check(inspection) : unknown("Couldn't be checked: the store is down.");
  };
  return [
    { subject: 'Store', fixWithoutAnswer, run: () => inspectStore(kind, inspect, refusesWrites) },
    { subject: 'Migrations', fixWithoutAnswer, run: () => unlessAway(judgeAppliedMigrations) },
    { subject: 'Queue', fixWithoutAnswer, run: () => unlessAway(judgeQueue) },
  ];
}

async function inspectStore(
  kind: StoreKind,
  inspect: () => Promise<StoreInspection>,
  refusesWrites: () => Promise<boolean>,
): Promise<Verdict> {
  try {
    const { migrations } = await inspect();
    if (migrations !== null && (await refusesWrites())) return noWrites(kind, '');
    if (migrations !== null) return good(`Up (${STORE_NAMES[kind]}).`);
    return good(
      kind === 'libsql'
        ? 'No database in DATA_DIR yet. The first start creates it.'
        : 'PostgreSQL is up. The database is empty.',
    );
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const [found = '', fix = STORE_FIX[kind]] = error.message.split(' Nothing changed. ');
    return bad(found, fix);
  }
}

const judgeAppliedMigrations = ({ migrations }: StoreInspection): Verdict =>
  migrations === null ? good('None applied yet. The first start applies them.') : judgeMigrations(migrations, null);

async function judgeQueue({ kind, migrations, queue }: StoreInspection): Promise<Verdict> {
  if (migrations === null) return good('No open uploads.');
  if (queue === null) return unknown("Can't be checked until the migrations are applied.");
  const { counts, nextDueAt } = queue;
  return checkQueue({
    kind,
    countOpen: async () => counts,
    nextDueAt: async () => nextDueAt,
    atWork: null,
    now: systemClock.now,
  }).run();
}
