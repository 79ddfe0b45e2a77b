import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { askInTime } from '../metrics/state-gauges.ts';
import type { ConnectionWatch, Vitals } from '../metrics/vitals.ts';
import { limitConnections, type RequestLimits } from './limit-requests.ts';

export type RouteHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** What is answered to a GET, by path. */
export type Routes = ReadonlyMap<string, RouteHandler>;

/** Where a server listens. */
export interface ListenAddress {
  port: number;
  /** Absent: every interface. */
  host?: string;
}

/** Serves these and nothing else. @throws the system's error when the port is taken. */
export function serveRoutes(place: ListenAddress, routes: Routes, limits: RequestLimits, log: Logger): Promise<Server> {
  const server = createServer(limits.times, (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const answer = request.method === 'GET' || request.method === 'HEAD' ? routes.get(path) : undefined;
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  limitConnections(server, limits, log);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => resolve(server));
  });
}

export const HEALTH_PATH = '/healthz';

/**
 * 200 while the bot hears from Slack. 503 when its connection has been away for long: it should be restarted then; and while
 * it stops: a load balancer should send it nothing more.
 */
export const makeHealthHandler =
  (watch: ConnectionWatch, readiness: { readonly isStopping: boolean }): RouteHandler =>
  (_request, response) => {
    const ok = watch.healthy && !readiness.isStopping;
    response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok }));
  };

export const METRICS_PATH = '/metrics';

/** Prometheus' text. */
export const makeMetricsHandler =
  (metrics: Metrics, log: Logger): RouteHandler =>
  async (_request, response) => {
    try {
      const { contentType, text } = await metrics.scrape();
      response.writeHead(200, { 'content-type': contentType });
      response.end(text);
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be shown');
      response.writeHead(500).end();
    }
  };

export const READY_PATH = '/readyz';

const STORE_MS = 2000;

/** Ages are whole seconds; null where nothing was seen yet. */
interface Ready {
  ok: boolean;
  stopping: boolean;
  mode: 'socket' | 'http';
  store: { ok: boolean };
  /** As the latest call found it; nothing is called for this. */
  service: { ok: boolean; age: number | null };
  /** Over HTTP Slack comes by itself. */
  slack: { ok: boolean; state: 'connected' | 'away' | 'http'; age: number | null };
  lastEvent: { age: number | null };
}

/** Whether the bot can do what it is asked: what it keeps, calls and hears is there at this moment. */
export class Readiness {
  readonly #vitals: Vitals;
  #isStopping = false;
  #storeAnswers: () => Promise<boolean | null> = async () => false;

  constructor(vitals: Vitals) {
    this.#vitals = vitals;
  }

  /** Until then the store is not there. */
  watchStore(check: () => Promise<void>): void {
    this.#storeAnswers = askInTime(async () => {
      await check();
      return true;
    }, STORE_MS);
  }

  /** From now on whoever shares out work should go to others. */
  stopping(): void {
    this.#isStopping = true;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  async read(): Promise<Ready> {
    const isStoreThere = (await this.#storeAnswers()) ?? false;
    const { connection, lastEventAge, mode, service } = this.#vitals.read();
    const isHeard = connection?.isConnected ?? true;
    return {
      ok: !this.#isStopping && isStoreThere && !service.isAway && isHeard,
      ...{ stopping: this.#isStopping, mode },
      store: { ok: isStoreThere },
      service: { ok: !service.isAway, age: service.age },
      slack: {
        ok: isHeard,
        state: connection === null ? 'http' : isHeard ? 'connected' : 'away',
        age: connection?.age ?? null,
      },
      lastEvent: { age: lastEventAge },
    };
  }
}

/** 200 or 503, with what is good and what is not. */
export const makeReadyHandler =
  (readiness: Readiness): RouteHandler =>
  async (_request, response) => {
    const ready = await readiness.read();
    response.writeHead(ready.ok ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(ready));
  };

/** What is answered to whoever looks after the bot. */
export interface WatchRoutes {
  /** On PORT, in both modes. */
  own: Routes;
  /** On METRICS_PORT; null when that is not set. */
  apart: Routes | null;
}

export function watchRoutes({ slack }: Config, readiness: Readiness, metrics: Metrics, log: Logger): WatchRoutes {
  const health = [
    [HEALTH_PATH, makeHealthHandler(metrics.vitals.connection, readiness)],
    [READY_PATH, makeReadyHandler(readiness)],
  ] as const;
  const numbers = [METRICS_PATH, makeMetricsHandler(metrics, log)] as const;
  return slack.metricsPort === null
    ? { own: new Map([...health, numbers]), apart: null }
    : { own: new Map(health), apart: new Map([numbers]) };
}
