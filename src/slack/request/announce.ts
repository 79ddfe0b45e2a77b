import { verbOf } from '../../core/registry.ts';
import { findVerb } from '../../core/verbs.ts';
import { sentenceMessage, waitNotice } from '../blocks/sentences.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import type { Press } from '../outbound/pressed-messages.ts';
import type { Workspace } from '../workspace.ts';
import { changes, type SlackRequest } from './request.ts';
import { postAnnouncement } from './undelivered.ts';

type Teller = Pick<Workspace, 'config' | 'log' | 'outbound' | 'policy' | 'seen'> & {
  context: { settings: Pick<Workspace['context']['settings'], 'store'> };
};

/**
 * Announces a change once: in the thread of the shared message that it was made from, and in the audit channel. Never
 * throws, because the requester already has the answer.
 * @param notice mrkdwn.
 * @param announcedIn a channel where everybody reads it anyway.
 * @param shared the message and its thread; null if the change was made elsewhere.
 */
export async function announceChange(
  notice: string,
  shared: (MessagePlace & { threadTs: string | null }) | null,
  workspace: Teller,
  announcedIn: string | null = null,
): Promise<void> {
  const { inThread } = workspace.config.notices;
  const channelId = await readAuditChannel(workspace);
  // In a direct message the requester is alone.
  const thread = inThread && shared && !shared.channel.startsWith('D') ? shared : null;
  if (thread) await notifyInThread(thread, notice, workspace);
  if (channelId && channelId !== thread?.channel && channelId !== announcedIn)
    await notify(channelId, notice, workspace);
}

async function readAuditChannel({ log, policy }: Teller): Promise<string | null> {
  try {
    return (await policy.read()).auditChannel;
  } catch (error) {
    log.error({ err: error }, 'audit channel unknown');
    return null;
  }
}

/** In a channel from the settings. Never throws. Not repeated if Slack does not confirm it. */
export async function notify(channel: string, notice: string, workspace: Omit<Teller, 'config'>): Promise<void> {
  try {
    await postAnnouncement(channel, sentenceMessage(notice), workspace);
  } catch (error) {
    workspace.log.warn({ err: error, channel }, 'change not announced');
  }
}

async function notifyInThread(
  { channel, threadTs, ts }: MessagePlace & { threadTs: string | null },
  notice: string,
  { log, outbound }: Pick<Teller, 'log' | 'outbound'>,
): Promise<void> {
  try {
    await outbound.post(channel, threadTs ?? ts, sentenceMessage(notice), 'announcement');
  } catch (error) {
    log.warn({ err: error, channel }, 'change not announced');
  }
}

interface Wait {
  /**
   * Call when the answer is ready: no more wait notices are sent. Resolves when a notice in flight has been delivered.
   */
  answered: () => Promise<void>;
  /** Whether the private line was sent, which promises that the answer follows. */
  isAnnounced: () => boolean;
  /** The answer is delivered: restores a clicked message that it did not replace. Never throws. */
  end: () => Promise<void>;
}

/**
 * Shows that the work is in progress, so that people do not click again. A slow click shows it on its button; a typed
 * command, and a click on a message that cannot be edited, get a private line.
 */
export function announceWait(request: SlackRequest, workspace: Workspace): Wait {
  const { outbound } = workspace;
  const { clock, deadlines } = workspace.context;
  const { requester, origin, pressed } = request;
  let press: Press | null = null;
  let isAnswered = false;
  let line: Promise<boolean> | null = null;
  const announceOnce = () =>
    outbound.deliver(waitNotice(), {
      userId: requester.userId,
      origin,
      triggerId: null,
      openedViewId: null,
      isInterim: true,
    });
  const label = async () => {
    if (pressed) press = outbound.press(origin, pressed.drawn, { ...pressed, label: labelOf(request) });
    const isShown = await press?.shown;
    if (!isShown && !isAnswered) line = announceOnce();
  };
  const isClick = pressed !== null && origin.message !== null;
  const cancel = clock.after(isClick ? deadlines.clickNotice : deadlines.waitNotice, () => void label());
  return {
    answered: async () => {
      isAnswered = true;
      cancel();
      await line;
    },
    isAnnounced: () => line !== null,
    end: async () => press?.takeBack(),
  };
}

/** Only a change gets its own label. */
function labelOf(request: SlackRequest): string {
  const { asked } = request;
  const doing = asked.ok && changes(request) ? findVerb(verbOf(asked.command))?.doing : undefined;
  return `${doing ?? 'Working'}…`;
}
