import * as z from 'zod';
import { readableRows } from './left-out.ts';

/**
 * Field types of the actual service, where everything except an ID and a name may be null or missing. A value of the
 * wrong type is still an error that names the field.
 */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

export const optionalFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null);

/** For fields that are only displayed or exported: an unexpected type is no reason to omit the whole row. */
export const decoration = <T extends z.ZodType>(type: T) =>
  type
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);

/** Trigger words are an array, but uploads send them comma-separated, and old rows return them in that form. */
export const triggerWordList = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .nullish()
  .transform((words) => (words ?? []).map((word) => word.trim()).filter((word) => word !== ''));

/** A list, either as an array or in an object under one of `names`. Omits rows that can't be read; see `leftOutOf`. */
export const listIn = <T extends z.ZodType>(row: T, ...names: string[]) =>
  z.preprocess((body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    const found = Object.entries(body).find(([name]) => names.includes(name));
    return found ? found[1] : body;
  }, readableRows(row));
