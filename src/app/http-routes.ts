import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { askInTime } from '../metrics/state-gauges.ts';
import type { ConnectionWatch, SocketCounts, Vitals } from '../metrics/vitals.ts';
import { REFUSES_WRITES, type StoreHealth } from '../store/check-store.ts';
import type { ConnectionCounts } from '../store/lend-connections.ts';
import type { Store } from '../store/store.ts';
import type { ConnectionProblem } from '../store/store-away.ts';
import { limitConnections, type RequestLimits } from './limit-requests.ts';
import type { Rejections } from './rejections.ts';

type RouteHandler = (request: IncomingMessage, response: ServerResponse) => void;

export type Routes = ReadonlyMap<string, RouteHandler>;

export interface ListenAddress {
  port: number;
  /** Absent for all interfaces. */
  host?: string;
}

/**
 * Serves these routes, and nothing else.
 * @throws the system's error if the port is in use.
 */
export function serveRoutes(
  place: ListenAddress,
  routes: Routes,
  limits: RequestLimits,
  rejections: Rejections,
): Promise<Server> {
  const server = createServer(limits.times, (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const answer = request.method === 'GET' || request.method === 'HEAD' ? routes.get(path) : undefined;
    if (answer) return answer(request, response);
    rejections.add('unknown-path');
    response.writeHead(404).end();
  });
  limitConnections(server, limits, rejections);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => resolve(server));
  });
}

export const HEALTH_PATH = '/healthz';

/**
 * Returns 200 while the bot is connected to Slack. Returns 503 after a long disconnection, so that the bot gets
 * restarted, and during shutdown, so that a load balancer stops sending requests.
 */
export const makeHealthHandler =
  (watch: ConnectionWatch, readiness: { readonly isStopping: boolean }): RouteHandler =>
  (_request, response) => {
    const ok = watch.healthy && !readiness.isStopping;
    response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok }));
  };

const METRICS_PATH = '/metrics';

/** Serves the metrics in Prometheus's text format. */
const makeMetricsHandler =
  (metrics: Metrics, log: Logger): RouteHandler =>
  async (_request, response) => {
    try {
      const { contentType, text } = await metrics.scrape();
      response.writeHead(200, { 'content-type': contentType });
      response.end(text);
    } catch (error) {
      log.error({ err: error }, 'metrics scrape failed');
      response.writeHead(500).end();
    }
  };

const READY_PATH = '/readyz';

/** Ages are in whole seconds; null if nothing has happened yet. */
interface Ready {
  ok: boolean;
  stopping: boolean;
  mode: 'socket' | 'http';
  /** On PostgreSQL, includes the shortage and the connections. */
  store: { ok: boolean; problem?: StoreProblem | null } & Partial<StoreConnections>;
  /** The result of the latest call. The readiness check itself doesn't call the service. */
  service: { ok: boolean; age: number | null };
  /** The state is always `http` over HTTP, which has no connection that could be lost. */
  slack: { ok: boolean; state: 'connected' | 'away' | 'http'; age: number | null; counts?: SocketCounts };
  lastEvent: { age: number | null };
}

type StoreProblem = ConnectionProblem | typeof REFUSES_WRITES;

interface StoreConnections {
  /** Null if there is no problem. */
  problem: StoreProblem | null;
  connections: Omit<ConnectionCounts, 'problem'>;
}

/** Readiness: whether the store, the service and the connection to Slack are available. */
export class Readiness {
  readonly #vitals: Vitals;
  #isStopping = false;
  #checkStore: () => Promise<StoreHealth | null> = async () => null;
  #connections: () => ConnectionCounts | null = () => null;

  constructor(vitals: Vitals) {
    this.#vitals = vitals;
  }

  /** The store counts as unavailable until this is called. */
  watchStore(store: Pick<Store, 'check' | 'connections'>, withinMs: number): void {
    this.#connections = () => store.connections();
    this.#checkStore = askInTime(() => store.check(), withinMs);
  }

  /** Starts draining: reports not ready. */
  stopping(): void {
    this.#isStopping = true;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  #readStore(health: StoreHealth | null): Ready['store'] {
    const ok = health?.refusesWrites === null;
    const problem = health?.refusesWrites ? REFUSES_WRITES : null;
    const counts = this.#connections();
    if (!counts) return problem === null ? { ok } : { ok, problem };
    const { problem: shortage, ...connections } = counts;
    return { ok, problem: problem ?? shortage ?? (ok ? null : 'unreachable'), connections };
  }

  async read(): Promise<Ready> {
    const store = this.#readStore(await this.#checkStore());
    const { connection, lastEventAge, mode, service } = this.#vitals.read();
    const isConnected = connection?.isConnected ?? true;
    return {
      ok: !this.#isStopping && store.ok && !service.isAway && isConnected,
      stopping: this.#isStopping,
      mode,
      store,
      service: { ok: !service.isAway, age: service.age },
      slack: {
        ok: isConnected,
        state: connection === null ? 'http' : isConnected ? 'connected' : 'away',
        age: connection?.age ?? null,
        counts: connection?.counts ?? undefined,
      },
      lastEvent: { age: lastEventAge },
    };
  }
}

/** Returns 200 or 503, with the state of each part. */
const makeReadyHandler =
  (readiness: Readiness): RouteHandler =>
  async (_request, response) => {
    const ready = await readiness.read();
    response.writeHead(ready.ok ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(ready));
  };

interface WatchRoutes {
  /** Served on PORT, in both modes. */
  own: Routes;
  /** Served on METRICS_PORT; null if that is not set. */
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
