import { leftOutOf } from '@abilities-bot/service-api';
import type { EndpointName } from './endpoints.ts';
import { UnreadableAnswerError } from './errors/index.ts';

/**
 * A list of which nothing was left out. @throws UnreadableAnswerError that names the first field which could not be read:
 * whether something is missing, or a name is free, cannot be told from such a list.
 */
export function requireComplete<T>(rows: T[], endpoint: EndpointName): T[] {
  const [first] = leftOutOf(rows);
  if (!first) return rows;
  const field = first.field === null ? String(first.index) : `${first.index}.${first.field}`;
  throw new UnreadableAnswerError({ endpoint, status: 200, detail: null, field });
}
