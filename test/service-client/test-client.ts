import type { Clock } from '../../src/base/clock.ts';
import {
  createServiceClient,
  type ServiceCall,
  type ServiceClient,
  type ServiceClientOptions,
} from '../../src/service/client.ts';
import { withoutWaits } from '../hand-clock.ts';

export const KEY = 'key-made-up-for-tests';

/** A client whose waits take no time: they are recorded and advance the clock. It is patient until `expire`. */
export interface TestClient {
  client: ServiceClient;
  waits: number[];
  calls: ServiceCall[];
  /** How long each attempt may take, in milliseconds. */
  patience: number[];
  /** Ends the patience of every attempt that is open, or of those with at most `ms`. */
  expire: (ms?: number) => void;
  /** In milliseconds. */
  passTime: (ms: number) => void;
}

export function createTestClient(baseUrl: string, options: Partial<ServiceClientOptions> = {}): TestClient {
  const waits: number[] = [];
  const calls: ServiceCall[] = [];
  const patience: number[] = [];
  const deadlines = new Map<() => void, number>();
  let now = Date.parse('2025-01-01T00:00:00Z');
  const instant = withoutWaits(() => now);
  const clock: Clock = {
    ...instant,
    after: (ms, run) => {
      waits.push(ms);
      now += ms;
      return instant.after(ms, run);
    },
    deadline: (ms, run) => {
      patience.push(ms);
      deadlines.set(run, ms);
      return () => void deadlines.delete(run);
    },
  };
  const expire = (ms = Number.POSITIVE_INFINITY) => {
    for (const [run, ofMs] of [...deadlines]) if (ofMs <= ms) run();
  };
  const defaults = {
    baseUrl,
    credential: { kind: 'api-key', value: KEY },
    onCall: (call: ServiceCall) => void calls.push(call),
  } as const;
  const passTime = (ms: number) => {
    now += ms;
  };
  return { client: createServiceClient({ ...defaults, ...options }, clock), waits, calls, expire, passTime, patience };
}
