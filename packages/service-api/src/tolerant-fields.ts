import * as z from 'zod';
import { readableRows } from './left-out.ts';

/**
 * Fields as the live service sends them: everything except an ID and a name may be null or missing. A value of the
 * wrong type is still an error, so that the reader can name the field instead of guessing.
 */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

export const optionalFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null);

/** What is only shown and exported: another type than the usual is no reason to lose the whole row. */
export const decoration = <T extends z.ZodType>(type: T) =>
  type
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);

/** Trigger words are a list on the wire, but uploads send them comma-separated and old rows echo that back. */
export const triggerWordList = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .nullish()
  .transform((words) => (words ?? []).map((word) => word.trim()).filter((word) => word !== ''));

/**
 * A list, bare or as the only field of an object under any of `names`. A row with a wrong type is omitted; see
 * `leftOutOf`.
 */
export const listIn = <T extends z.ZodType>(row: T, ...names: string[]) =>
  z.preprocess((body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    const found = Object.entries(body).find(([name]) => names.includes(name));
    return found ? found[1] : body;
  }, readableRows(row));
