import * as z from 'zod';
import { readAddressedLine } from '../../core/typed-line.ts';
import { parseCommand } from '../../core/verbs.ts';
import { answerShare } from '../features/upload/answer-share.ts';
import { isAboutFiles, mayBeAbility } from '../features/upload/comment.ts';
import { markAsked } from '../features/upload/passed-over.ts';
import { NOWHERE } from '../modal-metadata.ts';
import { withEmoji } from '../payloads/emoji-codes.ts';
import { identify, isByStranger, MentionEvent } from '../payloads/payloads.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import { PLAIN_REQUEST } from '../request/request.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';
import { normalizeCommand } from './commands.ts';
import { claimMessage } from './events.ts';
import type { EventListener } from './listen.ts';

/**
 * Handles `@abilities …`, the only way to type a command in a channel's thread. Answers privately, because a mention
 * may be in any conversation. Mentions have no trigger ID, so a form opens from a button.
 */
export const mentionListener =
  (findWorkspace: FindWorkspace): EventListener =>
  async ({ body, context }) => {
    const mention = MentionEvent.parse(body);
    if (!isByPerson(mention, context)) return;
    const line = await readLine(withoutMention(mention.event.text, context.botUserId ?? ''));
    const workspace = await findWorkspace(context);
    if (mention.event.files.some(mayBeAbility) && isAboutFiles(line)) return answerFiles(mention, workspace);
    await answerLine(line, mention, workspace);
  };

/** Handles direct messages, all of which are commands. They may start with a mention of the bot. */
export const directMessageListener =
  (findWorkspace: FindWorkspace): EventListener =>
  async ({ body, context, payload }) => {
    // Some events have no author, such as those about changed messages.
    if (!DirectMessage.safeParse(payload).success) return;
    const mention = MentionEvent.parse(body);
    if (!isByPerson(mention, context)) return;
    const line = await readLine(withoutMention(mention.event.text, context.botUserId ?? ''));
    if (mention.event.subtype === 'file_share' && isAboutFiles(line)) return;
    await answerLine(line, mention, await findWorkspace(context));
  };

const DirectMessage = z.object({
  channel_type: z.literal('im'),
  user: z.string(),
  subtype: z.enum(['thread_broadcast', 'file_share']).optional(),
});

const readLine = async (typed: string): Promise<string> => readAddressedLine(await withEmoji(normalizeCommand(typed)));

/** Slackbot's reminders and notices mention other apps. */
const SLACKBOT = 'USLACKBOT';

/** Excludes messages from apps, and notices about messages. */
const isByPerson = ({ event }: MentionEvent, { botUserId }: { botUserId?: string }): boolean =>
  event.user !== undefined &&
  event.user !== botUserId &&
  event.user !== SLACKBOT &&
  !event.bot_id &&
  !isNotice(event.subtype);

/**
 * Answers with an offer to upload the files. Their own events make that offer, unless they were skipped earlier as
 * unrelated.
 */
async function answerFiles({ event, event_id: eventId }: MentionEvent, workspace: Workspace): Promise<void> {
  const { channel: channelId, files, ts, user: userId = '' } = event;
  const claim = await claimMessage({ channel: channelId, edited: Boolean(event.edited), eventId, ts }, workspace);
  if (claim === 'redelivered' || ts === undefined || (await markAsked({ channelId, ts }, workspace)) !== 'ours') return;
  const share = { channelId, fileIds: files.map(({ id }) => id), userId };
  await answerShare({ ...share, passedOver: true, isOurs: async () => true }, workspace);
}

async function answerLine(line: string, mention: MentionEvent, workspace: Workspace): Promise<void> {
  const { event, event_id: eventId } = mention;
  const { channel: channelId, thread_ts: threadTs = null, user: userId = '' } = event;
  const asked = parseCommand(line);
  const edited = Boolean(event.edited);
  const claim = await claimMessage({ channel: channelId, edited, eventId, ts: event.ts }, workspace);
  if (claim === 'redelivered') return;
  const identity = { userId, channelId, isStranger: isByStranger(mention, workspace) };
  await answerRequest(
    {
      ...PLAIN_REQUEST,
      requester: await identify(identity, workspace),
      origin: { ...NOWHERE, channelId, threadTs },
      asked,
      line,
      isClaimed: claim === 'first',
    },
    workspace,
  );
}

/**
 * Most subtypes mark notices. People's own messages have one only if they contain files, or are thread replies that are
 * also sent to the channel.
 */
const isNotice = (subtype: string | null | undefined): boolean =>
  Boolean(subtype) && subtype !== 'thread_broadcast' && subtype !== 'file_share';

/** The text after the mention, or before it if nothing follows. */
function withoutMention(text: string, botUserId: string): string {
  const [before = '', ...behind] = text.split(new RegExp(`<@${botUserId}(?:\\|[^<>]*)?>`));
  const after = behind.join(' ').trim();
  return after === '' ? before : after;
}
