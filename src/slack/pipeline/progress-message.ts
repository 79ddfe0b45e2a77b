import type { Progress } from '../../base/request-context.ts';
import { verbOf } from '../../core/registry.ts';
import { findVerb } from '../../core/verbs.ts';
import type { MessageAnswer } from '../blocks/kit.ts';
import { sentenceMessage } from '../blocks/sentences.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import { describeSlackError } from '../outbound/slack-errors.ts';
import type { SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';

/** A command with fewer steps finishes before anyone would read its progress. */
const MIN_STEPS = 50;
/** Slack allows about 50 edits per minute in total. */
const EVERY_MS = 3000;

/** The progress message of a planned command. Another process that continues the command edits the same message. */
export interface ShownProgress {
  place: MessagePlace | null;
  save: (place: MessagePlace) => Promise<void>;
}

/** One message that shows the progress of a planned command, and finally its result. Never throws. */
export class ProgressMessage {
  readonly #request: SlackRequest;
  readonly #shown: ShownProgress;
  readonly #workspace: Workspace;
  #place: MessagePlace | null;
  #sending: Promise<void> | null = null;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(request: SlackRequest, shown: ShownProgress, workspace: Workspace) {
    this.#request = request;
    this.#shown = shown;
    this.#workspace = workspace;
    this.#place = shown.place;
  }

  report(progress: Progress): void {
    const now = this.#workspace.context.now().getTime();
    if (progress.of < MIN_STEPS || this.#sending || now - this.#sentAt < EVERY_MS) return;
    this.#sentAt = now;
    this.#sending = this.#send(progress).finally(() => {
      this.#sending = null;
    });
  }

  /** @returns the message's channel; null if there is no message, so the result still has to be sent. */
  async finish(answer: MessageAnswer): Promise<string | null> {
    await this.#sending;
    if (!this.#place) return null;
    try {
      return (await this.#workspace.outbound.edit(this.#place, answer)) ? this.#place.channel : null;
    } catch (error) {
      this.#warn(error);
      return null;
    }
  }

  async #send({ done, of }: Progress): Promise<void> {
    const { outbound } = this.#workspace;
    const { asked, requester } = this.#request;
    const doing = (asked.ok && findVerb(verbOf(asked.command))?.doing) || 'Working';
    const message = sentenceMessage(`${doing}… ${done} of ${of}`);
    try {
      if (this.#place) {
        await outbound.edit(this.#place, message, 'announcement');
        return;
      }
      this.#place = await this.#post(message, requester.channelId ?? null, requester.userId);
      await this.#shown.save(this.#place);
    } catch (error) {
      this.#warn(error);
    }
  }

  async #post(message: MessageAnswer, channelId: string | null, userId: string): Promise<MessagePlace> {
    const { outbound } = this.#workspace;
    if (channelId === null) return outbound.post(userId, null, message);
    return outbound.post(channelId, null, message).catch((error: unknown) => {
      this.#warn(error);
      return outbound.post(userId, null, message);
    });
  }

  #warn(error: unknown): void {
    this.#workspace.log.info({ err: describeSlackError(error) }, 'progress of a planned command not shown');
  }
}
