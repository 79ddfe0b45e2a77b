/**
 * Runs the test files that were red once more, each alone, after everything else has ended. A file that is green alone
 * counts as passed, and its red tests are named as unsteady: a defect, but not one of the change that lands.
 * @example TEST_REPORT=/tmp/report.json npx tsx test/gate/second-look.ts EXIT_CODE_OF_THE_TESTS [CONFIG]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import * as z from 'zod';
import type { RedFile, TestReport } from './report.ts';

/** More than this is not unsteady, it is broken. */
const MAX_FILES = 10;

const reportShape = z.object({
  passed: z.number(),
  failed: z.number(),
  red: z.array(z.object({ file: z.string(), tests: z.array(z.string()) })),
  homeless: z.array(z.string()),
}) satisfies z.ZodType<TestReport>;

export interface SecondLook {
  passed: number;
  failed: number;
  /** Lines `FILE › TEST`. */
  unsteady: string[];
}

/**
 * @param first null if the tests ended before there was a report, for instance after a type error.
 * @param runAlone runs one file. Null if it did not get as far as a report.
 */
export function lookAgain(first: TestReport | null, runAlone: (file: string) => TestReport | null): SecondLook {
  if (!first) return { passed: 0, failed: 1, unsteady: [] };
  const { homeless, passed, red } = first;
  if (homeless.length > 0 || red.length > MAX_FILES) {
    return { passed, failed: Math.max(first.failed, red.length, homeless.length), unsteady: [] };
  }
  const found: SecondLook = { passed, failed: 0, unsteady: [] };
  for (const one of red) {
    const again = runAlone(one.file);
    if (again && isGreen(again)) {
      found.passed += one.tests.length;
      found.unsteady.push(...namesOf(one));
    } else {
      const stillRed = again?.red.find(({ file }) => file === one.file)?.tests ?? one.tests;
      found.failed += Math.max(1, stillRed.length);
      found.passed += one.tests.filter((test) => !stillRed.includes(test)).length;
    }
  }
  return found;
}

const isGreen = ({ homeless, passed, red }: TestReport) => red.length === 0 && homeless.length === 0 && passed > 0;

const namesOf = ({ file, tests }: RedFile) =>
  (tests.length > 0 ? tests : ['outside of its tests']).map((test) => `${file} › ${test}`);

function read(path: string): TestReport | null {
  try {
    return reportShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

function main(path: string, exitCode: string | undefined, config = 'test/vitest.config.ts'): number {
  const first = read(path);
  const found = lookAgain(first, (file) => {
    process.stdout.write(`\nA second look, alone: ${file}\n`);
    rmSync(path, { force: true });
    const report = ['--reporter=default', '--reporter=test/gate/report.ts'];
    const alone = ['--maxWorkers=1', '--no-file-parallelism'];
    spawnSync('npx', ['vitest', 'run', '--config', config, ...alone, ...report, file], { stdio: 'inherit' });
    return read(path);
  });
  for (const error of first?.homeless ?? []) process.stdout.write(`outside of all tests: ${error}\n`);
  // Something ended the tests that is in no report.
  if (exitCode !== '0' && first?.red.length === 0 && found.failed === 0) found.failed = 1;
  process.stdout.write(found.unsteady.map((name) => `unsteady: ${name}\n`).join(''));
  process.stdout.write(`counted: ${found.passed} passed, ${found.failed} failed\n`);
  return found.failed === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) {
  process.exitCode = main(process.env.TEST_REPORT ?? '', process.argv[2], process.argv[3]);
}
