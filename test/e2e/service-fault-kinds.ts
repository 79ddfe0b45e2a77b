import type { Fault } from '@abilities-bot/local-service';

const detail = 'Made up for a test.';
const status = (code: number, headers: Record<string, string> = {}): Fault => ({
  kind: 'status',
  status: code,
  headers,
  body: { detail },
});

/** Every way in which a service call can fail. */
export const SERVICE_FAULTS = {
  timeout: { kind: 'silent' },
  reset: { kind: 'reset' },
  '401': status(401),
  '403': status(403),
  '404': status(404),
  '409': status(409),
  '413': status(413),
  // Longer than the bot waits: it is reported instead.
  '429': status(429, { 'retry-after': '60' }),
  '500': status(500),
  '502': { kind: 'html', status: 502 },
  'a web page': { kind: 'html' },
  'half an answer': { kind: 'truncated' },
  'another shape': { kind: 'wrong-shape' },
  'a slow drip': { kind: 'drip' },
  'a redirect': { kind: 'redirect', location: 'https://elsewhere.example/' },
} as const satisfies Record<string, Fault>;

export type ServiceFaultName = keyof typeof SERVICE_FAULTS;

export const SERVICE_FAULT_NAMES = Object.keys(SERVICE_FAULTS).filter(
  (name): name is ServiceFaultName => name in SERVICE_FAULTS,
);

/** One for each kind of error that the client makes of them; `unclear` is what a change makes of some. */
export const ONE_FAULT_A_KIND: readonly ServiceFaultName[] = [
  ...(['reset', '401', '404', '409', '413', '429', 'a web page', 'another shape'] as const),
];

/**
 * Faults that may replace the response after the service has carried out the request. The others mean that it was not
 * carried out; a service that refuses what it did cannot be reported correctly.
 */
export const LOST_ANSWERS: readonly ServiceFaultName[] = [
  ...(['timeout', 'reset', '500', '502'] as const),
  ...(['a web page', 'half an answer', 'another shape', 'a slow drip'] as const),
];
