import type { SlackClient } from './client.ts';
import { readSlackError } from './slack-errors.ts';

/** Why the bot can't post to a channel, until somebody changes that in Slack. */
export type ChannelTrouble = 'not-in' | 'archived' | 'restricted';

export const CHANNEL_TROUBLES: readonly ChannelTrouble[] = ['not-in', 'archived', 'restricted'];

const CODES: readonly (readonly [RegExp, ChannelTrouble])[] = [
  // A private channel that the bot is not in doesn't exist for it.
  [/^(not_in_channel|user_not_in_channel|channel_not_found)$/, 'not-in'],
  [/^is_archived$/, 'archived'],
  [/^(restricted_action|no_permission|ekm_access_denied)/, 'restricted'],
];

/** Null for an error that is not about the channel, or may pass. */
export function channelTroubleOf(error: unknown): ChannelTrouble | null {
  const code = readSlackError(error);
  return CODES.find(([pattern]) => code !== null && pattern.test(code))?.[1] ?? null;
}

/**
 * Whether the bot can post to a channel. Posts there for the bot's own eyes only: Slack answers it like any other post,
 * nobody sees it, and it needs no further scope.
 * @returns null if it can.
 * @throws Slack's errors that do not answer the question.
 */
export async function findChannelTrouble(
  channel: string,
  { web }: Pick<SlackClient, 'web'>,
): Promise<ChannelTrouble | null> {
  const { user_id: user = '' } = await web.auth.test();
  try {
    await web.chat.postEphemeral({ channel, user, text: 'Can I post here?' });
    return null;
  } catch (error) {
    const trouble = channelTroubleOf(error);
    if (trouble === null) throw error;
    return trouble;
  }
}
