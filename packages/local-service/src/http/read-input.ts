import type * as z from 'zod';
import { RequestError } from './request-error.ts';

/** Parses a body, a form or a query. @throws {RequestError} 400, naming each invalid field in one message. */
export function readInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(input, { error: explainIssue });
  if (success) return data;
  const sentences = error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : 'The request must be an object with fields.',
  );
  throw new RequestError(400, sentences.join(' '));
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

/** For schemas without messages of their own. */
function explainIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required.';
  const type = issue.code === 'invalid_type' ? TYPE_NAMES[issue.expected] : undefined;
  return type ? `must be ${type}.` : 'is not valid.';
}

/** Parses the ID in a path. A path whose ID is not a number does not exist. @throws {RequestError} 404 */
export function readPathId<T extends z.ZodType>(schema: T, params: unknown): z.output<T> {
  const value = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
  const { success, data } = schema.safeParse(value);
  if (success) return data;
  throw new RequestError(404, 'Not found.');
}
