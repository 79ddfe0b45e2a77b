import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Measured: any of these would run alone at the end if it started last. A name that no longer exists does no harm. */
const LONGEST = [
  'test/browser/main-job.test.ts',
  'test/browser/at-a-glance.test.ts',
  'test/browser/local-page.test.ts',
  'test/browser/accessibility.test.ts',
  'test/e2e/drops.test.ts',
  'test/e2e/held-bodies.test.ts',
  'test/e2e/isolation-buttons.test.ts',
  'test/e2e/permission-matrix.test.ts',
  'test/e2e/upload-trouble.test.ts',
  'test/e2e/versions.test.ts',
  'test/e2e/two-bots.test.ts',
  'test/e2e/few-connections.test.ts',
  'test/e2e/slack-fault-matrix.test.ts',
];

/** Starts the longest files first, and the others in the runner's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place === -1 ? LONGEST.length : place;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
