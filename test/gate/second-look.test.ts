import { expect, test } from 'vitest';
import type { TestReport } from './report.ts';
import { lookAgain } from './second-look.ts';

const report = (given: Partial<TestReport>): TestReport => ({ passed: 7, failed: 0, red: [], homeless: [], ...given });
const never = () => {
  throw new Error('No second look was expected.');
};

test('nothing was red: no second look', () => {
  expect(lookAgain(report({}), never)).toEqual({ passed: 7, failed: 0, unsteady: [] });
});

test('green alone: passed, and named', () => {
  const red = [
    { file: 'a.test.ts', tests: ['one', 'two'] },
    { file: 'b.test.ts', tests: [] },
  ];
  expect(lookAgain(report({ failed: 2, red }), () => report({ passed: 20 }))).toEqual({
    passed: 9,
    failed: 0,
    unsteady: ['a.test.ts › one', 'a.test.ts › two', 'b.test.ts › outside of its tests'],
  });
});

test.each([
  ['red again', report({ failed: 1, red: [{ file: 'a.test.ts', tests: ['two'] }] }), { passed: 8, failed: 1 }],
  ['without a report', null, { passed: 7, failed: 2 }],
  ['without a test', report({ passed: 0 }), { passed: 7, failed: 2 }],
  ['with an error of no file', report({ homeless: ['A worker died.'] }), { passed: 7, failed: 2 }],
])('a second time %s: failed', (_how, again, counts) => {
  const first = report({ failed: 2, red: [{ file: 'a.test.ts', tests: ['one', 'two'] }] });
  expect(lookAgain(first, () => again)).toEqual({ ...counts, unsteady: [] });
});

test('what a second look cannot explain has failed without one', () => {
  const red = Array.from({ length: 11 }, (_, number) => ({ file: `${number}.test.ts`, tests: ['one'] }));
  expect(lookAgain(null, never).failed).toBe(1);
  expect(lookAgain(report({ homeless: ['A worker died.'] }), never).failed).toBe(1);
  expect(lookAgain(report({ failed: 11, red }), never).failed).toBe(11);
});
