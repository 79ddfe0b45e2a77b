import type { Problem } from './block-kit/problem.ts';
import type { JsonObject } from './json.ts';

/** An error in Slack's format: `ok: false` with `code` as its `error`. */
export class SlackApiError extends Error {
  override readonly name = 'SlackApiError';
  readonly code: string;
  readonly details: JsonObject;
  /** For an invalid payload: the problems with their positions. */
  readonly reasons: readonly string[];

  constructor(code: string, details: JsonObject = {}, reasons: readonly string[] = []) {
    super([code, ...reasons].join('; '));
    this.code = code;
    this.details = reasons.length === 0 ? details : { ...details, response_metadata: { messages: reasons } };
    this.reasons = reasons;
  }
}

/** Rejects a payload like Slack: the code, and a message with a JSON pointer for each problem. */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const reasons = problems.map(({ message, path }) => `[ERROR] ${message} [json-pointer:${path}]`);
  throw new SlackApiError(first.code, {}, reasons);
}
