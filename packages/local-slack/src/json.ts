import * as z from 'zod';

/** A JSON object with unknown fields, as sent between Slack and the bot. */
export const jsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof jsonObject>;

/** The object in `value`; empty if it is not one. */
export function readObject(value: unknown): JsonObject {
  const read = jsonObject.safeParse(value);
  return read.success ? read.data : {};
}

/** The text in `value`; empty if it is not one. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Slack accepts booleans in forms as text. */
export function readFlag(value: unknown): boolean {
  return value === true || value === 'true' || value === '1';
}

/** Undefined if `text` is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
