import { randomUUID } from 'node:crypto';
import { ExponentialBackoff, handleAll, retry } from 'cockatiel';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import * as z from 'zod';
import { sleep, systemClock } from '../base/clock.ts';
import { withTimeout } from '../base/timeout.ts';
import { TurnsByKey } from '../base/turns.ts';
import { Json } from './columns.ts';
import { LocalNotices, Notice } from './notices.ts';
import type { Schema } from './schema.ts';

/** Like a table, a channel belongs to one database. */
const CHANNEL = 'abilities_bot';
const CONNECT_MS = 10_000;
/**
 * Together, the time after which a dead connection is noticed. `?query_timeout=` in the URL replaces the second one.
 */
const BEAT_MS = 2000;
const BEAT_ANSWER_MS = 5000;
const CLOSE_MS = 1000;
const RECONNECT = new ExponentialBackoff({ initialDelay: 100, maxDelay: 5000 });
const SEND = retry(handleAll, { maxAttempts: 4, backoff: new ExponentialBackoff({ initialDelay: 100 }) });

const Payload = Json.pipe(z.object({ from: z.string(), notice: Notice }));

interface NoticeOptions {
  databaseUrl: string;
  /** Used to send notices while the listening connection is lost. */
  db: Kysely<Schema>;
  /** Called once when notices of other processes stop arriving, and not again before they have resumed. */
  onTrouble: (error: unknown) => void;
}

/**
 * Sends and receives notices between all processes on one PostgreSQL database. Listens on a dedicated connection, and
 * reconnects if it is lost. Requires a direct connection, or a pooler in session mode.
 */
export class PostgresqlNotices extends LocalNotices {
  readonly #from = randomUUID();
  readonly #options: NoticeOptions;
  readonly #stop = new AbortController();
  readonly #sending = new Set<Promise<unknown>>();
  /** Payloads that haven't been sent yet. */
  readonly #waiting = new Set<string>();
  /** Runs the queries on the listening connection one at a time. */
  readonly #turns = new TurnsByKey();
  /** The listening connection, and a function that closes it; null while it is lost. */
  #listening: { client: Client; giveUp: (error: unknown) => void } | null = null;
  #isTroubleTold = false;
  #running: Promise<void> = Promise.resolve();

  private constructor(options: NoticeOptions) {
    super();
    this.#options = options;
  }

  /** Resolves after the first attempt to listen. Never throws, because it keeps retrying. */
  static async open(options: NoticeOptions): Promise<PostgresqlNotices> {
    const notices = new PostgresqlNotices(options);
    await new Promise<void>((attempted) => {
      notices.#running = notices.#run(attempted);
    });
    return notices;
  }

  override get isListening(): boolean {
    return this.#listening !== null;
  }

  override send(notice: Notice): void {
    super.send(notice);
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const payload = JSON.stringify({ from: this.#from, notice });
    // The pending notice is sent after this change, so it covers it.
    if (this.#waiting.has(payload)) return;
    this.#waiting.add(payload);
    const sending = SEND.execute(() => this.#send(payload), signal)
      // If the database is unreachable, the other processes have lost their connections too, and will read everything
      // again.
      .catch(() => undefined)
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Uses the listening connection, because all others may be in use. */
  async #send(payload: string): Promise<void> {
    const { db } = this.#options;
    const listening = this.#listening;
    if (listening === null) {
      this.#waiting.delete(payload);
      return void (await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db));
    }
    const { client, giveUp } = listening;
    try {
      await this.#turns.run('', () => {
        this.#waiting.delete(payload);
        return client.query('select pg_notify($1, $2)', [CHANNEL, payload]);
      });
    } catch (error) {
      // Closes it, so that the pending notices don't have to fail one by one before the next heartbeat.
      giveUp(error);
      throw error;
    }
  }

  /** Sends pending notices and stops listening. */
  async close(): Promise<void> {
    this.#stop.abort();
    await withTimeout(systemClock, Promise.all([this.#running, ...this.#sending]), CLOSE_MS, () => undefined);
  }

  async #run(attempted: () => void): Promise<void> {
    const { signal } = this.#stop;
    let backoff = RECONNECT.next();
    while (!signal.aborted) {
      try {
        await this.#listenUntilLost(() => {
          backoff = RECONNECT.next();
          this.#isTroubleTold = false;
          attempted();
        });
      } catch (error) {
        if (!this.#isTroubleTold) this.#options.onTrouble(error);
        this.#isTroubleTold = true;
        attempted();
      }
      await sleep(systemClock, backoff.duration, signal);
      backoff = backoff.next(undefined);
    }
  }

  /** Returns when closed. @throws the connection's error if it fails or is lost. */
  async #listenUntilLost(onNotice: () => void): Promise<void> {
    const { signal } = this.#stop;
    const client = new Client({
      connectionString: this.#options.databaseUrl,
      application_name: 'abilities-bot notices',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: BEAT_ANSWER_MS,
      keepAlive: true,
    });
    let giveUp: (error: unknown) => void = () => undefined;
    const lost = new Promise<unknown>((resolve) => {
      giveUp = resolve;
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('The LISTEN connection was closed.')));
    });
    client.on('notification', ({ payload }) => this.#arrived(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#listening = { client, giveUp };
      onNotice();
      // Notices from before this connection were missed.
      this.pass({ kind: 'missed' }, false);
      const error = await Promise.race([lost, this.#beat(client)]);
      if (error && !signal.aborted) throw error;
    } finally {
      this.#listening = null;
      // Waits, because closing the connection would drop notices that are being sent.
      if (signal.aborted) await withTimeout(systemClock, Promise.all(this.#sending), CLOSE_MS, () => undefined);
      await withTimeout(systemClock, client.end(), CLOSE_MS, () => undefined);
    }
  }

  /** Returns when closed. @throws if the server doesn't respond. */
  async #beat(client: Client): Promise<null> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#turns.run('', () => client.query('select 1'));
      await sleep(systemClock, BEAT_MS, signal);
    }
    return null;
  }

  #arrived(payload: string | undefined): void {
    const { data } = Payload.safeParse(payload);
    // A newer version may send kinds of notices that are unknown here.
    if (!data) this.pass({ kind: 'missed' }, false);
    else if (data.from !== this.#from) this.pass(data.notice, false);
  }
}
