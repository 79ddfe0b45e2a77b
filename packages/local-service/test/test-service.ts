import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type LocalService, type LocalServiceOptions, startLocalService } from '../src/start-local-service.ts';
import { type Caller, makeCaller } from './caller.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

export interface TestService {
  readonly service: () => LocalService;
  readonly dataDir: () => string;
  /** A caller with a separate account, so that no test sees another's changes. */
  readonly newAccount: (seed?: 'demo' | 'empty') => Promise<Caller>;
}

/** One service for the tests of a file. */
export function useLocalService(options: Partial<LocalServiceOptions> = {}): TestService {
  let running: LocalService | undefined;
  let directory = { path: '', remove: async () => {} };
  beforeAll(async () => {
    directory = await makeTemporaryDirectory();
    running = await startLocalService({ dataDir: directory.path, ...options });
  });
  afterAll(async () => {
    await running?.close();
    await directory.remove();
  });
  const service = () => {
    if (!running) throw new Error('the service is not running');
    return running;
  };
  return {
    service,
    dataDir: () => directory.path,
    newAccount: async (seed = 'demo') => {
      const name = `account ${randomUUID()}`;
      const caller = makeCaller(service().baseUrl, await service().apiKeys.create(name));
      if (seed === 'demo') await service().seedDemo(name);
      return caller;
    },
  };
}
