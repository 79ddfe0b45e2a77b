import { bad, unknown, type Verdict } from '../core/finding.ts';
import { isPassing, type SlackAnswer } from './slack-answer.ts';

export const SLACK_AWAY_FIX =
  'Check the network of the machine that the bot runs on, and https://slack-status.com; SLACK_API_URL belongs unset for the real Slack.';
const LATER = 'Ask again in a minute.';

/**
 * Why Slack did not say yes.
 * @param refused what it means when Slack said no, by its word for it
 */
export function explainSlackTrouble(
  answer: Exclude<SlackAnswer, { kind: 'ok' }>,
  refused: (error: string) => Verdict,
): Verdict {
  switch (answer.kind) {
    case 'refused':
      return isPassing(answer.error)
        ? bad(`Slack has trouble of its own (${answer.error}).`, LATER)
        : refused(answer.error);
    case 'not-slack':
      return bad(
        `What answers there is not Slack, or Slack fails (status ${answer.status}).`,
        `Look for a proxy in between that shows a page of its own. ${SLACK_AWAY_FIX}`,
      );
    case 'no-answer':
      if (answer.why === 'rate-limit') return unknown('Slack asks to slow down.', LATER);
      return bad(
        answer.why === 'in-time' ? 'Slack did not answer in time.' : 'Slack cannot be reached.',
        SLACK_AWAY_FIX,
      );
  }
}
