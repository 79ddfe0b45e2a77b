import { join } from 'node:path';
import { AbilityId } from '@abilities-bot/service-api';
import { expect, onTestFinished, test } from 'vitest';
import { createServiceClient } from '../../src/service/client.ts';
import { systemClock } from '../../src/service/connection.ts';
import { makeFolder } from '../make-folder.ts';
import { catchServiceError } from './catch-service-error.ts';
import { json } from './hostile-answers.ts';
import { startHostileServer } from './hostile-server.ts';
import { KEY } from './test-client.ts';

test('a wait ends when its signal fires', async () => {
  const controller = new AbortController();
  const waits = [systemClock.sleep(3_600_000, controller.signal), systemClock.sleep(3_600_000, AbortSignal.abort())];
  controller.abort();
  await Promise.all(waits);
});

test('nothing is sent again after a wait that was aborted', async () => {
  const server = await startHostileServer();
  onTestFinished(() => server.close());
  server.script(json(503, { detail: 'Later.' }));
  const controller = new AbortController();
  const signals: (AbortSignal | undefined)[] = [];
  const clock = {
    now: () => 0,
    sleep: async (_ms: number, signal?: AbortSignal) => {
      signals.push(signal);
      controller.abort();
    },
  };
  const client = createServiceClient({ baseUrl: server.baseUrl, credential: { kind: 'api-key', value: KEY } }, clock);
  const path = join(await makeFolder(), 'old.zip');
  const call = client.downloadPackage(AbilityId.parse(1), path, 1024, { signal: controller.signal });
  expect(await catchServiceError(call)).toMatchObject({ kind: 'unavailable', status: 503, detail: 'Later.' });
  expect(server.seen).toHaveLength(1);
  expect(signals).toEqual([controller.signal]);
});
