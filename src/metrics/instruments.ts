import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** In seconds. Slack gives up on an ack after 3. */
const ACK_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const CALL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Everything that is counted and measured. A test holds the names to docs/operating.md. */
export function makeInstruments(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  return {
    requests: counter('abilities_slack_requests_total', 'What Slack sent, by kind.', ['kind']),
    acks: histogram('abilities_ack_seconds', 'How long until Slack had its ack, by kind.', ['kind'], ACK_BUCKETS),
    operations: counter('abilities_operations_total', 'What people asked for, by verb and outcome.', [
      'verb',
      'outcome',
    ]),
    operationTimes: histogram(
      'abilities_operation_seconds',
      'How long that took, without the answer being told.',
      ['verb'],
      CALL_BUCKETS,
    ),
    serviceCalls: counter('abilities_service_calls_total', 'Tries of calls of the service, by status class.', [
      'endpoint',
      'method',
      'status',
    ]),
    serviceTimes: histogram(
      'abilities_service_call_seconds',
      'How long one try of a call of the service took.',
      ['endpoint'],
      CALL_BUCKETS,
    ),
    circuitChanges: counter(
      'abilities_service_circuit_changes_total',
      'How often the service was not asked any more, and asked again.',
      ['change'],
    ),
    slackCalls: counter('abilities_slack_calls_total', 'Calls of Slack with their tries, by outcome.', [
      'method',
      'outcome',
    ]),
    slackTimes: histogram(
      'abilities_slack_call_seconds',
      'How long a call of Slack took, its tries included.',
      ['method'],
      CALL_BUCKETS,
    ),
    rateLimits: counter('abilities_rate_limits_total', 'How often Slack or the service asked to slow down.', [
      'by',
      'call',
    ]),
    uploadEnds: counter('abilities_upload_ends_total', 'Uploads that this process brought to their end.', ['end']),
    uploads: gauge('abilities_uploads', 'Uploads in the store whose end was not told yet, by state.', ['state']),
    uploadsWaiting: gauge('abilities_uploads_waiting', 'Uploads in the store that are due and have no worker.'),
    uploadsAtWork: gauge('abilities_uploads_at_work', 'Uploads that this process works on.'),
    requestsInFlight: gauge('abilities_requests_in_flight', 'Requests that this process works on.'),
    slackQueue: gauge('abilities_slack_queue_waiting', 'What waits to be sent to Slack, by priority.', ['priority']),
    storeUp: gauge('abilities_store_up', '1 when the store answered this scrape, else 0.'),
    slackConnected: gauge('abilities_slack_connected', '1 while the socket is there, else 0; none over HTTP.'),
    lastEventAt: gauge('abilities_last_event_timestamp_seconds', 'When Slack last sent something.'),
    serviceAway: gauge('abilities_service_away', '1 when the latest call, within a minute, found the service away.'),
  };
}

export type Instruments = ReturnType<typeof makeInstruments>;
