import { parseCommand } from '../../core/verbs.ts';
import { NOWHERE } from '../modal-metadata.ts';
import { CommandPayload, identify, isSaidByStranger, MentionEvent } from '../payloads/payloads.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import { PLAIN_REQUEST } from '../request/request.ts';
import type { FindWorkspace } from '../workspace.ts';
import { claimEvent, claimTrigger } from './events.ts';
import type { EventListener, Listeners } from './listen.ts';

/**
 * Restores what the person meant to type: Slack wraps addresses as `<url|text>` and escapes three characters, and
 * phones add no-break spaces and invisible marks.
 */
export const normaliseCommand = (text: string) =>
  text
    // A person selected from Slack's suggestions.
    .replace(/<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g, '@$1')
    .replace(/<(?:[^<>|]*\|)?([^<>|]*)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    // Zero width and direction marks. Joiners (200c, 200d) stay: they are part of emoji and of some scripts.
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    // A line break separates names and words, so one is kept.
    .replace(/[\r\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
    .normalize('NFC');

/** `/abilities …`, or any other name: the manifest may use a different one. */
export const commandListener =
  (findWorkspace: FindWorkspace): Listeners['command'] =>
  async ({ ack, body, context }) => {
    await ack();
    const workspace = await findWorkspace(context);
    const payload = CommandPayload.parse(body);
    const line = normaliseCommand(payload.text);
    const asked = parseCommand(line);
    const claim = await claimTrigger(payload.trigger_id, asked, workspace);
    if (claim === 'redelivered') return;
    await answerRequest(
      {
        ...PLAIN_REQUEST,
        requester: await identify(
          {
            userId: payload.user_id,
            isStranger: false,
            channelId: payload.channel_id,
            channelName: payload.channel_name ?? null,
          },
          workspace,
        ),
        origin: { ...NOWHERE, channelId: payload.channel_id, responseUrl: payload.response_url },
        triggerId: payload.trigger_id,
        asked,
        line,
        isClaimed: claim === 'first',
      },
      workspace,
    );
  };

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
    const line = normaliseCommand(withoutMention(event.text, context.botUserId ?? ''));
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
