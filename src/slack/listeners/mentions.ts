import { readAddressedLine } from '../../core/typed-line.ts';
import { parseCommand } from '../../core/verbs.ts';
import { NOWHERE } from '../modal-metadata.ts';
import { withEmoji } from '../payloads/emoji-codes.ts';
import { identify, isSaidByStranger, MentionEvent } from '../payloads/payloads.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import { PLAIN_REQUEST } from '../request/request.ts';
import type { FindWorkspace } from '../workspace.ts';
import { normaliseCommand } from './commands.ts';
import { claimEvent } from './events.ts';
import type { EventListener } from './listen.ts';

/**
 * `@abilities …`, the only way to type in a thread. Answered privately, since a mention may be in any conversation.
 * There is no trigger, so a form opens behind a button.
 */
export const mentionListener =
  (findWorkspace: FindWorkspace): EventListener =>
  async ({ body, context }) => {
    const mention = MentionEvent.parse(body);
    const { event, event_id: eventId } = mention;
    // Skips messages of apps and edits of earlier ones.
    if (!event.user || event.user === context.botUserId || event.bot_id || isNotice(event.subtype) || event.edited)
      return;
    const workspace = await findWorkspace(context);
    const typed = normaliseCommand(withoutMention(event.text, context.botUserId ?? ''));
    const line = readAddressedLine(await withEmoji(typed));
    const asked = parseCommand(line);
    const claim = await claimEvent(eventId, asked, workspace);
    if (claim === 'redelivered') return;
    const { channel: channelId, user: userId } = event;
    const identity = { userId, channelId, isStranger: isSaidByStranger(mention, workspace) };
    await answerRequest(
      {
        ...PLAIN_REQUEST,
        requester: await identify(identity, workspace),
        origin: { ...NOWHERE, channelId, threadTs: event.thread_ts ?? null },
        asked,
        line,
        isClaimed: claim === 'first',
      },
      workspace,
    );
  };

/** Of the messages with a subtype, people write those with files and thread replies also sent to the channel. */
const isNotice = (subtype: string | null | undefined): boolean =>
  Boolean(subtype) && subtype !== 'thread_broadcast' && subtype !== 'file_share';

/** The text after the mention, or before it if nothing follows. */
function withoutMention(text: string, botUserId: string): string {
  const [before = '', ...behind] = text.split(new RegExp(`<@${botUserId}(?:\\|[^<>]*)?>`));
  const after = behind.join(' ').trim();
  return after === '' ? before : after;
}
