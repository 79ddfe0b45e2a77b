import { join } from 'node:path';
import { BenchProcess } from './bench-process.ts';
import type { House } from './house.ts';
import { type MemoryJob, MemoryReport } from './memory-job.ts';

export const HEAP_MIB = 512;

/** Runs a job in a process with that heap. @throws if it ends. */
export async function measureMemory(
  { dir }: House,
  service: { baseUrl: string; apiKey: string },
  job: MemoryJob,
): Promise<MemoryReport> {
  const env = {
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
    SERVICE_KEY: service.apiKey,
    SERVICE_BASE_URL: service.baseUrl,
    // It measures memory: a busy machine may take its time.
    SERVICE_TIMEOUT_MS: '300000',
    SLACK_CLIENT_ID: '11.22',
    SLACK_CLIENT_SECRET: 'client-secret-made-up',
    SLACK_STATE_SECRET: 'state-secret-made-up',
    SLACK_SIGNING_SECRET: 'decafbaddecafbaddecafbaddecafbad',
    ENCRYPTION_KEY: Buffer.alloc(32, 'made-up').toString('base64'),
    DATA_DIR: join(dir, `bot-${job.count}`),
  };
  const measured = await BenchProcess.start('memory', env, /^READY/);
  try {
    return await measured.ask(job, MemoryReport);
  } finally {
    await measured.stop();
  }
}
