/** Why the store cannot be used. `no free connection`: all connections of this process are in use. */
export type ConnectionProblem = 'too many connections' | 'no free connection' | 'unreachable';

const SENTENCES: Record<ConnectionProblem, string> = {
  'too many connections': 'The database accepts no more connections',
  'no free connection': 'All connections to the database are in use',
  unreachable: 'The database cannot be reached',
};

/**
 * The database provided no connection in time, or a connection was lost during a query, whose effect is then unknown.
 */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';
  readonly problem: ConnectionProblem;

  constructor(problem: ConnectionProblem, cause?: unknown) {
    super(`${SENTENCES[problem]}${cause instanceof Error ? `: ${cause.message}` : '.'}`, { cause });
    this.problem = problem;
  }
}

/** The fields by which the drivers' errors, and Bolt's wrappers around them, are recognized. */
const fieldOf = (error: Error, name: 'code' | 'original' | 'severity'): unknown => Reflect.get(error, name);

/** Whether a query failed in the database or on the way to it, also inside an error of Bolt. */
export function isStoreTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreAwayError || isFromDatabase(error)) return true;
  return String(fieldOf(error, 'code') ?? '').startsWith('SQLITE_') || isStoreTrouble(fieldOf(error, 'original'));
}

/** Whether PostgreSQL itself sent this error. */
export const isFromDatabase = (error: unknown): boolean =>
  error instanceof Error && typeof fieldOf(error, 'severity') === 'string';

/** PostgreSQL takes no connection now: all are taken, or it is starting. Others return theirs, so trying again helps. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && ['53300', '57P03'].includes(String(fieldOf(error, 'code')));
