import type { App } from '@slack/bolt';
import { parseCommand } from '../../core/parse-command.ts';
import { NOWHERE } from '../modal-metadata.ts';
import { answerRequest } from '../request/answer-request.ts';
import { PLAIN_REQUEST, type SlackRequest } from '../request/request.ts';
import type { FindWorkspace } from '../workspace.ts';
import { claimEvent } from './claim-delivery.ts';
import { identify } from './identify.ts';
import { isSaidByStranger } from './is-stranger.ts';
import { normaliseText } from './normalise-text.ts';
import { MentionEvent } from './payloads.ts';

/**
 * Mentioned: `@abilities …`, the one way to type in a thread. Answered to the one who wrote it only, since a mention may
 * stand in any talk. There is no trigger, so a form comes behind a button.
 */
export function listenForMentions(app: App, findWorkspace: FindWorkspace): void {
  app.event('app_mention', async ({ body, context }) => {
    const mention = MentionEvent.parse(body);
    const { event, event_id: eventId } = mention;
    // What an app says, and what was said before and is only written anew.
    if (!event.user || event.user === context.botUserId || event.bot_id || isNotice(event.subtype) || event.edited)
      return;
    const workspace = await findWorkspace(context);
    const claim = await claimEvent(eventId, workspace);
    if (claim === 'redelivered') return;
    const line = normaliseText(withoutMention(event.text, context.botUserId ?? ''));
    const { channel: channelId, user: userId } = event;
    const identity = { userId, channelId, isStranger: isSaidByStranger(mention, workspace) };
    await answerRequest(
      {
        ...PLAIN_REQUEST,
        requester: await identify(identity, workspace),
        origin: { ...NOWHERE, channelId, threadTs: event.thread_ts ?? null },
        wanted: readLine(line),
        line,
        isClaimed: claim === 'first',
      },
      workspace,
    );
  });
}

function readLine(line: string): SlackRequest['wanted'] {
  const read = parseCommand(line);
  return read.ok ? read.command : { kind: 'refused', refusal: read.refusal };
}

/** Of the messages with a subtype, a person writes those with files, and those that a thread shows to the channel. */
const isNotice = (subtype: string | null | undefined): boolean =>
  Boolean(subtype) && subtype !== 'thread_broadcast' && subtype !== 'file_share';

/** What stands behind the mention, or before it when nothing does. */
function withoutMention(text: string, botUserId: string): string {
  const [before = '', ...behind] = text.split(new RegExp(`<@${botUserId}(?:\\|[^<>]*)?>`));
  const after = behind.join(' ').trim();
  return after === '' ? before : after;
}
