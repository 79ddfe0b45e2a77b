import type { ServiceCall } from '../service-client/service-call.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { ServiceWatch } from './service-watch.ts';

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
