import { type JsonObject, readObject, readText } from './json.ts';
import { readContent } from './message-desk.ts';
import { SlackApiError } from './slack-api-error.ts';
import { readDefinition } from './view-desk.ts';
import { toViewPayload } from './view-payload.ts';
import type { Workspace } from './workspace.ts';
import { credentials, roles } from './workspace-seed.ts';

/** A Web API call whose token is known to be good. */
export interface Call {
  readonly method: string;
  readonly token: string;
  readonly args: JsonObject;
}

type Method = (slack: Workspace, call: Call) => Promise<JsonObject> | JsonObject;

/** Methods of the emulator that Slack does not have. */
const notSlack = new Set(['views.generateTriggerId']);

/** What the gateway serves or checks itself. Every other method goes to the emulator as it is. */
const methods: Readonly<Record<string, Method>> = {
  'apps.connections.open': ({ emulated, hub }) => ({
    url: `${emulated.publicUrl.replace('http', 'ws')}/link/?ticket=${hub.issueTicket()}`,
  }),
  'chat.postMessage': async (slack, { token, args }) => {
    const channel = readText(args.channel);
    if (!/^[UW]/.test(channel)) await requireMembership(slack, channel);
    requireThread(slack, channel, readText(args.thread_ts));
    return slack.messages.post(token, args);
  },
  'chat.update': (slack, { token, args }) => slack.messages.update(token, args),
  'chat.delete': (slack, { token, args }) => slack.messages.delete(token, args),
  'chat.postEphemeral': postEphemeral,
  'files.info': (slack, { token, args }) => slack.files.info(token, args),
  'files.completeUploadExternal': async (slack, call) => {
    const channel = readText(call.args.channel_id);
    if (channel) await requireMembership(slack, channel);
    return forward(slack, call);
  },
  'users.info': async (slack, call) => {
    const answer = await forward(slack, call);
    return { ...answer, user: describeUser(slack, readObject(answer.user)) };
  },
  'views.open': (slack, { args }) => {
    const definition = readDefinition(args.view, 'modal');
    const trigger = slack.triggers.exchange(readText(args.trigger_id));
    return { view: toViewPayload(slack.views.open(definition, trigger), slack.teamId) };
  },
  'views.push': (slack, { args }) => {
    const definition = readDefinition(args.view, 'modal');
    const trigger = slack.triggers.exchange(readText(args.trigger_id));
    return { view: toViewPayload(slack.views.push(definition, trigger), slack.teamId) };
  },
  'views.update': (slack, { args }) => {
    const definition = readDefinition(args.view, 'modal');
    const key = { viewId: readText(args.view_id), externalId: readText(args.external_id), hash: readText(args.hash) };
    return { view: toViewPayload(slack.views.update(definition, key), slack.teamId) };
  },
  'views.publish': (slack, { args }) => {
    const definition = readDefinition(args.view, 'home');
    const userId = readText(args.user_id);
    if (!Object.values(slack.people).some(({ id }) => id === userId)) throw new SlackApiError('user_not_found');
    return {
      view: toViewPayload(slack.views.publish(definition, { userId, hash: readText(args.hash) }), slack.teamId),
    };
  },
};

/**
 * Answers a Web API call.
 * @throws SlackApiError with the code that Slack would answer.
 */
export async function callWebApi(slack: Workspace, call: Call): Promise<JsonObject> {
  const wantsAppToken = call.method === 'apps.connections.open';
  if (wantsAppToken !== (call.token === credentials.appToken)) throw new SlackApiError('not_allowed_token_type');
  const method = methods[call.method];
  return method ? method(slack, call) : forward(slack, call);
}

function forward(slack: Workspace, { method, token, args }: Call): Promise<JsonObject> {
  if (notSlack.has(method)) throw new SlackApiError('unknown_method', { req_method: method });
  return slack.emulated.call(method, token, args);
}

async function postEphemeral(slack: Workspace, { args }: Call): Promise<JsonObject> {
  if (!slack.scopes.includes('chat:write')) throw missingScope(slack, 'chat:write');
  const content = readContent(args);
  const channelId = readText(args.channel);
  const userId = readText(args.user);
  await requireMembership(slack, channelId);
  if (!Object.values(slack.people).some(({ id }) => id === userId)) throw new SlackApiError('user_not_in_channel');
  const threadTs = readText(args.thread_ts) || null;
  return { message_ts: slack.messages.postEphemeral({ userId, channelId, threadTs }, content).ts };
}

/** The emulator lets a bot write into every public channel; Slack only into those that it has joined. */
async function requireMembership(slack: Workspace, channelId: string): Promise<void> {
  const conversation = await slack.emulated.findConversation(channelId);
  if (!conversation) throw new SlackApiError('channel_not_found');
  if (!conversation.is_member)
    throw new SlackApiError(conversation.is_private ? 'channel_not_found' : 'not_in_channel');
}

/** A reply to nothing is always a mistake of the bot, so it is told, where Slack would hide the message. */
function requireThread({ transcript }: Workspace, channelId: string, ts: string): void {
  if (ts && !transcript.findMessage({ channelId, ts })) throw new SlackApiError('thread_not_found');
}

function missingScope({ scopes }: Workspace, needed: string): SlackApiError {
  return new SlackApiError('missing_scope', { needed, provided: scopes.join(',') });
}

/** The emulator knows no guests; Slack marks them as restricted. */
function describeUser({ people }: Workspace, user: JsonObject): JsonObject {
  const person = Object.values(people).find(({ id }) => id === user.id);
  const role = person && roles[person.name];
  return {
    ...user,
    is_owner: role?.isAdmin ?? false,
    is_primary_owner: false,
    is_restricted: role?.isGuest ?? false,
    is_ultra_restricted: false,
    tz: 'Etc/UTC',
    tz_offset: 0,
  };
}
