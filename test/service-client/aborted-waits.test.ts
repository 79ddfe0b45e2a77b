import { join } from 'node:path';
import { AbilityId } from '@abilities-bot/service-api';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, sleep, systemClock } from '../../src/base/clock.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { makeFolder } from '../make-folder.ts';
import { catchServiceError } from './catch-service-error.ts';
import { json } from './hostile-answers.ts';
import { startHostileServer } from './hostile-server.ts';
import { KEY } from './test-client.ts';

test('a wait ends when its signal fires', async () => {
  const controller = new AbortController();
  const waits = [sleep(systemClock, 3_600_000, controller.signal), sleep(systemClock, 3_600_000, AbortSignal.abort())];
  controller.abort();
  await Promise.all(waits);
});

test('nothing is sent again after a wait that was aborted', async () => {
  const server = await startHostileServer();
  onTestFinished(() => server.close());
  server.script(json(503, { detail: 'Later.' }));
  const controller = new AbortController();
  const waits: string[] = [];
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    after: () => {
      waits.push('begun');
      controller.abort();
      return () => void waits.push('cancelled');
    },
    deadline: systemClock.deadline,
  };
  const client = createServiceClient({ baseUrl: server.baseUrl, credential: { kind: 'api-key', value: KEY } }, clock);
  const path = join(await makeFolder(), 'old.zip');
  const call = client.downloadPackage(AbilityId.parse(1), path, 1024, { signal: controller.signal });
  expect(await catchServiceError(call)).toMatchObject({ kind: 'unavailable', status: 503, detail: 'Later.' });
  expect(server.seen).toHaveLength(1);
  expect(waits).toEqual(['begun', 'cancelled']);
});
