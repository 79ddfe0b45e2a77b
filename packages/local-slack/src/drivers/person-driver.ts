import { listElements } from '../block-kit/block-elements.ts';
import type { Option } from '../block-kit/composition.ts';
import type { Directory } from '../block-kit/directory.ts';
import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { eventPayload, toViewPayload } from '../delivery/payloads.ts';
import type { FileDrop } from '../files/file-store.ts';
import type { ChannelRef } from '../state/conversations.ts';
import { listDirectory } from '../state/list-directory.ts';
import type { Person } from '../state/people.ts';
import type { Message } from '../state/transcript.ts';
import type { View } from '../state/view.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { type Choice, type Click, ClickDriver } from './click-driver.ts';
import { sendCommand } from './command-driver.ts';
import { FormDriver, type FormValues } from './form-driver.ts';
import {
  type DropOptions,
  dropFiles,
  editMessage,
  type Said,
  type SharedFiles,
  saySomething,
} from './message-driver.ts';
import { describeElements, type ElementPick } from './pick-element.ts';
import { sendMessageShortcut, sendShortcut } from './shortcut-driver.ts';
import { suggestOptions } from './suggest-options.ts';
import { enterChannel } from './visibility.ts';

/** The actions of one person in their Slack client. */
export class PersonDriver {
  readonly person: Person;
  readonly #slack: LocalWorkspace;
  readonly #clicks: ClickDriver;
  readonly #forms: FormDriver;

  constructor(slack: LocalWorkspace, person: Person) {
    this.person = person;
    this.#slack = slack;
    this.#clicks = new ClickDriver(slack, person);
    this.#forms = new FormDriver(slack, person);
  }

  /**
   * Types the slash command with `text`, by default in general; resolves when it is acked or has timed out. Rejects
   * with a ClientRefusalError for a channel that the person is not in.
   */
  command(
    text: string,
    { channel = this.#slack.conversations.channels.general }: { channel?: ChannelRef } = {},
  ): Promise<Delivery> {
    return sendCommand(this.#slack, this.person, text, channel);
  }

  /** Posts a plain message. See {@link saySomething}. */
  say(channel: ChannelRef, text: string, { threadTs = null }: { threadTs?: string | null } = {}): Promise<Said> {
    return saySomething(this.#slack, this.person, channel, text, threadTs);
  }

  /** Edits a message of their own. See {@link editMessage}. */
  edit(channel: ChannelRef, messageTs: string, text: string): Promise<Said> {
    return editMessage(this.#slack, this.person, channel, messageTs, text);
  }

  /** Adds the bot to one of their channels, like `/invite`. */
  async invite(channel: ChannelRef): Promise<void> {
    const { conversations, team } = this.#slack;
    conversations.join(enterChannel(conversations, this.person, channel).id, team.botUserId);
  }

  /** Chooses an app shortcut from the shortcuts menu. See {@link sendShortcut}. */
  shortcut(callbackId: string): Promise<Delivery> {
    return sendShortcut(this.#slack, this.person, callbackId);
  }

  /** Chooses an app shortcut from the actions of a message. See {@link sendMessageShortcut}. */
  messageShortcut(callbackId: string, message: Message): Promise<Delivery> {
    return sendMessageShortcut(this.#slack, this.person, callbackId, message);
  }

  /** Uses a button, menu or dispatching input of a message or view. See {@link ClickDriver.click}. */
  click(where: Message | View, pick: ElementPick, choice?: Choice): Promise<Click> {
    return this.#clicks.click(where, pick, choice);
  }

  /** Enters values into the top modal without submitting it. */
  fill(view: View, values: FormValues): Promise<View> {
    return this.#forms.fill(view, values);
  }

  /** Fills in and submits the top modal. See {@link FormDriver.submit}. */
  submit(view: View, values?: FormValues): Promise<Delivery> {
    return this.#forms.submit(view, values);
  }

  closeView(view: View, options?: { all?: boolean }): Promise<Delivery[]> {
    return this.#forms.close(view, options);
  }

  /** Types into an external select and returns the bot's options; none if it did not answer in time. */
  async suggest(where: Message | View, actionId: string, query: string): Promise<readonly Option[]> {
    const placed = listElements(where.blocks).find(({ element }) => element.action_id === actionId);
    if (!placed)
      throw new ClientRefusalError(`No element ${actionId} here. Elements: ${describeElements(where.blocks)}.`);
    return suggestOptions(this.#slack, this.person, where, placed, query);
  }

  /** The users and conversations that menus offer to this person. */
  directory(): Directory {
    return listDirectory(this.#slack, this.person);
  }

  /** Shares files in a channel; resolves when the bot has acked its events, if it gets any. */
  drop(channel: ChannelRef, files: readonly FileDrop[], comment = '', options?: DropOptions): Promise<SharedFiles> {
    return dropFiles(this.#slack, this.person, channel, files, comment, options);
  }

  /** A file with its bytes, from a message that this person can see; null for any other. */
  async download(fileId: string): Promise<{ name: string; bytes: Buffer } | null> {
    const { files } = this.#slack;
    const file = files.find(fileId);
    const isSeen = file?.share && this.sees({ id: file.share.channelId }).some(({ ts }) => ts === file.share?.ts);
    const bytes = isSeen ? await files.read(fileId) : null;
    return file && bytes ? { name: file.name, bytes } : null;
  }

  async openHome(): Promise<Delivery | undefined> {
    if (!this.#slack.events.includes('app_home_opened')) return undefined;
    const channel = this.#slack.conversations.directMessage(this.person);
    const home = this.#slack.transcript.views.find(({ type, userId }) => type === 'home' && userId === this.person.id);
    const event = {
      type: 'app_home_opened',
      user: this.person.id,
      channel: channel.id,
      tab: 'home',
      event_ts: String(Date.now() / 1000),
      ...(home && { view: toViewPayload(this.#slack, home) }),
    };
    return this.#slack.dispatcher.deliver('event', eventPayload(this.#slack, event));
  }

  /** The messages of a channel as this person sees them, including ephemeral ones; none if they are not in it. */
  sees(channel: ChannelRef): Message[] {
    const { id } = this.person;
    if (!this.#slack.conversations.isMember(channel, id)) return [];
    return this.#slack.transcript.messages.filter(
      ({ channelId, deleted, ephemeralFor }) =>
        channelId === channel.id && !deleted && (ephemeralFor === null || ephemeralFor === id),
    );
  }

  modal(): View | undefined {
    return this.#slack.views.top(this.person.id);
  }
}
