import type { Check } from '../../checks/check.ts';
import { judgeMigrations } from '../../checks/migrations.ts';
import { checkQueue } from '../../checks/queue.ts';
import { STORE_FIX, STORE_NAMES } from '../../checks/store.ts';
import { bad, good, unknown, type Verdict } from '../../core/finding.ts';
import type { StoreInspection } from '../../store/inspect-store.ts';
import type { StoreKind } from '../../store/schema.ts';
import { StoreError } from '../../store/store-error.ts';

/** The store, its migrations and its queue as they were left, before a bot opens it. */
export function checkKeptStore(kind: StoreKind, inspect: () => Promise<StoreInspection>): Check[] {
  const fixWithoutAnswer = STORE_FIX[kind];
  /** What the store itself is bad for is not said three times. */
  const unlessAway = async (say: (inspection: StoreInspection) => Promise<Verdict> | Verdict): Promise<Verdict> => {
    const inspection = await inspect().catch((error: unknown) => {
      if (error instanceof StoreError) return null;
      throw error;
    });
    return inspection ? say(inspection) : unknown('The store does not tell.');
  };
  return [
    { subject: 'Store', fixWithoutAnswer, look: () => lookAtStore(kind, inspect) },
    { subject: 'Migrations', fixWithoutAnswer, look: () => unlessAway(lookAtMigrations) },
    { subject: 'Queue', fixWithoutAnswer, look: () => unlessAway(lookAtQueue) },
  ];
}

async function lookAtStore(kind: StoreKind, inspect: () => Promise<StoreInspection>): Promise<Verdict> {
  try {
    const { migrations } = await inspect();
    if (migrations !== null) return good(`It answers: ${STORE_NAMES[kind]}.`);
    return good(
      kind === 'libsql'
        ? 'There is none in DATA_DIR yet; the first start makes it.'
        : 'PostgreSQL answers, and is empty.',
    );
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const [found = '', fix = STORE_FIX[kind]] = error.message.split(' Nothing was changed. ');
    return bad(found, fix);
  }
}

const lookAtMigrations = ({ migrations }: StoreInspection): Verdict =>
  migrations === null ? good('None is made yet; the first start makes them all.') : judgeMigrations(migrations, null);

async function lookAtQueue({ kind, migrations, queue }: StoreInspection): Promise<Verdict> {
  if (migrations === null) return good('No upload is open.');
  if (queue === null) return unknown('It can be read when the migrations are made.');
  const { counts, nextDueAt } = queue;
  return checkQueue({
    kind,
    countOpen: async () => counts,
    nextDueAt: async () => nextDueAt,
    atWork: null,
    now: Date.now,
  }).look();
}
