import type { Fault } from '@abilities-bot/local-slack';

/** Every way in which a Slack call can fail. */
export const SLACK_FAULTS = {
  '500': { status: 500 },
  invalid_blocks: { error: 'invalid_blocks' },
  channel_not_found: { error: 'channel_not_found' },
  token_revoked: { error: 'token_revoked' },
  reset: 'reset',
  'expired trigger': { error: 'expired_trigger_id' },
  // Longer than any wait. Comes last: this bot makes no more calls after it. A wait that ends is in
  // outbound-queue.test.ts.
  'slow down': { status: 429, retryAfter: 3600 },
} as const satisfies Record<string, Fault>;

export type SlackFaultName = keyof typeof SLACK_FAULTS;

export const SLACK_FAULT_NAMES = Object.keys(SLACK_FAULTS).filter(
  (name): name is SlackFaultName => name in SLACK_FAULTS,
);

/** Those that the bot handles differently, wherever they come from: no answer, a refused message, no access, a wait. */
export const ONE_FAULT_A_KIND: readonly SlackFaultName[] = ['reset', 'invalid_blocks', 'token_revoked', 'slow down'];
