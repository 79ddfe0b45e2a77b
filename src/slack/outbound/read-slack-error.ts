import * as z from 'zod';

const PlatformError = z.object({ data: z.object({ error: z.string().regex(/^\w+$/) }) });

/** Slack's own word for a failed call (`channel_not_found`, `expired_trigger_id`, …); null when it is another error. */
export function readSlackError(error: unknown): string | null {
  const parsed = PlatformError.safeParse(error);
  return parsed.success ? parsed.data.data.error : null;
}

/** True if the token of the call is revoked. */
export const saysRevoked = (error: unknown): boolean =>
  /^(account_inactive|token_revoked|invalid_auth)$/.test(readSlackError(error) ?? '');

/** Words of Slack that say "not now"; a revoked token is mended by whoever runs the bot. */
const PASSING =
  /^(ratelimited|rate_limited|internal_error|fatal_error|service_unavailable|request_timeout|team_added_to_org|accesslimited|invalid_auth|not_authed|token_|account_inactive|missing_scope)/;

/** Whether the same call may succeed later: Slack was not reached, or said so. */
export function isPassingSlackError(error: unknown): boolean {
  const reason = readSlackError(error);
  return reason === null || PASSING.test(reason);
}

/** For the log: Slack's own word, else what the error says. */
export const describeSlackError = (error: unknown): string =>
  readSlackError(error) ?? (error instanceof Error ? error.message : String(error));
