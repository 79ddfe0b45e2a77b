import * as z from 'zod';

const refused = z.union([
  z.object({ ok: z.literal(false), error: z.string().default('failed') }),
  // An ack whose body Slack rejects.
  z.object({ error: z.string(), reasons: z.array(z.string()) }),
]);

/** The error code in a response, since Slack refuses with status 200; null for a success. */
export function failureIn(response: unknown): string | null {
  return refused.safeParse(response).data?.error ?? null;
}
