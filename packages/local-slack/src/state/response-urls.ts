import { randomBytes } from 'node:crypto';
import { type JsonObject, readFlag, readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { forgetOldest } from './forget-oldest.ts';
import { readContent } from './message-store.ts';
import type { LocalWorkspace } from './workspace.ts';

const MAX_USES = 5;
const LIFETIME_MS = 30 * 60 * 1000;
/** Number of URLs remembered, to distinguish used and expired ones from unknown ones. */
const MAX_REMEMBERED = 1000;

/** The origin of a response_url, which decides what it may do. */
interface ResponseUrlOrigin {
  userId: string;
  channelId: string;
  /** The clicked message; null for a slash command and for a shortcut, which replace no message. */
  messageTs: string | null;
}

/** First path segment: for a slash command, a click, and a message shortcut. */
export const RESPONSE_URL_FAMILIES = ['commands', 'actions', 'app'] as const;
type ResponseUrlFamily = (typeof RESPONSE_URL_FAMILIES)[number];

/** The issued response URLs, each valid for 5 uses within 30 minutes. */
export class ResponseUrls {
  readonly #issued = new Map<string, ResponseUrlOrigin & { expiresAt: number; uses: number }>();
  readonly #teamId: string;
  readonly #now: () => number;
  #count = 0;

  constructor(teamId: string, now: () => number) {
    this.#teamId = teamId;
    this.#now = now;
  }

  /** The path of a new response URL, in Slack's format. */
  issue(origin: ResponseUrlOrigin, family: ResponseUrlFamily): string {
    this.#count += 1;
    const path = `/${family}/${this.#teamId}/${this.#count}/${randomBytes(12).toString('hex')}`;
    this.#issued.set(path, { ...origin, expiresAt: this.#now() + LIFETIME_MS, uses: 0 });
    forgetOldest(this.#issued, MAX_REMEMBERED);
    return path;
  }

  /** The origin if the URL is still valid, else Slack's error code. */
  check(path: string): ResponseUrlOrigin | 'used_url' | 'expired_url' | 'invalid_url' {
    const issued = this.#issued.get(path);
    if (!issued) return 'invalid_url';
    if (this.#now() > issued.expiresAt) return 'expired_url';
    return issued.uses >= MAX_USES ? 'used_url' : issued;
  }

  /** Counts a use, if Slack accepted it. */
  count(path: string): void {
    const issued = this.#issued.get(path);
    if (issued) issued.uses += 1;
  }
}

/**
 * Carries out the body of a response_url request, or of a command's ack, which works the same. Reaches the origin's
 * channel even if the bot is not a member.
 * @throws SlackApiError for a body that Slack would reject.
 */
export function answerResponseUrl(
  { messages, team }: LocalWorkspace,
  origin: ResponseUrlOrigin,
  body: JsonObject,
): void {
  const { channelId, userId, messageTs } = origin;
  if (readFlag(body.delete_original)) {
    if (messageTs === null) throw new SlackApiError('message_not_found');
    messages.remove({ channelId, ts: messageTs });
    return;
  }
  const content = readContent(body);
  if (readFlag(body.replace_original) && messageTs !== null) {
    messages.replace({ channelId, ts: messageTs }, content);
    return;
  }
  const threadTs = readText(body.thread_ts) || null;
  const ephemeralFor = body.response_type === 'in_channel' ? null : userId;
  messages.post({ ...content, channelId, userId: team.botUserId, threadTs, ephemeralFor });
}
