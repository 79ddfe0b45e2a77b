import { BenchProcess } from './bench-process.ts';

export interface ServiceChoice {
  dataDir: string;
  seed?: 'demo' | 'large';
  /** Added latency of each response, in milliseconds. */
  delayMs?: number;
}

/** The local service as a separate process. */
export async function startService({ dataDir, delayMs = 0, seed }: ServiceChoice) {
  const env = { DATA_DIR: dataDir, DELAY_MS: String(delayMs), ...(seed ? { SEED: seed } : {}) };
  const service = await BenchProcess.start('service', env, /^READY /);
  const [, baseUrl = '', apiKey = ''] = service.said.split(' ');
  return { process: service, baseUrl, apiKey };
}
