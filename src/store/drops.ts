import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import type { Schema } from './schema.ts';

/** Longer than Slack redelivers an event, to recognize redeliveries. */
const KEEP_MS = 30 * 60_000;
/** Maximum number of shares that `takeDue` returns. */
const MAX_DUE = 50;
/** A share with this many files is taken without waiting for more. Slack allows ten files per message. */
const MAX_FILES = 50;

/** A shared file, from Slack's event. */
export interface Drop {
  eventId: string;
  channelId: string;
  userId: string;
  fileId: string;
}

/** Files that one person shared in one channel at about the same time. */
export interface Share {
  tenantId: string;
  channelId: string;
  userId: string;
  /** In the order in which the events were stored. The same file may have several events. */
  files: Pick<Drop, 'eventId' | 'fileId'>[];
  /** How often the share was taken. A higher number means that another process has taken it since. */
  tries: number;
}

type Rows = SelectQueryBuilder<Schema, 'drops', { position: number }>;

const unanswered = (db: Kysely<Schema>): Rows =>
  db.selectFrom('drops').select('position').where('answered_at', 'is', null);

/** The shared files of one workspace. */
export interface TenantDrops {
  /** Adds a file that is due after `dueMs`. Ignores redeliveries. */
  add(drop: Drop, dueMs: number): Promise<void>;
  /**
   * Takes all untaken files of a share, leased for `leaseMs`.
   * @returns null if this event's file was already taken; or if another file was stored after it, unless there are at
   * least 50.
   */
  takeShare(of: Pick<Drop, 'channelId' | 'eventId' | 'userId'>, leaseMs: number): Promise<Share | null>;
  /** Extends the lease. @returns false if it has expired and the share was taken again. */
  renew(share: Share, leaseMs: number): Promise<boolean>;
  /** Marks the files as answered, unless the share was taken again. The rows are kept to recognize redeliveries. */
  markAnswered(share: Share): Promise<void>;
  /** Deletes all of the workspace's drops. */
  forget(): Promise<void>;
}

/**
 * Shared files, stored before their events are acked. Slack sends one event per file, perhaps to different processes;
 * the one that receives the last event takes the share. If that process doesn't answer, any other may take the share
 * once it is due.
 *
 * `position` orders the files independently of the processes' clocks. If a process's clock is slow, its files are due
 * earlier and its leases expire earlier, by the difference.
 */
export class Drops {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'now'>) {
    this.#parts = parts;
  }

  of(tenantId: string): TenantDrops {
    const { db } = this.#parts;
    const ofTeam = () => unanswered(db).where('team_id', '=', tenantId);
    const held = ({ files, tries }: Share) => {
      const eventIds = files.map(({ eventId }) => eventId);
      return ofTeam().where('event_id', 'in', eventIds).where('tries', '=', tries);
    };
    return {
      add: async ({ channelId, eventId, fileId, userId }, dueMs) => {
        await db
          .insertInto('drops')
          .values({
            team_id: tenantId,
            event_id: eventId,
            channel_id: channelId,
            user_id: userId,
            file_id: fileId,
            due_at: this.#in(dueMs),
            tries: 0,
            answered_at: null,
          })
          .onConflict((conflict) => conflict.columns(['team_id', 'event_id']).doNothing())
          .execute();
      },
      takeShare: async ({ channelId, eventId, userId }, leaseMs) => {
        const untaken = ofTeam()
          .where('channel_id', '=', channelId)
          .where('user_id', '=', userId)
          .where('tries', '=', 0);
        const counted = untaken.clearSelect();
        const isReady = untaken.where(({ eb, or }) =>
          or([
            eb(
              counted.select(({ fn }) => fn.max('position').as('last')),
              '=',
              ofTeam().where('event_id', '=', eventId),
            ),
            eb(
              counted.select(({ fn }) => fn.countAll<number>().as('files')),
              '>=',
              MAX_FILES,
            ),
          ]),
        );
        return this.#take(isReady, 0, leaseMs);
      },
      renew: async (share, leaseMs) => (await this.#update(held(share), { due_at: this.#in(leaseMs) })).length > 0,
      markAnswered: async (share) => {
        await this.#update(held(share), { answered_at: this.#in(0) });
      },
      forget: async () => {
        await db.deleteFrom('drops').where('team_id', '=', tenantId).execute();
      },
    };
  }

  /**
   * Leases due shares of one workspace, or of all if null. Each share goes to only one caller, once all of its files
   * are due: before that, the process that received the last file waits for more.
   */
  async takeDue(leaseMs: number, tenantId: string | null): Promise<Share[]> {
    const { db } = this.#parts;
    const now = this.#in(0);
    const due = await unanswered(db)
      .clearSelect()
      .select(['team_id', 'channel_id', 'user_id', 'tries'])
      .$if(tenantId !== null, (all) => all.where('team_id', '=', tenantId))
      .groupBy(['team_id', 'channel_id', 'user_id', 'tries'])
      .having(({ fn }) => fn.max('due_at'), '<=', now)
      .orderBy(({ fn }) => fn.min('due_at'))
      .limit(MAX_DUE)
      .execute();
    const shares: Share[] = [];
    for (const { channel_id, team_id, tries, user_id } of due) {
      const files = unanswered(db)
        .where('team_id', '=', team_id)
        .where('channel_id', '=', channel_id)
        .where('user_id', '=', user_id)
        .where('tries', '=', tries)
        .where('due_at', '<=', now);
      const share = await this.#take(files, tries, leaseMs);
      if (share) shares.push(share);
    }
    return shares;
  }

  /** Deletes drops answered more than `KEEP_MS` ago. */
  async expire(): Promise<void> {
    await this.#parts.db.deleteFrom('drops').where('answered_at', '<=', this.#in(-KEEP_MS)).execute();
  }

  /**
   * @param rows the rows of one share.
   * @param triesBefore their number of attempts.
   * @returns null if there are no rows.
   */
  async #take(rows: Rows, triesBefore: number, leaseMs: number): Promise<Share | null> {
    const tries = triesBefore + 1;
    const taken = await this.#update(rows, { tries, due_at: this.#in(leaseMs) });
    const [first] = taken;
    if (!first) return null;
    const files = taken.map(({ event_id: eventId, file_id: fileId }) => ({ eventId, fileId }));
    return { tenantId: first.team_id, channelId: first.channel_id, userId: first.user_id, files, tries };
  }

  /** Locks the rows in a fixed order first, so that two processes neither deadlock nor each get part of a share. */
  async #update(
    rows: Rows,
    changes: { due_at: number; tries?: number } | { answered_at: number },
  ): Promise<Selectable<Schema['drops']>[]> {
    const { db, kind } = this.#parts;
    const updated = await db
      .with('locked', () => rows.orderBy('position').$if(kind === 'postgresql', (locking) => locking.forUpdate()))
      .updateTable('drops')
      .set(changes)
      .where('position', 'in', (query) => query.selectFrom('locked').select('position'))
      .returningAll()
      .execute();
    return updated.toSorted((a, b) => a.position - b.position);
  }

  #in(ms: number): number {
    return wholeMs(this.#parts.now() + ms);
  }
}
