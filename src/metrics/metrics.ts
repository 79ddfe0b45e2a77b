import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { findVerb } from '../core/verbs.ts';
import { CIRCUIT_CHANGES, type CircuitChange, type ServiceCall } from '../service/connection.ts';
import { UPLOAD_ENDS, type UploadState } from '../store/upload-record.ts';
import { type ScrapedSources, StateGauges } from './state-gauges.ts';
import { Vitals, type VitalsOptions } from './vitals.ts';

/** In seconds. Slack waits 3 seconds for an ack. */
const ACK_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const CALL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** All metrics. A test compares their names with docs/monitor.md. */
function makeInstruments(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  return {
    requests: counter('abilities_slack_requests_total', 'Requests from Slack, by kind.', ['kind']),
    rejections: counter('abilities_rejected_requests_total', 'Requests rejected before they were read, by reason.', [
      'reason',
    ]),
    acks: histogram('abilities_ack_seconds', 'Time to ack a request from Slack, by kind.', ['kind'], ACK_BUCKETS),
    operations: counter('abilities_operations_total', 'Operations, by verb and outcome.', ['verb', 'outcome']),
    operationTimes: histogram(
      'abilities_operation_seconds',
      'Duration of an operation, not counting the time to send its answer.',
      ['verb'],
      CALL_BUCKETS,
    ),
    serviceCalls: counter('abilities_service_calls_total', 'Attempts to call the service, by status class.', [
      'endpoint',
      'method',
      'status',
    ]),
    serviceTimes: histogram(
      'abilities_service_call_seconds',
      'Duration of one attempt to call the service.',
      ['endpoint'],
      CALL_BUCKETS,
    ),
    circuitChanges: counter('abilities_service_circuit_changes_total', 'State changes of the circuit breaker.', [
      'change',
    ]),
    slackCalls: counter('abilities_slack_calls_total', 'Calls to Slack, retries included, by outcome.', [
      'method',
      'outcome',
    ]),
    slackTimes: histogram(
      'abilities_slack_call_seconds',
      'Duration of a call to Slack, retries included.',
      ['method'],
      CALL_BUCKETS,
    ),
    rateLimits: counter('abilities_rate_limits_total', 'Calls that Slack or the service rate-limited.', ['by', 'call']),
    uploadEnds: counter('abilities_upload_ends_total', 'Uploads that this process finished.', ['end']),
    uploads: gauge('abilities_uploads', 'Open uploads in the store, by state.', ['state']),
    uploadsWaiting: gauge('abilities_uploads_waiting', 'Uploads in the store that are queued for a worker.'),
    uploadsAtWork: gauge('abilities_uploads_at_work', 'Uploads in progress in this process.'),
    watchBehind: gauge('abilities_watch_behind_seconds', 'How long the most overdue account has waited for its check.'),
    requestsInFlight: gauge('abilities_requests_in_flight', 'Requests in progress in this process.'),
    slackQueue: gauge('abilities_slack_queue_waiting', 'Messages queued to be sent to Slack, by priority.', [
      'priority',
    ]),
    storeUp: gauge('abilities_store_up', '1 if the store is up and takes writes, else 0.'),
    storeWritable: gauge('abilities_store_writable', '1 if the store takes writes, else 0; absent if it is down.'),
    storeConnections: gauge('abilities_store_connections', 'PostgreSQL connections of this process, by state.', [
      'state',
    ]),
    storeConnectionsLimit: gauge(
      'abilities_store_connections_limit',
      'Maximum number of PostgreSQL connections of this process.',
    ),
    storeWaiting: gauge('abilities_store_waiting', 'Work in this process that is queued for a PostgreSQL connection.'),
    slackConnected: gauge('abilities_slack_connected', '1 while the socket is connected, else 0; absent over HTTP.'),
    lastEventAt: gauge('abilities_last_event_timestamp_seconds', 'Time of the last request from Slack.'),
    serviceAway: gauge(
      'abilities_service_away',
      '1 if the latest call was made less than a minute ago and found the service down, else 0.',
    ),
  };
}

export type Instruments = ReturnType<typeof makeInstruments>;

let registry: Registry | null = null;

/**
 * Node's process metrics: memory, CPU, files, garbage collection, event-loop delay. Shared by all bots of a process,
 * because their monitors can be started but not stopped.
 */
function processRegistry(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}

const REQUEST_KINDS = ['command', 'click', 'form', 'suggestion', 'shortcut', 'event', 'other'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Why a request was rejected. Such requests may come from anyone. */
const REJECTION_REASONS = [
  'no-signature',
  'too-old',
  'wrong-signature',
  'too-large',
  'too-many-bodies',
  'too-many-connections',
  'unknown-path',
  'invalid-url',
  'oauth-canceled',
  'oauth-state',
  'oauth-no-state',
  'oauth-no-code',
  'oauth-code',
  'oauth-failed',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** `shown`: something was shown or a form opened, and no change was intended. */
export type OperationOutcome = 'done' | 'unchanged' | 'unconfirmed' | 'shown' | 'refused' | 'failed';
/**
 * `refused`: Slack returned an error. `http-error`: the response was not a valid Slack response. `no-answer`: no
 * response arrived.
 */
export type SlackCallOutcome = 'ok' | 'refused' | 'rate-limited' | 'http-error' | 'no-answer';

/**
 * The metrics of one bot. Label values come from fixed sets, never from user input or IDs. Durations are passed in
 * milliseconds and reported in seconds.
 */
export class Metrics {
  readonly vitals: Vitals;
  readonly #registry = new Registry();
  readonly #instruments: Instruments;
  readonly #gauges: StateGauges;

  constructor(options: VitalsOptions) {
    this.vitals = new Vitals(options);
    this.#instruments = makeInstruments(this.#registry);
    this.#gauges = new StateGauges(this.#instruments, this.vitals);
    // Start at 0, because Prometheus sees no increase if the first sample is 1.
    for (const kind of REQUEST_KINDS) {
      this.#instruments.requests.inc({ kind }, 0);
      this.#instruments.acks.zero({ kind });
    }
    for (const reason of REJECTION_REASONS) this.#instruments.rejections.inc({ reason }, 0);
    for (const change of CIRCUIT_CHANGES) this.#instruments.circuitChanges.inc({ change }, 0);
    for (const end of UPLOAD_ENDS) this.#instruments.uploadEnds.inc({ end }, 0);
  }

  requested(kind: RequestKind): void {
    this.vitals.received();
    this.#instruments.requests.inc({ kind });
  }

  rejected(reason: RejectionReason): void {
    this.#instruments.rejections.inc({ reason });
  }

  acked(kind: RequestKind, ms: number): void {
    this.#instruments.acks.observe({ kind }, ms / 1000);
  }

  /** @param verb its name in the verb table, or `replace`; null if the command could not be parsed. */
  operated(verb: string | null, outcome: OperationOutcome, ms: number): void {
    const known = verb === null ? 'none' : isVerb(verb) ? verb : 'other';
    this.#instruments.operations.inc({ verb: known, outcome });
    this.#instruments.operationTimes.observe({ verb: known }, ms / 1000);
  }

  /** Call after each attempt to call the service. */
  serviceCalled(call: ServiceCall): void {
    const { durationMs, endpoint, method, outcome, status } = call;
    this.vitals.service.called(call);
    this.#instruments.serviceCalls.inc({ endpoint, method, status: classOf(status) });
    this.#instruments.serviceTimes.observe({ endpoint }, durationMs / 1000);
    if (outcome === 'rate-limited') this.#instruments.rateLimits.inc({ by: 'service', call: endpoint });
  }

  circuitChanged(change: CircuitChange): void {
    this.#instruments.circuitChanges.inc({ change });
  }

  /** Call after each call to Slack, including its retries. */
  slackCalled(method: string, outcome: SlackCallOutcome, ms: number): void {
    const known = methodLabel(method);
    this.#instruments.slackCalls.inc({ method: known, outcome });
    this.#instruments.slackTimes.observe({ method: known }, ms / 1000);
  }

  slackLimited(method: string): void {
    this.#instruments.rateLimits.inc({ by: 'slack', call: methodLabel(method) });
  }

  /** Call when the result of an upload has been posted. */
  uploadEnded(state: UploadState): void {
    const end = UPLOAD_ENDS.find((one) => one === state);
    if (end) this.#instruments.uploadEnds.inc({ end });
  }

  /** Adds sources that are read at each scrape. */
  watch(sources: ScrapedSources): void {
    this.#gauges.watch(sources);
  }

  /** Returns the Prometheus text format. Never throws, and takes two seconds at most. */
  async scrape(): Promise<{ contentType: string; text: string }> {
    await this.#gauges.refresh();
    const all = this.#all();
    return { contentType: all.contentType, text: await all.metrics() };
  }

  names(): string[] {
    return this.#all()
      .getMetricsAsArray()
      .map(({ name }) => name);
  }

  #all(): Registry {
    return Registry.merge([this.#registry, processRegistry()]);
  }
}

/** `replace` is not a verb but a decision about an upload. */
const isVerb = (verb: string) => verb === 'replace' || findVerb(verb)?.name === verb;

const classOf = (status: number | null) => (status === null ? 'none' : `${Math.floor(status / 100)}xx`);

/** The name of a Slack method, or `response_url`. Upload URLs contain IDs, so they count as `other`. */
const methodLabel = (method: string) =>
  /^(?:response_url|[a-z]+(?:\.[a-zA-Z0-9]+){1,3})$/.test(method) ? method : 'other';
