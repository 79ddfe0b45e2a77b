import type { JsonObject } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { authMethods } from './auth-methods.ts';
import { chatMethods } from './chat-methods.ts';
import { conversationMethods } from './conversation-methods.ts';
import { fileMethods } from './file-methods.ts';
import type { Method } from './method.ts';
import { userGroupMethods } from './user-group-methods.ts';
import { userMethods } from './user-methods.ts';
import { viewMethods } from './view-methods.ts';

/** An authenticated Web API call, with the bot's token or the app's own. */
interface Call {
  method: string;
  bearer: 'bot' | 'app';
  args: JsonObject;
}

/** The only method that requires the app's token instead of the bot's. */
const CONNECTIONS_OPEN = 'apps.connections.open';

const METHODS = new Map<string, Method>(
  Object.entries({
    [CONNECTIONS_OPEN]: ({ origin, hub }) => ({
      url: `${origin().replace('http', 'ws')}/link/?ticket=${hub.issueTicket()}`,
    }),
    ...authMethods,
    ...userMethods,
    ...userGroupMethods,
    ...conversationMethods,
    ...chatMethods,
    ...fileMethods,
    ...viewMethods,
  }),
);

/** Answers a Web API call. @throws SlackApiError with Slack's code. */
export async function callWebApi(slack: LocalWorkspace, { method: name, bearer, args }: Call): Promise<JsonObject> {
  if ((name === CONNECTIONS_OPEN) !== (bearer === 'app')) {
    throw new SlackApiError('not_allowed_token_type');
  }
  const method = METHODS.get(name);
  if (!method) throw new SlackApiError('unknown_method', { req_method: name });
  return method(slack, args);
}
