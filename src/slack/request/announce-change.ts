import { sentenceMessage } from '../blocks/sentence-message.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import type { Workspace } from '../workspace.ts';

type Teller = Pick<Workspace, 'config' | 'log' | 'outbound' | 'policy'>;

/**
 * Tells others of a change, once: in the thread of the shared message it was made from, and in the channel that is told
 * every change. Never throws: the one who made it has heard it.
 * @param notice mrkdwn.
 * @param toldIn a channel where everybody reads it anyway.
 * @param shared the message and the thread it stands in; null for a change that was made elsewhere.
 */
export async function announceChange(
  notice: string,
  shared: (MessagePlace & { threadTs: string | null }) | null,
  workspace: Teller,
  toldIn: string | null = null,
): Promise<void> {
  const { inThread } = workspace.config.notices;
  const channelId = await readAuditChannel(workspace);
  // In a direct message the one who made it is the only one there.
  const thread = inThread && shared && !shared.channel.startsWith('D') ? shared : null;
  if (thread) await tell(thread.channel, thread.threadTs ?? thread.ts, notice, workspace);
  if (channelId && channelId !== thread?.channel && channelId !== toldIn)
    await tell(channelId, null, notice, workspace);
}

async function readAuditChannel({ log, policy }: Teller): Promise<string | null> {
  try {
    return (await policy.read()).auditChannel;
  } catch (error) {
    log.error({ err: error }, 'the channel that is told every change is not known now');
    return null;
  }
}

/** Never throws. */
export async function tell(
  channel: string,
  threadTs: string | null,
  notice: string,
  { log, outbound }: Pick<Teller, 'log' | 'outbound'>,
) {
  try {
    await outbound.post(channel, threadTs, sentenceMessage(notice), 'announcement');
  } catch (error) {
    log.warn({ err: error, channel }, 'a change could not be told to others');
  }
}
