import { bad, good, unknown, type Verdict } from '../core/finding.ts';
import type { Check } from './check.ts';
import type { AskSlack, ClockReading } from './slack-answer.ts';
import { SLACK_AWAY_FIX } from './slack-trouble.ts';

/** In seconds. Slack's signatures are refused when they are five minutes old, or from five minutes ahead. */
const REFUSED_FROM = 300;
const MAX_SKEW = 60;

/** How far our clock is from Slack's. */
export const checkClock = (ask: AskSlack): Check => ({
  subject: 'Clock',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  look: async () => {
    const { clock } = await ask();
    return clock ? judge(skewOf(clock)) : unknown('Slack did not tell the time.');
  },
});

/** In whole seconds: how far we are ahead. Half of the round trip is taken off, and what Slack's seconds leave out. */
export const skewOf = ({ receivedAt, sentAt, theirs }: ClockReading): number =>
  Math.round(((sentAt + receivedAt) / 2 - (theirs + 500)) / 1000);

function judge(ahead: number): Verdict {
  const size = Math.abs(ahead);
  if (size <= 1) return good("It agrees with Slack's.");
  const found = `It is ${size} s ${ahead > 0 ? 'ahead of' : 'behind'} Slack's.`;
  if (size <= MAX_SKEW) return good(found);
  return bad(
    `${found} From ${REFUSED_FROM} s on, what Slack sends over HTTP is refused.`,
    'Let the machine that the bot runs on set its clock by NTP.',
  );
}
