import type { Reporter, TestCase } from 'vitest/node';

/** Names what passed only the second time, which is no failure and worth a look. */
export default class TellRetried implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    process.stdout.write(`PASSED THE SECOND TIME ONLY: ${test.module.relativeModuleId} > ${test.fullName}\n`);
  }
}
