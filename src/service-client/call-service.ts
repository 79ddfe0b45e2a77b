import { type AnyServiceError, RateLimitedError, UnavailableError } from './errors/index.ts';
import { leavesOutcomeOpen } from './leaves-outcome-open.ts';
import { repeatCall } from './repeat-call.ts';
import { sendRequest } from './send-request.ts';
import type { ServiceConnection } from './service-connection.ts';
import type { ServiceRequest } from './service-request.ts';

/**
 * Sends a request as often as it allows. Everything that may be sent more than once stays inside the read budget; a
 * request that may be sent once has its own timeout alone.
 */
export async function callService<T>(connection: ServiceConnection, request: ServiceRequest<T>): Promise<T> {
  const timeoutMs = request.timeoutMs ?? connection.timeoutMs;
  const { maxAttempts } = request;
  if (maxAttempts === 1) return sendRequest(connection, request, { number: 1, timeoutMs });
  // A change is not repeated on 429: the service asked to slow down, and the person can decide.
  const isWorthRepeating = (error: unknown) =>
    error instanceof UnavailableError || (error instanceof RateLimitedError && request.method === 'GET');
  const budgetMs = request.budgetMs ?? connection.readBudgetMs;
  const limits = { maxAttempts, budgetMs, isWorthRepeating, signal: request.signal };
  let lost: AnyServiceError | null = null;
  return repeatCall(limits, connection.clock, async (number, remainingMs) => {
    try {
      return await sendRequest(connection, request, { number, timeoutMs: Math.min(timeoutMs, remainingMs) });
    } catch (error) {
      if (request.method === 'GET') throw error;
      // A change whose first answer was lost may have been made, whatever the second try is answered.
      if (leavesOutcomeOpen(error)) lost ??= error;
      throw lost ?? error;
    }
  });
}
