import type { SlackClient } from './client.ts';
import { readSlackError } from './slack-errors.ts';

/** Why the bot can't post to a channel. Each cause lasts until someone fixes it in Slack. */
export type ChannelTrouble = 'not-in' | 'archived' | 'restricted';

export const CHANNEL_TROUBLES: readonly ChannelTrouble[] = ['not-in', 'archived', 'restricted'];

const CODES: readonly (readonly [RegExp, ChannelTrouble])[] = [
  // Slack says that a private channel doesn't exist if the bot isn't in it.
  [/^(not_in_channel|user_not_in_channel|channel_not_found)$/, 'not-in'],
  [/^is_archived$/, 'archived'],
  [/^(restricted_action|no_permission|ekm_access_denied)/, 'restricted'],
];

/** Null if the error isn't about the channel, or may be temporary. */
export function channelTroubleOf(error: unknown): ChannelTrouble | null {
  const code = readSlackError(error);
  return CODES.find(([pattern]) => code !== null && pattern.test(code))?.[1] ?? null;
}

/**
 * Checks whether the bot can post to a channel, by posting a message that only the bot itself could see. Slack accepts
 * or rejects it like any other post, and it needs no additional scope.
 * @returns null if it can.
 * @throws Slack's errors that don't answer this.
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
