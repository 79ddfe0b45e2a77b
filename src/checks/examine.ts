import { bad, type Finding, type Verdict } from '../core/finding.ts';
import type { Check } from './check.ts';

/** Longer than each question to Slack and the service may take, so that these can say themselves what went wrong. */
export const EXAMINE_MS = 2500;

/**
 * Makes all checks side by side. Each ends in time with a line: what does not answer, or fails, is bad.
 * @param told about what a check threw, for the log: it may hold what nobody should see.
 */
export function examine(
  checks: readonly Check[],
  { told, withinMs = EXAMINE_MS }: { told: (error: unknown) => void; withinMs?: number },
): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ fixWithoutAnswer, look, subject }): Promise<Finding> => {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<Verdict>((resolve) => {
        const verdict = bad(`There was no answer within ${withinMs / 1000} s.`, fixWithoutAnswer);
        timer = setTimeout(() => resolve(verdict), withinMs);
      });
      const looked = lookSafely(look, (error) => {
        told(error);
        return bad(`It could not be looked at${codeOf(error)}.`, fixWithoutAnswer);
      });
      const verdict = await Promise.race([looked, tooLate]);
      clearTimeout(timer);
      return { subject, ...verdict };
    }),
  );
}

async function lookSafely(look: Check['look'], failed: (error: unknown) => Verdict): Promise<Verdict> {
  try {
    return await look();
  } catch (error) {
    return failed(error);
  }
}

/** The code of a system or a database, which is no secret; its words may hold an address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
}
