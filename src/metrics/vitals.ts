import { type Clock, systemClock } from '../base/clock.ts';
import type { ServiceCall } from '../service/connection.ts';
import type { EndpointName } from '../service/endpoints.ts';

/** Slack replaces a socket every few hours, which takes a few seconds. */
const GRACE_MS = 60_000;

/** The app's sockets, as counted by Slack, and the processes that share this bot's store. */
export interface SocketCounts {
  sockets: number;
  processes: number;
}

/** Tracks how long the bot has been disconnected. A dead socket in a running process is the classic outage. */
export class ConnectionWatch {
  readonly #now: Clock['now'];
  readonly #graceMs: number;
  #connectedAt: number | null = null;
  #lostAt: number | null = null;
  #counts: SocketCounts | null = null;
  #whenCounted: (sockets: number) => Promise<void> = async () => undefined;

  constructor(now: Clock['now'], graceMs = GRACE_MS) {
    this.#now = now;
    this.#graceMs = graceMs;
  }

  connected(): void {
    this.#connectedAt = this.#now();
    this.#lostAt = null;
  }

  lost(): void {
    this.#lostAt ??= this.#now();
  }

  /** @param compare receives Slack's count of the app's sockets each time this bot's socket opens; must not throw. */
  whenCounted(compare: (sockets: number) => Promise<void>): void {
    this.#whenCounted = compare;
  }

  counted(sockets: number): Promise<void> {
    return this.#whenCounted(sockets);
  }

  compared(counts: SocketCounts): void {
    this.#counts = counts;
  }

  /** The counts at the time when the socket was opened; null before that. */
  get counts(): SocketCounts | null {
    return this.#counts;
  }

  /** False if the connection has been down for longer than it takes to replace a socket. */
  get healthy(): boolean {
    return this.#lostAt === null || this.#now() - this.#lostAt < this.#graceMs;
  }

  get isConnected(): boolean {
    return this.#connectedAt !== null && this.#lostAt === null;
  }

  /**
   * When the state last changed between connected and disconnected, in milliseconds since 1970; null before the first
   * connection.
   */
  get since(): number | null {
    return this.#lostAt ?? this.#connectedAt;
  }
}

/** Optional endpoints, whose responses don't show whether the service is up. */
const BESIDE: readonly EndpointName[] = ['find release', 'download package', 'update release'];
/** Outcomes without a response, or with one that a working service wouldn't send. A rejection is a response. */
const AWAY: readonly ServiceCall['outcome'][] = ['unavailable', 'unreadable-answer', 'misconfigured-base-url'];
/**
 * After this time, the state is unknown. A failure has to expire, because a process that reports not ready gets no
 * requests and makes no calls, so it would never recover.
 */
const REMEMBERED_MS = 60_000;

/** Tracks the result of the latest call to the service. Makes no calls itself. */
class ServiceWatch {
  readonly #now: Clock['now'];
  #last: { at: number; outcome: ServiceCall['outcome'] } | null = null;

  constructor(now: Clock['now']) {
    this.#now = now;
  }

  called({ endpoint, outcome }: Pick<ServiceCall, 'endpoint' | 'outcome'>): void {
    if (!BESIDE.includes(endpoint)) this.#last = { at: this.#now(), outcome };
  }

  /** Time in milliseconds since 1970, and outcome; null before the first call. */
  get last(): { at: number; outcome: ServiceCall['outcome'] } | null {
    return this.#last;
  }

  /** True if the latest call found the service down, less than a minute ago. */
  get isAway(): boolean {
    const last = this.#last;
    return last !== null && AWAY.includes(last.outcome) && this.#now() - last.at < REMEMBERED_MS;
  }
}

export interface VitalsOptions {
  mode: 'socket' | 'http';
  /** Returns milliseconds since 1970. */
  now?: Clock['now'];
  /** How long the socket may be down before the bot is considered unhealthy. */
  connectionGraceMs?: number;
}

/** Ages are in whole seconds; null if nothing has happened yet. */
export interface VitalSigns {
  mode: 'socket' | 'http';
  lastEventAge: number | null;
  /** How long the socket has been connected or down; null over HTTP. */
  connection: { isConnected: boolean; age: number | null; counts: SocketCounts | null } | null;
  service: { isAway: boolean; age: number | null; outcome: ServiceCall['outcome'] | null };
}

/** The bot's own state, for /healthz, /readyz, /metrics and the doctor. */
export class Vitals {
  readonly connection: ConnectionWatch;
  readonly service: ServiceWatch;
  readonly #mode: VitalsOptions['mode'];
  readonly #now: Clock['now'];
  #lastEventAt: number | null = null;

  constructor({ connectionGraceMs, mode, now = systemClock.now }: VitalsOptions) {
    this.connection = new ConnectionWatch(now, connectionGraceMs);
    this.service = new ServiceWatch(now);
    this.#mode = mode;
    this.#now = now;
  }

  received(): void {
    this.#lastEventAt = this.#now();
  }

  /** In milliseconds since 1970; null before the first request. */
  get lastEventAt(): number | null {
    return this.#lastEventAt;
  }

  read(): VitalSigns {
    const { connection, service } = this;
    const { counts, isConnected, since } = connection;
    return {
      mode: this.#mode,
      lastEventAge: this.#ageOf(this.#lastEventAt),
      connection: this.#mode === 'http' ? null : { isConnected, age: this.#ageOf(since), counts },
      service: {
        isAway: service.isAway,
        age: this.#ageOf(service.last?.at ?? null),
        outcome: service.last?.outcome ?? null,
      },
    };
  }

  #ageOf(at: number | null): number | null {
    return at === null ? null : Math.max(0, Math.floor((this.#now() - at) / 1000));
  }
}
