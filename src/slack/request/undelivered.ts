import type { MessageAnswer } from '../blocks/kit.ts';
import { channel as channelMention } from '../blocks/mentions.ts';
import { sentenceMessage } from '../blocks/sentences.ts';
import { CHANNEL_TROUBLES, type ChannelTrouble, channelTroubleOf } from '../outbound/channel-trouble.ts';
import type { Workspace } from '../workspace.ts';

/** At least as long as such trouble may last. */
const TOLD_MS = 365 * 24 * 60 * 60_000;

const MAX_ADMINS = 20;

type Parts = Pick<Workspace, 'log' | 'outbound' | 'policy' | 'seen'> & {
  context: { settings: Pick<Workspace['context']['settings'], 'store'> };
};

const keyOf = (channel: string, trouble: ChannelTrouble) => `undelivered:${channel}:${trouble}`;

/**
 * Posts an announcement to a channel from the settings. If the bot can't post there, it notifies the admins, once for
 * each channel and cause, until a post succeeds.
 * @throws the errors of the post.
 */
export async function postAnnouncement(channel: string, message: MessageAnswer, workspace: Parts): Promise<void> {
  const { log, outbound, seen } = workspace;
  try {
    await outbound.post(channel, null, message, 'announcement');
  } catch (error) {
    const trouble = channelTroubleOf(error);
    if (trouble !== null) await notifyAdmins(channel, trouble, workspace);
    throw error;
  }
  try {
    await seen.release(...CHANNEL_TROUBLES.map((trouble) => keyOf(channel, trouble)));
  } catch (error) {
    log.warn({ err: error, channel }, 'channel recovery not saved');
  }
}

/** Never throws. */
async function notifyAdmins(channel: string, trouble: ChannelTrouble, workspace: Parts): Promise<void> {
  const { log, outbound, seen } = workspace;
  const key = keyOf(channel, trouble);
  try {
    if (!(await seen.claim(key, TOLD_MS))) return;
    let isDelivered = false;
    for (const admin of await listAdmins(workspace)) {
      try {
        await outbound.post(admin, null, sentenceMessage(undeliveredSentence(channel, trouble)), 'announcement');
        isDelivered = true;
      } catch (error) {
        log.warn({ err: error, user: admin }, 'admin not notified of an undelivered announcement');
      }
    }
    if (!isDelivered) await seen.release(key);
  } catch (error) {
    log.error({ err: error, channel }, 'admins not notified of an undelivered announcement');
  }
}

/** The listed admins, and the person who last saved the settings. Slack has no list of workspace admins. */
async function listAdmins({ context, policy }: Parts): Promise<string[]> {
  const { grants } = await policy.read();
  const { savedBy } = await context.settings.store.readSaved();
  return [...new Set([...(savedBy === null ? [] : [savedBy]), ...grants.admin.users])].slice(0, MAX_ADMINS);
}

const CAUSES: Record<ChannelTrouble, string> = {
  'not-in': "I'm not in that channel. Invite me with `/invite @abilities`, or choose another channel in",
  archived: 'The channel is archived. Choose another one in',
  restricted:
    "Posting there is restricted. Allow me in the channel's posting permissions, or choose another channel in",
};

const undeliveredSentence = (channel: string, trouble: ChannelTrouble): string =>
  `:warning: I couldn't post an announcement in ${channelMention(channel)}. ${CAUSES[trouble]} \`/abilities settings\`.`;
