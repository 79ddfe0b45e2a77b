import type { Problem } from './block-kit/problem.ts';
import type { JsonObject } from './json.ts';

/** A refusal in Slack's own terms: `ok: false` with `code` as its `error`. */
export class SlackApiError extends Error {
  override readonly name = 'SlackApiError';
  readonly code: string;
  readonly details: JsonObject;
  /** What is wrong where, for a payload with problems. */
  readonly reasons: readonly string[];

  constructor(code: string, details: JsonObject = {}, reasons: readonly string[] = []) {
    super([code, ...reasons].join('; '));
    this.code = code;
    this.details = reasons.length === 0 ? details : { ...details, response_metadata: { messages: reasons } };
    this.reasons = reasons;
  }
}

/** Refuses a payload as Slack does: the code, and one message with a JSON pointer for each problem. */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const reasons = problems.map(({ message, path }) => `[ERROR] ${message} [json-pointer:${path}]`);
  throw new SlackApiError(first.code, {}, reasons);
}
