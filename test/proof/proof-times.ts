import * as z from 'zod';

/** Times of a bot in a process of its own, in milliseconds. */
export const ProofTimes = z.object({ leaseMs: z.number(), gatherMs: z.number(), pollMs: z.number() }).partial();
export type ProofTimes = z.infer<typeof ProofTimes>;
