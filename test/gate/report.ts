import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** A run of tests, as the second look reads it. */
export interface TestReport {
  passed: number;
  failed: number;
  /** Files with a failed test, hook or import, or an error outside of a test. */
  red: RedFile[];
  /** Errors that belong to no file: a worker that died, a global setup that failed. */
  homeless: string[];
}

export interface RedFile {
  /** Relative to the repository. */
  file: string;
  /** Full names of its failed tests. */
  tests: string[];
}

/** Writes a `TestReport` to the file that TEST_REPORT names. */
export default class ReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env.TEST_REPORT;
    if (path) writeFileSync(path, JSON.stringify(reportOf(modules, unhandled)));
  }
}

function reportOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): TestReport {
  const red = new Map<string, string[]>();
  const homeless: string[] = [];
  let passed = 0;
  let failed = 0;
  for (const module of modules) {
    const failures = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
    passed += [...module.children.allTests('passed')].length;
    failed += failures.length;
    if (!module.ok()) red.set(relative(process.cwd(), module.moduleId), failures);
  }
  for (const { message, VITEST_TEST_PATH: path } of unhandled) {
    if (typeof path !== 'string') homeless.push(message);
    else if (!red.has(relative(process.cwd(), path))) red.set(relative(process.cwd(), path), []);
  }
  return { passed, failed, red: [...red].map(([file, tests]) => ({ file, tests })), homeless };
}
