import type { ServiceCall } from '../service/connection.ts';
import type { EndpointName } from '../service/endpoints.ts';

/** A socket is replaced every few hours, and a replacement takes seconds. */
const GRACE_MS = 60_000;

/** Knows since when the bot hears nothing from Slack: a dead socket in a living process is the classic outage. */
export class ConnectionWatch {
  readonly #now: () => number;
  readonly #graceMs: number;
  #connectedAt: number | null = null;
  #lostAt: number | null = null;

  constructor(now: () => number, graceMs = GRACE_MS) {
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

  /** False when the connection has been away for longer than a replacement takes. */
  get healthy(): boolean {
    return this.#lostAt === null || this.#now() - this.#lostAt < this.#graceMs;
  }

  /** Whether there is a connection at this moment. */
  get isConnected(): boolean {
    return this.#connectedAt !== null && this.#lostAt === null;
  }

  /** Since when it is there, or away, in milliseconds since 1970; null before the first. */
  get since(): number | null {
    return this.#lostAt ?? this.#connectedAt;
  }
}

/** Routes that a service may lack: what they answer says nothing about it. */
const BESIDE: readonly EndpointName[] = ['find release', 'download package', 'update release'];
/** Nothing came, or nothing that a service would say. A refusal is an answer. */
const AWAY: readonly ServiceCall['outcome'][] = ['unavailable', 'unreadable-answer', 'misconfigured-base-url'];
/**
 * Longer, and nobody knows any more. A process that is sent no requests makes no calls, so that a failure which counted
 * for good would keep it without requests for good.
 */
const REMEMBERED_MS = 60_000;

/** Knows what came of the latest call of the service. Nothing is called for it. */
export class ServiceWatch {
  readonly #now: () => number;
  #last: { at: number; outcome: ServiceCall['outcome'] } | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  called({ endpoint, outcome }: Pick<ServiceCall, 'endpoint' | 'outcome'>): void {
    if (!BESIDE.includes(endpoint)) this.#last = { at: this.#now(), outcome };
  }

  /** When, in milliseconds since 1970, and with which outcome; null before the first. */
  get last(): { at: number; outcome: ServiceCall['outcome'] } | null {
    return this.#last;
  }

  /** Whether the latest call, less than a minute ago, found it away. */
  get isAway(): boolean {
    const last = this.#last;
    return last !== null && AWAY.includes(last.outcome) && this.#now() - last.at < REMEMBERED_MS;
  }
}

export interface VitalsOptions {
  /** How Slack reaches the bot. */
  mode: 'socket' | 'http';
  /** In milliseconds since 1970. */
  now?: () => number;
  /** How long the socket may be away before that counts. */
  connectionGraceMs?: number;
}

/** Ages are whole seconds; null where nothing was seen yet. */
export interface VitalSigns {
  mode: 'socket' | 'http';
  /** Since Slack sent something. */
  lastEventAge: number | null;
  /** How long the socket has been there, or away; null over HTTP, which has none. */
  connection: { isConnected: boolean; age: number | null } | null;
  /** The latest call of the service. */
  service: { isAway: boolean; age: number | null; outcome: ServiceCall['outcome'] | null };
}

/**
 * What a bot knows of itself without asking anybody, in one object: /healthz, /readyz and /metrics read it, and whoever
 * else explains how it is.
 */
export class Vitals {
  readonly connection: ConnectionWatch;
  readonly service: ServiceWatch;
  readonly #mode: VitalsOptions['mode'];
  readonly #now: () => number;
  #lastEventAt: number | null = null;

  constructor({ connectionGraceMs, mode, now = Date.now }: VitalsOptions) {
    this.connection = new ConnectionWatch(now, connectionGraceMs);
    this.service = new ServiceWatch(now);
    this.#mode = mode;
    this.#now = now;
  }

  /** Slack sent something. */
  heard(): void {
    this.#lastEventAt = this.#now();
  }

  /** In milliseconds since 1970; null before the first. */
  get lastEventAt(): number | null {
    return this.#lastEventAt;
  }

  read(): VitalSigns {
    const { connection, service } = this;
    const { isConnected, since } = connection;
    return {
      mode: this.#mode,
      lastEventAge: this.#ageOf(this.#lastEventAt),
      connection: this.#mode === 'http' ? null : { isConnected, age: this.#ageOf(since) },
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
