/** Why the store can't be used. `no free connection`: this process is using all of its connections. */
export type ConnectionProblem = 'too many connections' | 'no free connection' | 'unreachable';

const SENTENCES: Record<ConnectionProblem, string> = {
  'too many connections': 'The database accepts no more connections',
  'no free connection': 'All connections to the database are in use',
  unreachable: 'The database cannot be reached',
};

/**
 * The database provided no connection in time, or a connection was lost during a query, which may or may not have taken
 * effect.
 */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';
  readonly problem: ConnectionProblem;

  constructor(problem: ConnectionProblem, cause?: unknown) {
    super(`${SENTENCES[problem]}${cause instanceof Error ? `: ${cause.message}` : '.'}`, { cause });
    this.problem = problem;
  }
}

/** Reads a field that identifies the errors of the drivers, or Bolt's wrappers around them. */
const fieldOf = (error: Error, name: 'code' | 'original' | 'severity'): unknown => Reflect.get(error, name);

/** True if a query failed in the database or on the way to it, even if Bolt has wrapped the error. */
export function isStoreTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreAwayError || isFromDatabase(error)) return true;
  return String(fieldOf(error, 'code') ?? '').startsWith('SQLITE_') || isStoreTrouble(fieldOf(error, 'original'));
}

/** True if PostgreSQL itself sent this error. */
export const isFromDatabase = (error: unknown): boolean =>
  error instanceof Error && typeof fieldOf(error, 'severity') === 'string';

/**
 * True if PostgreSQL currently accepts no connections, because all are taken or it is starting. A retry may succeed.
 */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && ['53300', '57P03'].includes(String(fieldOf(error, 'code')));
