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
 * @param notice in mrkdwn.
 * @param announcedIn a channel that already shows it to everyone.
 * @param shared the shared message and its thread; null if the change was made elsewhere.
 */
export async function announceChange(
  notice: string,
  shared: (MessagePlace & { threadTs: string | null }) | null,
  workspace: Teller,
  announcedIn: string | null = null,
): Promise<void> {
  const { inThread } = workspace.config.notices;
  const channelId = await readAuditChannel(workspace);
  // Nobody but the requester reads a direct message.
  const thread = inThread && shared && !shared.channel.startsWith('D') ? shared : null;
  if (thread) await notifyInThread(thread, notice, workspace);
  if (channelId && channelId !== thread?.channel && channelId !== announcedIn)
    await notify(channelId, notice, workspace);
}

async function readAuditChannel({ log, policy }: Teller): Promise<string | null> {
  try {
    return (await policy.read()).auditChannel;
  } catch (error) {
    log.error({ err: error }, 'announcement channel unknown');
    return null;
  }
}

/** Posts a notice in a channel from the settings. Never throws. An unconfirmed post isn't retried. */
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
   * Call when the answer is ready: no wait notice is sent after that. Resolves when one in progress has been delivered.
   */
  answered: () => Promise<void>;
  /** True if a wait notice was sent, which promises that an answer follows. */
  isAnnounced: () => boolean;
  /** Call when the answer is delivered. Restores a clicked message that the answer didn't replace. Never throws. */
  end: () => Promise<void>;
}

/**
 * Shows that a slow request is in progress, so that people don't click again. A click shows it on its button; a typed
 * command, or a click on a message that can't be edited, gets a private line.
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

/** Only changes have a label of their own. */
function labelOf(request: SlackRequest): string {
  const { asked } = request;
  const doing = asked.ok && changes(request) ? findVerb(verbOf(asked.command))?.doing : undefined;
  return `${doing ?? 'Working'}…`;
}
