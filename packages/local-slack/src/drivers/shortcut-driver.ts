import { randomInt } from 'node:crypto';
import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { describeChannel, teamPayload, toMessagePayload } from '../delivery/payloads.ts';
import type { JsonObject } from '../json.ts';
import { homeTeamId, type Person } from '../state/people.ts';
import type { Message } from '../state/transcript.ts';
import type { DeclaredShortcut, LocalWorkspace } from '../state/workspace.ts';
import { credentials } from '../state/workspace-seed.ts';
import { requireVisible } from './visibility.ts';

/**
 * Chooses an app shortcut from the global menu. The payload has no channel.
 * @throws ClientRefusalError if the app does not declare it.
 */
export async function sendShortcut(slack: LocalWorkspace, person: Person, callbackId: string): Promise<Delivery> {
  requireDeclared(slack, callbackId, 'global');
  const payload = {
    ...shortcutPayload(slack, person, callbackId, null),
    type: 'shortcut',
    user: { id: person.id, username: person.name, team_id: homeTeamId(person, slack.team) },
  };
  return slack.dispatcher.deliver('interaction', payload);
}

/**
 * Chooses an app shortcut from the actions of a message, which may be anyone's and in any channel.
 * @throws ClientRefusalError if the app does not declare it, for an ephemeral message, which has no such menu, and for
 * a message that the person cannot see.
 */
export async function sendMessageShortcut(
  slack: LocalWorkspace,
  person: Person,
  callbackId: string,
  where: Message,
): Promise<Delivery> {
  requireDeclared(slack, callbackId, 'message');
  const message = requireVisible(slack, person, where);
  if (message.ephemeralFor !== null) {
    throw new ClientRefusalError('Ephemeral messages have no shortcuts, so nothing was sent.');
  }
  // Unlike a click, it does not replace the message, which is usually someone else's.
  const origin = { userId: person.id, channelId: message.channelId, messageTs: null };
  const payload = {
    ...shortcutPayload(slack, person, callbackId, message.channelId),
    type: 'message_action',
    user: { id: person.id, username: person.name, team_id: homeTeamId(person, slack.team), name: person.name },
    channel: describeChannel(slack, message.channelId),
    message_ts: message.ts,
    message: toMessagePayload(slack, message),
    response_url: slack.origin() + slack.responseUrls.issue(origin, 'app'),
  };
  return slack.dispatcher.deliver('interaction', payload);
}

/** Other interactions name the app; a shortcut does not. */
function shortcutPayload(
  slack: LocalWorkspace,
  person: Person,
  callbackId: string,
  channelId: string | null,
): JsonObject {
  return {
    token: credentials.verificationToken,
    action_ts: `${Math.floor(Date.now() / 1000)}.${String(randomInt(1_000_000)).padStart(6, '0')}`,
    ...teamPayload(slack),
    callback_id: callbackId,
    trigger_id: slack.triggers.issue({ userId: person.id, viewId: null, channelId }),
  };
}

function requireDeclared({ shortcuts }: LocalWorkspace, callbackId: string, type: DeclaredShortcut['type']): void {
  const declared = shortcuts.filter((shortcut) => shortcut.type === type);
  if (declared.some((shortcut) => shortcut.callbackId === callbackId)) return;
  const known = declared.map((shortcut) => shortcut.callbackId).join(', ');
  throw new ClientRefusalError(
    `The app declares no ${type} shortcut “${callbackId}”, so nothing was sent. It declares: ${known || 'none'}.`,
  );
}
