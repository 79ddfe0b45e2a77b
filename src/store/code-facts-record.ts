import * as z from 'zod';

/**
 * What can be read from code. `unread`: files that could not be searched, because they are too long or not text.
 */
const FACT_KINDS = ['hosts', 'keys', 'commands', 'imports', 'unread'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** The first of many, which are counted. */
const Listed = z.object({ first: z.array(z.string()), count: z.number() });

const Facts = z.object({
  /** In the code that would be sent, and in the current code too. */
  kept: Listed,
  /** Only in the code that would be sent. */
  added: Listed,
});

/** Facts about code that would replace the current code. */
export const CodeFacts = z.record(z.enum(FACT_KINDS), Facts);
export type CodeFacts = z.infer<typeof CodeFacts>;

/** True if the code names something that the current code does not name. */
export const hasGrown = (facts: CodeFacts): boolean => FACT_KINDS.some((kind) => facts[kind].added.count > 0);
