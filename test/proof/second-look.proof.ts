import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../make-folder.ts';

const CONFIG = 'test/gate/samples/vitest.config.ts';

/** As `.ci/run` does it: the tests, then a second look at the files that were red. */
async function runGate(files: string[]): Promise<{ code: number; lines: string[] }> {
  const folder = await makeFolder();
  const env = {
    PATH: process.env.PATH,
    NO_COLOR: '1',
    TEST_REPORT: join(folder, 'report.json'),
    SAMPLE_SEEN: join(folder, 'seen'),
  };
  const run = (command: string, args: string[]) =>
    new Promise<{ code: number; lines: string[] }>((resolve) => {
      execFile(command, args, { env }, (error, out) => {
        resolve({ code: error ? Number(error.code) : 0, lines: out.trim().split('\n') });
      });
    });
  const reporters = ['--reporter=default', '--reporter=test/gate/report.ts'];
  const first = await run('npx', ['vitest', 'run', '--config', CONFIG, ...reporters, ...files]);
  return run('npx', ['tsx', 'test/gate/second-look.ts', String(first.code), CONFIG]);
}

test('a test that is green alone counts as passed and is named; one that is red again has failed', async () => {
  const unsteady = 'unsteady: test/gate/samples/unsteady.sample.ts › a menu > opens twice';
  expect(await runGate(['unsteady'])).toMatchObject({
    code: 0,
    lines: expect.arrayContaining([unsteady, 'counted: 2 passed, 0 failed']),
  });
  expect(await runGate([])).toMatchObject({
    code: 1,
    lines: expect.arrayContaining([unsteady, 'counted: 3 passed, 1 failed']),
  });
});
