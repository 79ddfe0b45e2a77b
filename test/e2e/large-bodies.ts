import { expect, onTestFinished, test } from 'vitest';
import { readMemory } from '../bench/process-memory.ts';
import { multiEnv } from '../environments.ts';
import { type Announced, holdBodies } from '../proof/hold-bodies.ts';
import { runMain } from '../run-main.ts';
import { until } from '../until.ts';

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const AT_ONCE = 16 * MIB;
/** Of the runtime, and what was dropped and is not yet collected. Unbounded, the bodies would take 240 MiB and more. */
export const RUNTIME_MIB = 130;

export const startMany = () => startWith({ ...multiEnv, SERVICE_BASE_URL: 'http://127.0.0.1:9' });

export async function startWith(settings: Record<string, string>): Promise<{ pid: number; port: number }> {
  const bot = await runMain({ ...settings, PORT: '0', HOST: '127.0.0.1' });
  const { port = 0 } = await bot.logged('bot ready');
  return { pid: bot.pid, port };
}

/** Adds the test. In chunks it takes as long as the bot waits for the rest of a request. */
export function testLargeBodies(announced: Announced): void {
  test(`a body over 512 kB is refused: ${announced}`, async () => {
    const { pid, port } = await startMany();
    const before = await readMemory(pid);
    const held = holdBodies(port, { count: 60, bytes: 4 * MIB, announced });
    onTestFinished(held.letGo);
    // A sender that is cut off while sending may not see the response.
    await until(() => held.open() === 0);
    expect(held.answers.filter((status) => status !== 413)).toEqual([]);
    const after = await readMemory(pid);
    expect(after.peakMib - before.nowMib).toBeLessThan(AT_ONCE / MIB + RUNTIME_MIB);
  });
}
