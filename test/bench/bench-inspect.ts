import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_LIMITS, inspectPackage } from '@abilities-bot/ability-zip';
import { ZipArchive } from 'archiver';
import { judge, ms, type Section } from './section.ts';

const GOAL_MS = 50;
const ENTRIES = DEFAULT_LIMITS.maxEntries - 2;
const NS_PER_MS = 1e6;

/** The largest allowed: the most inflated data, and the most bytes. */
const ARCHIVES = {
  'maximum entries, maximum unpacked size': () => Buffer.alloc(Math.floor(52_000_000 / ENTRIES), 'a'),
  'maximum entries, maximum size': () => randomBytes(Math.floor(10_100_000 / ENTRIES)),
};

/** How long inspecting the worst allowed zips blocks the event loop, and with it every ack. */
export async function benchInspect(): Promise<Section> {
  const dir = await mkdtemp(join(tmpdir(), 'abilities-bench-'));
  const rows: string[][] = [];
  try {
    for (const [what, content] of Object.entries(ARCHIVES)) {
      const path = join(dir, 'worst.zip');
      await pack(path, content);
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      await inspectPackage(path, DEFAULT_LIMITS);
      delay.disable();
      const longestMs = delay.max / NS_PER_MS;
      rows.push([what, ms(longestMs), judge(longestMs <= GOAL_MS, `at most ${GOAL_MS} ms`)]);
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return {
    title: '**inspect**: the longest ack delay while a zip is inspected',
    columns: ['zip', 'longest wait', 'goal'],
    rows,
    notes: [],
  };
}

async function pack(path: string, content: () => Buffer): Promise<void> {
  const archive = new ZipArchive();
  archive.append('', { name: 'worst/main.py' });
  archive.append('', { name: 'worst/__init__.py' });
  for (let index = 0; index < ENTRIES; index += 1) archive.append(content(), { name: `worst/${index}.bin` });
  await Promise.all([pipeline(archive, createWriteStream(path)), archive.finalize()]);
}
