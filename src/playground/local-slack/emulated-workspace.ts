import { createEmulator } from 'emulate';
import { z } from 'zod';
import { type JsonObject, jsonObject } from './json.ts';
import { SlackApiError } from './slack-api-error.ts';
import { botUserId, makeInnerTokens, makeSeed, type PersonName, personNames } from './workspace-seed.ts';

export interface Person {
  readonly id: string;
  readonly name: PersonName;
}

export interface Channel {
  readonly id: string;
  /** As commands name it: `general`, or `directmessage`. */
  readonly name: string;
}

const userList = z.object({ members: z.array(z.object({ id: z.string(), name: z.string(), team_id: z.string() })) });
const channelList = z.object({ channels: z.array(z.object({ id: z.string(), name: z.string() })) });
const conversationAnswer = z.object({
  channel: z.object({
    id: z.string(),
    name: z.string(),
    is_im: z.boolean(),
    is_private: z.boolean(),
    is_member: z.boolean(),
  }),
});
export type Conversation = z.infer<typeof conversationAnswer>['channel'];

/** The emulator that holds users, channels, messages and files, reached by its HTTP routes only. */
export class EmulatedWorkspace {
  readonly url: string;
  readonly tokens: ReturnType<typeof makeInnerTokens>;
  /** What stands for `url` in answers: the gateway's address, so that file links lead through it. */
  publicUrl: string;
  readonly #close: () => Promise<void>;

  private constructor(url: string, tokens: ReturnType<typeof makeInnerTokens>, close: () => Promise<void>) {
    this.url = url;
    this.publicUrl = url;
    this.tokens = tokens;
    this.#close = close;
  }

  /** Starts an emulator on a free port of 127.0.0.1, in which the bot holds `scopes`. */
  static async start(scopes: readonly string[]): Promise<EmulatedWorkspace> {
    const tokens = makeInnerTokens();
    const emulator = await createEmulator({ service: 'slack', port: 0, seed: { slack: makeSeed(tokens, scopes) } });
    return new EmulatedWorkspace(emulator.url, tokens, () => emulator.close());
  }

  close(): Promise<void> {
    return this.#close();
  }

  /**
   * Calls a Web API method as the owner of `token` and returns the whole answer.
   * @throws SlackApiError with the emulator's code when the answer is not ok.
   */
  async call(method: string, token: string, args: JsonObject): Promise<JsonObject> {
    const response = await fetch(`${this.url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    if (response.status === 404) throw new SlackApiError('unknown_method', { req_method: method });
    const { ok, error, ...rest } = jsonObject.parse(
      JSON.parse((await response.text()).replaceAll(this.url, this.publicUrl)),
    );
    if (ok !== true) throw new SlackApiError(typeof error === 'string' ? error : 'internal_error', rest);
    return rest;
  }

  /** The people and channels by name, after everybody, and the bot in general and ops, has joined. */
  async settle() {
    const users = userList.parse(await this.call('users.list', this.tokens.bot, {})).members;
    const rooms = channelList.parse(await this.call('conversations.list', this.tokens.bot, {})).channels;
    const person = (name: PersonName): Person => ({ id: find(users, name).id, name });
    const channel = (name: string): Channel => ({ id: find(rooms, name).id, name });
    const channels = { general: channel('general'), ops: channel('ops'), lounge: channel('lounge') };
    for (const name of personNames)
      await this.call('conversations.join', this.tokens[name], { channel: channels.general.id });
    for (const { id } of [channels.general, channels.ops])
      await this.call('conversations.join', this.tokens.bot, { channel: id });
    return {
      teamId: find(users, 'ana').team_id,
      channels,
      people: { ana: person('ana'), ben: person('ben'), gus: person('gus') },
    };
  }

  /** A conversation as the bot sees it; null when there is none of this ID. */
  async findConversation(id: string): Promise<Conversation | null> {
    try {
      return conversationAnswer.parse(await this.call('conversations.info', this.tokens.bot, { channel: id })).channel;
    } catch (error) {
      if (error instanceof SlackApiError) return null;
      throw error;
    }
  }

  /** The direct message between the bot and `person`, opened when there was none. */
  async openDirectMessage(person: Person): Promise<Channel> {
    const answer = await this.call('conversations.open', this.tokens[person.name], { users: botUserId });
    return { id: z.object({ channel: z.object({ id: z.string() }) }).parse(answer).channel.id, name: 'directmessage' };
  }
}

function find<T extends { name: string }>(rows: readonly T[], name: string): T {
  const row = rows.find((candidate) => candidate.name === name);
  if (!row) throw new Error(`The emulator was seeded with ${name}, but does not list it.`);
  return row;
}
