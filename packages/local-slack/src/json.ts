import * as z from 'zod';

/** A JSON object whose fields are not known yet: what stands on the wire between Slack and the bot. */
export const jsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof jsonObject>;

/** The object in `value`, or an empty one when it is something else. */
export function readObject(value: unknown): JsonObject {
  const read = jsonObject.safeParse(value);
  return read.success ? read.data : {};
}

/** The text in `value`, or an empty one when it is something else. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Slack takes booleans in bodies of forms as words. */
export function readFlag(value: unknown): boolean {
  return value === true || value === 'true' || value === '1';
}

/** Parsed JSON, or undefined when `text` is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
