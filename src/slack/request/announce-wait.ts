import { verbOf } from '../../core/access/role-for.ts';
import { findVerb } from '../../core/verbs.ts';
import { waitNotice } from '../blocks/sentence-message.ts';
import type { Press } from '../outbound/pressed-messages.ts';
import type { Workspace } from '../workspace.ts';
import { changesSomething, type SlackRequest } from './request.ts';

/** Share of a typed command's wait: people watch the button they pressed. One second by default. */
const CLICK_SHARE = 2 / 3;

export interface Wait {
  /** The answer is there: nothing is said of the wait any more. */
  answered: () => void;
  /** The answer is delivered: a pressed message that it did not replace is restored. Never throws. */
  end: () => Promise<void>;
}

/**
 * A slow service makes people press again. A click that takes long shows so on its button; a typed command, and a click on a
 * message that cannot be edited, get one private line.
 */
export function announceWait(request: SlackRequest, workspace: Workspace): Wait {
  const { context, outbound, waitNoticeMs } = workspace;
  const { requester, origin, pressed } = request;
  let press: Press | null = null;
  let isAnswered = false;
  const say = () =>
    outbound.deliver(waitNotice(context.now()), {
      userId: requester.userId,
      origin,
      triggerId: null,
      openedViewId: null,
    });
  const label = async () => {
    if (pressed) press = outbound.press(origin, pressed.drawn, { ...pressed, label: labelOf(request) });
    const isShown = await press?.shown;
    if (!isShown && !isAnswered) await say();
  };
  const isClick = pressed !== null && origin.message !== null;
  const timer = setTimeout(() => void label(), isClick ? waitNoticeMs * CLICK_SHARE : waitNoticeMs);
  return {
    answered: () => {
      isAnswered = true;
      clearTimeout(timer);
    },
    end: async () => press?.takeBack(),
  };
}

/** What only shows or asks is not said to be done. */
function labelOf({ wanted }: SlackRequest): string {
  const doing = 'kind' in wanted || !changesSomething(wanted) ? undefined : findVerb(verbOf(wanted))?.doing;
  return `${doing ?? 'Working'}…`;
}
