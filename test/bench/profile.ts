import * as z from 'zod';

/** A message to the profiler inside the bot. */
export const ProfilerOrder = z.object({ order: z.enum(['start', 'stop']) });

/** Where a function begins, counted from 0. */
const CallFrame = z.object({
  functionName: z.string(),
  url: z.string(),
  lineNumber: z.number(),
  columnNumber: z.number(),
});
export type CallFrame = z.infer<typeof CallFrame>;

/** V8's CPU profile: each node is a function in the place of its call. */
const Profile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: CallFrame, children: z.array(z.number()).optional() })),
  /** The node that ran at each sample. */
  samples: z.array(z.number()),
  startTime: z.number(),
  endTime: z.number(),
  timeDeltas: z.array(z.number()).optional(),
});
export type Profile = z.infer<typeof Profile>;

export const ProfilerReport = z.object({
  /** CPU time of the process while it was profiled, all threads included. */
  cpuMs: z.number(),
  profile: Profile,
});
export type ProfilerReport = z.infer<typeof ProfilerReport>;

/** Each stack that was sampled, the innermost function first, with its number of samples. */
export function stacksOf({ nodes, samples }: Profile): { stack: CallFrame[]; samples: number }[] {
  const frames = new Map(nodes.map(({ callFrame, id }) => [id, callFrame]));
  const callers = new Map(nodes.flatMap(({ children = [], id }) => children.map((child) => [child, id] as const)));
  const counts = new Map<number, number>();
  for (const id of samples) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([sampled, count]) => {
    const stack: CallFrame[] = [];
    for (let id: number | undefined = sampled; id !== undefined; id = callers.get(id)) {
      const frame = frames.get(id);
      if (frame) stack.push(frame);
    }
    return { stack, samples: count };
  });
}
