import type { House } from './house.ts';
import { HEAP_MIB, measureMemory } from './measure-memory.ts';
import { recordLists } from './record-lists.ts';
import { judge } from './section.ts';

const MIB = 1024 * 1024;
const WORKSPACES = 100;
const MANY_WORKSPACES = 1000;
const WAIT_MS = 30_000;
const KEYS = { few: 5, many: 5000 };
const GOALS = { usedMib: 120, laterMib: 20, maskMs: 0.01 };

const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;

/** The heap of a bot for many workspaces with 5,000 Abilities each, and the time to mask a log line. */
export async function benchMemory(house: House): Promise<string[][]> {
  const service = await recordLists(house);
  const { idleBytes, laterBytes, mask, usedBytes } = await measureMemory(house, service, {
    count: WORKSPACES,
    together: false,
    waitMs: WAIT_MS,
    keys: KEYS,
  });
  const most = await measureMemory(house, service, {
    count: MANY_WORKSPACES,
    together: false,
    waitMs: 0,
    keys: { few: 0, many: 0 },
  }).catch(() => null);
  const isBack = laterBytes - idleBytes <= GOALS.laterMib * MIB;
  const what = `${WORKSPACES} workspaces with 5,000 Abilities each`;
  return [
    [
      `${what}: heap after use (${mib(idleBytes)} before)`,
      mib(usedBytes),
      judge(usedBytes <= GOALS.usedMib * MIB, `at most ${GOALS.usedMib} MiB`),
    ],
    [`${what}: heap 30 s later`, mib(laterBytes), judge(isBack, `at most ${GOALS.laterMib} MiB more than before`)],
    [
      `${MANY_WORKSPACES} such workspaces with a heap of ${HEAP_MIB} MiB`,
      most ? `${mib(most.usedBytes)} after use` : 'ended',
      judge(most !== null, 'fit'),
    ],
    [
      `masking a log line, ${KEYS.many} known keys / ${KEYS.few}`,
      `${(mask.many / mask.few).toFixed(1)}x`,
      judge(mask.many <= GOALS.maskMs * 1000, `at most ${GOALS.maskMs} ms`),
    ],
  ];
}
