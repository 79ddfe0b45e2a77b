import * as z from 'zod';

/**
 * The kinds of facts that are read from code. `unread`: files that couldn't be searched, because they are too long or
 * not text.
 */
const FACT_KINDS = ['hosts', 'keys', 'commands', 'imports', 'unread'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** The first items of a list, and the number of all. */
const Listed = z.object({ first: z.array(z.string()), count: z.number() });

const Facts = z.object({
  /** Both in the current code and in the code that would be sent. */
  kept: Listed,
  /** Only in the code that would be sent. */
  added: Listed,
});

/** Facts about code that would replace the current code. */
export const CodeFacts = z.record(z.enum(FACT_KINDS), Facts);
export type CodeFacts = z.infer<typeof CodeFacts>;

/** True if the new code has any fact that the current code doesn't have. */
export const hasGrown = (facts: CodeFacts): boolean => FACT_KINDS.some((kind) => facts[kind].added.count > 0);
