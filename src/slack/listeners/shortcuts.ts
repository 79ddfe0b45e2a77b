import type { Command } from '../../core/command.ts';
import type { Refusal } from '../../core/outcome.ts';
import type { Parsed } from '../../core/verbs.ts';
import { FEATURES } from '../features/index.ts';
import { uploadFromMessage } from '../features/upload/form.ts';
import { NOWHERE } from '../modal-metadata.ts';
import { identify, identityOf, type MessageShortcutPayload, ShortcutPayload } from '../payloads/payloads.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import { PLAIN_REQUEST } from '../request/request.ts';
import type { FindWorkspace, SHORTCUTS, Workspace } from '../workspace.ts';
import { claimTrigger } from './events.ts';
import type { Listeners } from './listen.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map(
  FEATURES.flatMap((feature) => ('shortcuts' in feature ? Object.entries(feature.shortcuts) : [])),
);

/** Handles the global shortcuts and the message shortcut. */
export const shortcutListener =
  (findWorkspace: FindWorkspace): Listeners['shortcut'] =>
  async ({ ack, body, context }) => {
    await ack();
    const workspace = await findWorkspace(context);
    const payload = ShortcutPayload.parse(body);
    const { callback_id: id, trigger_id: triggerId } = payload;
    const command = COMMANDS.get(id);
    const asked: Parsed = command ? { ok: true, command } : { ok: false, refusal: { why: 'stale-button' } };
    // Shortcuts change nothing, so they work even if the store is unavailable.
    if ((await claimTrigger(triggerId, asked, workspace)) === 'redelivered') return;
    if (payload.type === 'message_action') {
      return id === UPLOAD_MESSAGE ? upload(payload, workspace) : refuse(payload, { why: 'stale-button' }, workspace);
    }
    const requester = await identify(identityOf(payload.user, NOWHERE, workspace), workspace);
    return answerRequest({ ...PLAIN_REQUEST, requester, origin: NOWHERE, triggerId, asked, inModal: true }, workspace);
  };

const UPLOAD_MESSAGE: keyof typeof SHORTCUTS = 'upload-as-ability';

async function upload(
  { channel, message, trigger_id, user }: MessageShortcutPayload,
  workspace: Workspace,
): Promise<void> {
  return uploadFromMessage(
    {
      files: message.files,
      channelId: channel.id,
      messageTs: message.ts,
      threadTs: message.thread_ts ?? null,
      triggerId: trigger_id,
      requester: await identify(identityOf(user, { channelId: channel.id }, workspace, channel.name), workspace),
    },
    answerRequest,
    workspace,
  );
}

/** Answers privately beside the clicked message, or else in a direct message. */
async function refuse(payload: ShortcutPayload, refusal: Refusal, workspace: Workspace): Promise<void> {
  const origin =
    payload.type === 'message_action'
      ? { ...NOWHERE, channelId: payload.channel.id, responseUrl: payload.response_url ?? null }
      : NOWHERE;
  return answerRequest(
    {
      ...PLAIN_REQUEST,
      requester: await identify(identityOf(payload.user, origin, workspace), workspace),
      origin,
      asked: { ok: false, refusal },
    },
    workspace,
  );
}
