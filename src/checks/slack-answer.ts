/** What two clocks said at one moment, in milliseconds since 1970: Slack's, and ours before and after. */
export interface ClockReading {
  /** Whole seconds: Slack cuts off the rest. */
  theirs: number;
  sentAt: number;
  receivedAt: number;
}

/** What came of one question to Slack. */
export type SlackAnswer =
  /** `team` as it calls itself; `scopes` null when Slack did not tell. */
  | { kind: 'ok'; ms: number; team: string | null; scopes: string[] | null; clock: ClockReading | null }
  /** `error`: Slack's own word. */
  | { kind: 'refused'; error: string; clock: ClockReading | null }
  | { kind: 'no-answer'; why: 'in-time' | 'connection' | 'rate-limit'; clock: ClockReading | null }
  /** Something else answers at its address. */
  | { kind: 'not-slack'; status: number; clock: ClockReading | null };

export type AskSlack = () => Promise<SlackAnswer>;

/** Slack's words for trouble of its own, which nobody here can mend. */
const PASSING = /^(internal_error|fatal_error|service_unavailable|request_timeout|ratelimited|rate_limited)$/;

export const isPassing = (error: string): boolean => PASSING.test(error);
