import { quoteName } from '@abilities-bot/ability-zip';
import { joinAnd } from '../base/join-words.ts';
import { bad, good, unknown, type Verdict } from '../core/finding.ts';
import type { VitalSigns } from '../metrics/vitals.ts';
import type { ChannelTrouble } from '../slack/outbound/channel-trouble.ts';
import { isInternalCode } from '../slack/outbound/slack-errors.ts';
import { ageWords, type Check } from './check.ts';

/** Slack's clock, and the local clock just before and after the call, in milliseconds since 1970. */
export interface ClockReading {
  /** Slack's clock has a resolution of one second. */
  theirs: number;
  sentAt: number;
  receivedAt: number;
}

/** The result of one call to Slack. */
export type SlackAnswer =
  /** `scopes` is null if the answer had none. */
  | { kind: 'ok'; ms: number; team: string | null; scopes: string[] | null; clock: ClockReading | null }
  | { kind: 'refused'; error: string; clock: ClockReading | null }
  | { kind: 'no-answer'; why: 'in-time' | 'connection' | 'rate-limit'; clock: ClockReading | null }
  /** Something other than Slack answers at this address. */
  | { kind: 'not-slack'; status: number; clock: ClockReading | null };

export type AskSlack = () => Promise<SlackAnswer>;

const SLACK_AWAY_FIX = "Check the bot's network and https://slack-status.com, and that SLACK_API_URL is not set.";
const LATER = 'Check again in a minute.';

/** Explains a failed call. @param refused returns the verdict for a Slack error code */
export function explainSlackTrouble(
  answer: Exclude<SlackAnswer, { kind: 'ok' }>,
  refused: (error: string) => Verdict,
): Verdict {
  switch (answer.kind) {
    case 'refused':
      return isInternalCode(answer.error)
        ? bad(`Slack returned an internal error (${answer.error}).`, LATER)
        : refused(answer.error);
    case 'not-slack':
      return bad(
        `Something other than Slack answered (status ${answer.status}).`,
        `A proxy may be in between. ${SLACK_AWAY_FIX}`,
      );
    case 'no-answer':
      if (answer.why === 'rate-limit') return unknown('Slack is rate-limiting requests.', LATER);
      return bad(answer.why === 'in-time' ? "Slack isn't responding." : "Slack can't be reached.", SLACK_AWAY_FIX);
  }
}

const MAKE_ANOTHER =
  'Generate a token with connections:write under Basic Information, App-Level Tokens, and set SLACK_APP_TOKEN to it.';

/** Slack's error codes for a valid token that lacks a permission. */
const LACKS_SCOPE = ['missing_scope', 'not_allowed_token_type', 'no_permission'];

/** Checks the app token with apps.connections.open. Opens no socket. */
export const checkAppToken = (ask: AskSlack): Check => ({
  subject: 'App token',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  run: async () => {
    const answer = await ask();
    if (answer.kind === 'ok') return good('Valid, with connections:write.');
    return explainSlackTrouble(answer, explainRefusal);
  },
});

function explainRefusal(error: string): Verdict {
  if (LACKS_SCOPE.includes(error)) {
    return bad(`The scope connections:write is missing (${error}).`, MAKE_ANOTHER);
  }
  if (error === 'socket_mode_disabled') {
    return bad('Socket Mode is off (socket_mode_disabled).', "Turn it on in the app's settings, under Socket Mode.");
  }
  return bad(`Slack rejects it (${error}).`, MAKE_ANOTHER);
}

/** In seconds. A request whose timestamp is more than five minutes off is rejected. */
const REFUSED_FROM = 300;
const MAX_SKEW = 60;

export const checkClock = (ask: AskSlack): Check => ({
  subject: 'Clock',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  run: async () => {
    const { clock } = await ask();
    return clock ? judge(skewOf(clock)) : unknown("Couldn't be checked: Slack didn't respond.");
  },
});

/** How far the local clock is ahead, in whole seconds. Corrects for half the round trip and Slack's truncation. */
export const skewOf = ({ receivedAt, sentAt, theirs }: ClockReading): number =>
  Math.round(((sentAt + receivedAt) / 2 - (theirs + 500)) / 1000);

function judge(ahead: number): Verdict {
  const size = Math.abs(ahead);
  if (size <= 1) return good("In sync with Slack's.");
  const found = `It is ${size} s ${ahead > 0 ? 'ahead of' : 'behind'} Slack's.`;
  if (size <= MAX_SKEW) return good(found);
  return bad(
    `${found} If it is more than ${REFUSED_FROM} s ahead, requests from Slack over HTTP are rejected.`,
    'Sync the clock with NTP.',
  );
}

/** Reports the time of the last event. A long silence isn't bad, because nobody may be using the bot. */
export const checkLastEvent = (read: () => Pick<VitalSigns, 'lastEventAge'>): Check => ({
  subject: 'Last event',
  fixWithoutAnswer: 'Restart the bot.',
  run: () => {
    const { lastEventAge } = read();
    return lastEventAge === null
      ? unknown('Slack has not sent anything to this process yet.')
      : good(`${ageWords(lastEventAge)} ago.`);
  },
});

export type TenancyKind = 'single' | 'multi';

const INSTALL_AGAIN: Record<TenancyKind, string> = {
  single: 'Reinstall the app under OAuth & Permissions, and set SLACK_BOT_TOKEN to the Bot User OAuth Token.',
  multi: 'Reinstall the app at /slack/install.',
};

/** Checks the bot token with auth.test. */
export const checkSlackToken = (ask: AskSlack, tenancy: TenancyKind): Check => ({
  subject: 'Slack token',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  run: async () => {
    const answer = await ask();
    if (answer.kind !== 'ok') {
      return explainSlackTrouble(answer, (error) => bad(`Slack rejects it (${error}).`, INSTALL_AGAIN[tenancy]));
    }
    const { ms, team } = answer;
    return good(`Valid${team === null ? '' : `, for ${quoteName(team)}`}. Slack responds in ${ms} ms.`);
  },
});

const TENANCY: Record<TenancyKind, string> = {
  single: 'one workspace',
  multi: 'all workspaces that install the app',
};

export const checkMode = (mode: 'socket' | 'http', tenancy: TenancyKind): Check => ({
  subject: 'Mode',
  fixWithoutAnswer: 'Restart the bot.',
  run: () => good(`${mode === 'socket' ? 'Socket Mode' : 'HTTP, at /slack/events'}, for ${TENANCY[tenancy]}.`),
});

/** Compares the token's scopes, which Slack returns with each answer, with those in the manifest. */
export const checkScopes = (ask: AskSlack, needed: readonly string[], tenancy: TenancyKind): Check => ({
  subject: 'Scopes',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  run: async () => {
    const answer = await ask();
    if (answer.kind !== 'ok') return unknown("Can't be checked without a valid token.");
    const { scopes } = answer;
    if (scopes === null) return unknown("Couldn't be checked: Slack's answer has no scopes.");
    const missing = needed.filter((scope) => !scopes.includes(scope));
    if (missing.length > 0) {
      return bad(
        `${list(missing)} ${missing.length === 1 ? 'is' : 'are'} missing.`,
        `Add ${missing.length === 1 ? 'it' : 'them'} to the Bot Token Scopes under OAuth & Permissions.${eventsOf(missing)} ${INSTALL_AGAIN[tenancy]}`,
      );
    }
    const more = scopes.filter((scope) => !needed.includes(scope));
    const unneeded = more.length > 0 ? ` Not needed: ${list(more)}.` : '';
    return good(`All ${needed.length} granted.${unneeded}`);
  },
});

/** Slack sends these events only with the scope, and only to apps that subscribe to them. */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ['app_mentions:read', 'app_mention'],
  ['files:read', 'file_shared'],
  ['im:history', 'message.im'],
]);

function eventsOf(scopes: readonly string[]): string {
  const events = scopes.flatMap((scope) => EVENTS.get(scope) ?? []);
  return events.length === 0 ? '' : ` Subscribe to ${joinAnd(events)} under Event Subscriptions.`;
}

/** A channel for announcements, and why the bot can't post there; null if it can, undefined if Slack didn't say. */
export interface AnnouncementChannel {
  id: string;
  trouble: ChannelTrouble | null | undefined;
}

const CANNOT_POST: Record<ChannelTrouble, string> = {
  'not-in': "the bot isn't in it",
  archived: 'it is archived',
  restricted: 'posting there is restricted',
};

const OTHER_CHANNEL = 'choose another channel in /abilities settings, NOTICES or WATCH_CHANNEL.';

/** An archived channel can only be replaced by another. */
function fixPosting(channels: readonly AnnouncementChannel[]): string {
  const has = (trouble: ChannelTrouble) => channels.some((channel) => channel.trouble === trouble);
  const fixes = [
    ...(has('not-in') ? ['invite the bot with /invite @abilities'] : []),
    ...(has('restricted') ? ["allow posts from the bot in the channel's posting permissions"] : []),
  ];
  const fix = [...fixes, fixes.length === 0 ? OTHER_CHANNEL : `or ${OTHER_CHANNEL}`].join(', ');
  return `${fix.charAt(0).toUpperCase()}${fix.slice(1)}`;
}

/** Checks whether the bot can post in the channels of NOTICES, WATCH_CHANNEL and the workspace's settings. */
export const checkAnnouncements = (readChannels: () => Promise<readonly AnnouncementChannel[]>): Check => ({
  subject: 'Announcements',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  run: async () => {
    const channels = await readChannels();
    if (channels.length === 0) return good('No channel is set.');
    const closed = channels.flatMap(({ id, trouble }) => (trouble ? [`${id} (${CANNOT_POST[trouble]})`] : []));
    if (closed.length > 0) {
      return bad(`The bot can't post in ${joinAnd(closed)}.`, fixPosting(channels));
    }
    const ids = joinAnd(channels.map(({ id }) => id));
    if (channels.some(({ trouble }) => trouble === undefined))
      return unknown(`Slack didn't say whether the bot can post in ${ids}.`, LATER);
    return good(`The bot can post in ${ids}.`);
  },
});

const MAX_NAMED = 10;

/** Shortens a long list. */
function list(scopes: readonly string[]): string {
  const more = scopes.length > MAX_NAMED ? [`${scopes.length - MAX_NAMED} more`] : [];
  return joinAnd([...scopes.slice(0, MAX_NAMED), ...more]);
}

/**
 * Reports how long the socket has been connected, and whether other bots use the same app. Slack counts the sockets
 * each time it replaces this one, every few hours.
 */
export const checkSocket = (read: () => Pick<VitalSigns, 'connection'>): Check => ({
  subject: 'Socket',
  fixWithoutAnswer: 'Restart the bot.',
  run: () => {
    const { connection } = read();
    if (connection === null) return good('Not used over HTTP.');
    const age = connection.age === null ? '' : ` for ${ageWords(connection.age)}`;
    const { sockets, processes } = connection.counts ?? { sockets: 0, processes: 0 };
    if (connection.isConnected && sockets > processes) {
      return bad(
        `Connected${age}. Slack counts ${sockets} sockets for this app, but only ${processes} ${processes === 1 ? 'process of this bot is' : 'processes of this bot are'} running.`,
        'Slack sends each request to only one socket: stop the other bot, or give it its own app. After a crash, wait a minute and restart the bot.',
      );
    }
    if (connection.isConnected) return good(`Connected${age}.`);
    return bad(
      `Disconnected${age}.`,
      'The bot keeps trying to reconnect. Check SLACK_APP_TOKEN and the network, then restart the bot.',
    );
  },
});
