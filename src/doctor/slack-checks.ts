import { quoteName } from '@abilities-bot/ability-zip';
import { bad, good, unknown, type Verdict } from '../core/finding.ts';
import type { VitalSigns } from '../metrics/vitals.ts';
import { ageWords, type Check } from './check.ts';

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

/** When Slack last sent something to this process. Silence alone is not bad: at night nobody asks. */
export const checkLastEvent = (read: () => Pick<VitalSigns, 'lastEventAge'>): Check => ({
  subject: 'Last event',
  fixWithoutAnswer: 'Restart the bot.',
  look: () => {
    const { lastEventAge } = read();
    return lastEventAge === null
      ? unknown('Slack has sent nothing to this process yet.')
      : good(`Slack sent it ${ageWords(lastEventAge)} ago.`);
  },
});

export type TenancyKind = 'single' | 'multi';

export const INSTALL_AGAIN: Record<TenancyKind, string> = {
  single:
    'Reinstall the app to the workspace on its page OAuth & Permissions, and set SLACK_BOT_TOKEN to the Bot User OAuth Token there.',
  multi: 'Reinstall the app at /slack/install.',
};

/** Whether Slack takes the bot token (auth.test). */
export const checkSlackToken = (ask: AskSlack, tenancy: TenancyKind): Check => ({
  subject: 'Slack token',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  look: async () => {
    const answer = await ask();
    if (answer.kind !== 'ok') {
      return explainSlackTrouble(answer, (error) =>
        bad(`Slack does not accept it (${error}).`, INSTALL_AGAIN[tenancy]),
      );
    }
    const { ms, team } = answer;
    return good(`Slack accepts it${team === null ? '' : `, for ${quoteName(team)}`}, in ${ms} ms.`);
  },
});

const TENANCY: Record<TenancyKind, string> = {
  single: 'one workspace',
  multi: 'all workspaces that install the app',
};

/** How Slack reaches the bot, as it is set. */
export const checkMode = (mode: 'socket' | 'http', tenancy: TenancyKind): Check => ({
  subject: 'Mode',
  fixWithoutAnswer: 'Restart the bot.',
  look: () => good(`${mode === 'socket' ? 'Socket Mode' : 'HTTP, at /slack/events'}, for ${TENANCY[tenancy]}.`),
});

/** Which of the scopes that the manifest asks for the token has, as Slack says with each answer. */
export const checkScopes = (ask: AskSlack, needed: readonly string[], tenancy: TenancyKind): Check => ({
  subject: 'Scopes',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  look: async () => {
    const answer = await ask();
    if (answer.kind !== 'ok') return unknown('Slack tells them with a token that it accepts only.');
    const { scopes } = answer;
    if (scopes === null) return unknown('Slack did not say which ones the token has.');
    const missing = needed.filter((scope) => !scopes.includes(scope));
    if (missing.length > 0) {
      return bad(
        `${list(missing)} ${missing.length === 1 ? 'is' : 'are'} missing.`,
        `Add what is missing to the Bot Token Scopes on the app's page OAuth & Permissions, as manifest.yml has them. ${INSTALL_AGAIN[tenancy]}`,
      );
    }
    const more = scopes.filter((scope) => !needed.includes(scope));
    const besides = more.length > 0 ? ` It has more than needed: ${list(more)}.` : '';
    return good(`The token has all ${needed.length} of the manifest.${besides}`);
  },
});

const MAX_NAMED = 10;

/** Slack's own words, as many as one reads. */
function list(scopes: readonly string[]): string {
  const shown = scopes.slice(0, MAX_NAMED).join(', ');
  return scopes.length > MAX_NAMED ? `${shown} and ${scopes.length - MAX_NAMED} more` : shown;
}

/** Since when the socket is there. Slack replaces it every few hours. */
export const checkSocket = (read: () => Pick<VitalSigns, 'connection'>): Check => ({
  subject: 'Socket',
  fixWithoutAnswer: 'Restart the bot.',
  look: () => {
    const { connection } = read();
    if (connection === null) return good('Over HTTP there is none.');
    const age = connection.age === null ? '' : ` for ${ageWords(connection.age)}`;
    if (connection.isConnected) return good(`It has been there${age}.`);
    return bad(
      `It has been away${age}.`,
      'The bot tries again by itself. Check SLACK_APP_TOKEN and the network of its machine; if it stays away, restart the bot.',
    );
  },
});
