/** Acks and triggers may take longer than Slack's 3 seconds: a busy machine does not keep them. */
export const UNHURRIED = { ackTimeoutMs: 30_000, triggerMs: 30_000 };
