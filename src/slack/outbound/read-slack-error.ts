import { z } from 'zod';

const PlatformError = z.object({ data: z.object({ error: z.string() }) });

/** Slack's own word for a failed call (`channel_not_found`, `expired_trigger_id`, …); null when it is another error. */
export function readSlackError(error: unknown): string | null {
  const parsed = PlatformError.safeParse(error);
  return parsed.success ? parsed.data.data.error : null;
}
