import { randomUUID } from 'node:crypto';
import type { types } from '@slack/bolt';
import * as z from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { isSealTrouble } from '../../store/encryption.ts';
import { isStoreTrouble } from '../../store/store-away.ts';
import { sentenceModal } from '../blocks/modals.ts';
import {
  faultSentence,
  notStartedSentence,
  sentenceMessage,
  storeAwaySentence,
  storeLostSentence,
} from '../blocks/sentences.ts';
import { decodeMetadata, NOWHERE, type Origin } from '../modal-metadata.ts';
import type { SlackClient } from '../outbound/client.ts';
import { describeSlackError, postToResponseUrl } from '../outbound/slack-errors.ts';
import type { FormReply } from '../payloads/form-values.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';

const RESPONSE_TIMEOUT_MS = 10_000;

/** The person and place of a failed request, as far as any payload contains them. */
const Command = z.object({ command: z.string(), user_id: z.string(), channel_id: z.string(), response_url: z.url() });
const Interaction = z.object({
  type: z.enum(['block_actions', 'shortcut', 'message_action', 'view_submission']),
  user: z.object({ id: z.string() }),
  response_url: z.url().optional(),
  channel: z.object({ id: z.string() }).optional(),
  view: z
    .object({
      type: z.string().default('modal'),
      private_metadata: z.string().default(''),
      blocks: z.array(z.object({ type: z.string(), block_id: z.string().optional() })).default([]),
    })
    .optional(),
});
const Spoken = { user: z.string(), channel: z.string(), thread_ts: z.string().optional() };
const Mention = z.object({
  event: z.union([
    z.object({ type: z.literal('app_mention'), ...Spoken }),
    // Only messages from people, because answering the bot's own messages would never end.
    z.object({
      type: z.literal('message'),
      channel_type: z.literal('im'),
      bot_id: z.undefined().optional(),
      subtype: z.undefined().optional(),
      ...Spoken,
    }),
  ]),
});

interface Person {
  userId: string;
  origin: Origin;
  /** The submitted form. It can show the sentence until it is acked. */
  form: z.infer<typeof Interaction>['view'] | null;
}

/** A request from Slack whose processing ended with an error. */
export interface Failure {
  error: unknown;
  body: unknown;
  /** Bolt's context: the same object that the listeners got. */
  context: object;
  isAcked: boolean;
  /** True if the person already has an answer. */
  isAnswered: boolean;
  /** Acks the form and replaces its content. */
  ackForm: (reply: FormReply) => Promise<void>;
}

interface Tools {
  clock: Pick<Clock, 'deadline'>;
  log: Logger;
  /** A client with the token found for the request; null if none was found. */
  clientOf: (context: object) => SlackClient | null;
}

/** Answers people whose request failed before it was answered. Otherwise they would get no response but the ack. */
export class LastResort {
  readonly #tools: Tools;
  readonly #found = new WeakMap<object, Workspace>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Remembers which requests found their workspace: only those may have changed something. */
  remember(find: FindWorkspace): FindWorkspace {
    return async (context) => {
      const workspace = await find(context);
      this.#found.set(context, workspace);
      return workspace;
    };
  }

  /**
   * Sends an answer unless the person already has one. Never throws.
   * @returns false if the request must stay unacked: Slack then shows an error, or redelivers an event.
   */
  async answer(failure: Failure): Promise<boolean> {
    const { body, context, error, isAcked, isAnswered } = failure;
    const ref = randomUUID().slice(0, 6);
    const person = isAnswered ? null : readPerson(body);
    this.#tools.log.error({ err: error, ref, answered: isAnswered }, 'request from Slack failed');
    // Slack redelivers an unacked event, which helps only if the database or the encryption key may be back by then.
    const isInVain = isEvent(body) && !isStoreTrouble(error) && !isSealTrouble(error);
    if (!person) return isAcked || isAnswered || isInVain;
    try {
      return (await this.#tell(person, sentenceFor(error, this.#found.has(context), ref), failure)) || isInVain;
    } catch (cause) {
      this.#tools.log.error({ err: describeSlackError(cause), ref }, 'failed request not answered');
      return false;
    }
  }

  async #tell({ form, origin, userId }: Person, sentence: string, failure: Failure): Promise<boolean> {
    const { ackForm, context, isAcked } = failure;
    if (form && !isAcked) {
      await ackForm(showIn(form.blocks, sentence));
      return true;
    }
    const workspace = this.#found.get(context);
    if (workspace) {
      const destination = { userId, origin, triggerId: null, openedViewId: null };
      await workspace.outbound.deliver(sentenceMessage(sentence), destination);
      return true;
    }
    const { channelId: channel, responseUrl, threadTs } = origin;
    if (responseUrl) {
      const message = { text: sentence, response_type: 'ephemeral', replace_original: false } as const;
      await postToResponseUrl(responseUrl, message, RESPONSE_TIMEOUT_MS, this.#tools.clock);
      return true;
    }
    const web = this.#tools.clientOf(context)?.web;
    if (!web) return false;
    const thread = threadTs === null ? {} : { thread_ts: threadTs };
    if (channel) await web.chat.postEphemeral({ channel, user: userId, text: sentence, ...thread });
    else await web.chat.postMessage({ channel: userId, text: sentence });
    return true;
  }
}

function sentenceFor(error: unknown, isStarted: boolean, ref: string): string {
  if (isStoreTrouble(error)) return isStarted ? storeLostSentence(ref) : storeAwaySentence(ref);
  return isStarted ? faultSentence(ref) : notStartedSentence(ref);
}

const isEvent = (body: unknown): boolean => z.object({ type: z.literal('event_callback') }).safeParse(body).success;

/** Null for payloads that nobody is waiting on. */
function readPerson(body: unknown): Person | null {
  const command = Command.safeParse(body).data;
  if (command) {
    const { channel_id: channelId, response_url: responseUrl, user_id: userId } = command;
    return { userId, origin: { ...NOWHERE, channelId, responseUrl }, form: null };
  }
  const mention = Mention.safeParse(body).data?.event;
  if (mention) {
    const origin = { ...NOWHERE, channelId: mention.channel, threadTs: mention.thread_ts ?? null };
    return { userId: mention.user, origin, form: null };
  }
  const interaction = Interaction.safeParse(body).data;
  if (!interaction) return null;
  const { channel, response_url: responseUrl = null, type, user, view } = interaction;
  const here = { ...NOWHERE, channelId: channel?.id ?? null, responseUrl };
  const opened = view?.type === 'modal' ? decodeMetadata(view.private_metadata)?.origin : undefined;
  // Sends a new message, which keeps the clicked message and the input of an open form.
  const origin = { ...(opened ?? here), message: null, view: null };
  return { userId: user.id, origin, form: type === 'view_submission' ? (view ?? null) : null };
}

/** Shows the sentence below the first field, which keeps the input. A form without fields is replaced. */
function showIn(blocks: readonly { type: string; block_id?: string | undefined }[], sentence: string): FormReply {
  const field = blocks.find(({ block_id, type }) => type === 'input' && block_id !== undefined)?.block_id;
  if (field !== undefined) return { response_action: 'errors', errors: { [field]: sentence } };
  const view: types.ModalView = sentenceModal('Abilities', sentence);
  return { response_action: 'update', view };
}
