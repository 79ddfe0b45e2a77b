import { bad, good, type Verdict } from '../core/finding.ts';
import type { Check } from './check.ts';
import type { AskSlack } from './slack-answer.ts';
import { explainSlackTrouble, SLACK_AWAY_FIX } from './slack-trouble.ts';

const MAKE_ANOTHER =
  "Generate one with the scope connections:write on the app's page Basic Information, App-Level Tokens, and set SLACK_APP_TOKEN to it.";

/** Slack's words for a token that it knows and that may not do this. */
const LACKS_SCOPE = ['missing_scope', 'not_allowed_token_type', 'no_permission'];

/** Whether Slack gives the address of a socket for the app token (apps.connections.open). None is opened. */
export const checkAppToken = (ask: AskSlack): Check => ({
  subject: 'App token',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  look: async () => {
    const answer = await ask();
    if (answer.kind === 'ok') return good('Slack accepts it, with connections:write.');
    return explainSlackTrouble(answer, explainRefusal);
  },
});

function explainRefusal(error: string): Verdict {
  if (LACKS_SCOPE.includes(error)) {
    return bad(`Slack opens no socket with it (${error}): connections:write is missing.`, MAKE_ANOTHER);
  }
  if (error === 'socket_mode_disabled') {
    return bad(
      'Slack opens no socket (socket_mode_disabled).',
      "Switch Socket Mode on, on the app's page Socket Mode.",
    );
  }
  return bad(`Slack does not accept it (${error}).`, MAKE_ANOTHER);
}
