import type { FaultRule, Faults } from '@abilities-bot/local-service';
import type { Random } from '../../packages/ability-zip/test/random.ts';

/** Later than that is too late for the bots, in milliseconds. */
export const LATE_MS = 1500;

/** A failing service: it delays, disconnects, fails, and reports failure after success. */
const LIES: Omit<FaultRule, 'match'>[] = [
  { fault: { kind: 'delay', ms: LATE_MS + 1000 } },
  { fault: { kind: 'reset' } },
  { fault: { kind: 'reset' }, afterEffect: true },
  { fault: { kind: 'status', status: 500 } },
  { fault: { kind: 'status', status: 500 }, afterEffect: true },
  { fault: { kind: 'truncated' }, afterEffect: true },
  { fault: { kind: 'html', status: 502 } },
  { fault: { kind: 'status', status: 429, headers: { 'retry-after': '1' } } },
];

const PATHS = [
  /add-capability/,
  /delete-capability/,
  /get-all-capabilities/,
  /edit-personality/,
  /edit-installed/,
  /./,
];

/** Adds one fault after another, each once, until `stop`. */
export function lieAtRandom(faults: Faults, random: Random): { stop: () => void } {
  const timer = setInterval(() => {
    faults.add({ ...random.of(LIES), match: { path: random.of(PATHS) }, times: 1 });
  }, 400);
  return {
    stop: () => {
      clearInterval(timer);
      faults.clear();
    },
  };
}
