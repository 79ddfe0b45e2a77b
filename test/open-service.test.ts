import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeOpenService } from '../src/app/open-service.ts';
import { createLogger } from '../src/base/logger.ts';
import { PatientClock } from './patient-clock.ts';
import { catchServiceError } from './service-client/catch-service-error.ts';
import { startHostileServer } from './service-client/hostile-server.ts';

// The circuit uses the machine's clock, and would call again after 5 seconds.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** All clients of a process whose service has just gone away. */
async function openAway() {
  const server = await startHostileServer();
  await server.close();
  const calls: unknown[] = [];
  const changes: string[] = [];
  const metrics = {
    serviceCalled: (call: unknown) => void calls.push(call),
    circuitChanged: (change: string) => void changes.push(change),
  };
  const log = createLogger('error', [], { write: () => undefined });
  // Too short for long waits between attempts. No attempt is cut short: a refused connection may take longer, too.
  const service = { baseUrl: server.baseUrl, timeoutMs: 100, keepMs: 3000 };
  const memory = { answerBytes: 1000, workspaceBytes: 1000, peopleBytes: 1000 };
  const openService = makeOpenService({ memory, service }, metrics, log, new PatientClock());
  const open = (workspace: number, withinMs?: number) =>
    openService({ kind: 'api-key', value: `key-made-up-${workspace}` }, withinMs);
  return { open, calls, changes };
}

async function reasonOf(call: Promise<unknown>) {
  const error = await catchServiceError(call);
  return error.kind === 'unavailable' && error.reason;
}

test('with the service away, sixty workspaces make ten calls before all fail immediately; it counts once', async () => {
  const { calls, changes, open } = await openAway();
  const reasons: unknown[] = [];
  for (let workspace = 0; workspace < 60; workspace += 1) {
    reasons.push(await reasonOf(open(workspace).listAbilities({ mayBeCached: true })));
  }
  // Attempts of one workspace are repeated if there is time, so the first ten may be fewer workspaces.
  expect(reasons[0]).toBe('network');
  expect(reasons.slice(10)).toEqual(Array.from({ length: 50 }, () => 'circuit-open'));
  expect(calls).toHaveLength(10);
  expect(changes).toEqual(['opened']);
});

test('a check of a key calls nevertheless, and what it finds changes nothing for the others', async () => {
  const { calls, changes, open } = await openAway();
  for (let check = 0; check < 12; check += 1) {
    expect(await reasonOf(open(check, 100).listAgents())).toBe('network');
  }
  expect(calls.length).toBeGreaterThanOrEqual(12);
  expect(changes).toEqual([]);
  expect(await reasonOf(open(1).listAgents())).toBe('network');
});
