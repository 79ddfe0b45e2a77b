import * as z from 'zod';

/** Both databases store whole milliseconds, and PostgreSQL rejects fractions. */
export const wholeMs = (time: number): number => Math.ceil(time);

export const Json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is not JSON');
    return z.NEVER;
  }
});

/** PostgreSQL rejects NUL in text, and long values in an index. */
export const ShortText = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !text.includes('\0'), 'holds a NUL');
export const StoredPlace = z.object({ channel: ShortText, ts: ShortText });
