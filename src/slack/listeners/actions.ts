import type { App } from '@slack/bolt';
import type { Parsed } from '../../core/verbs.ts';
import { decodeButton, decodeDismissal, decodeUploadChoice, type SharedPlace } from '../button-value.ts';
import { redrawAddModal } from '../features/assign/add.ts';
import { redrawAssignModal } from '../features/assign/assign.ts';
import { redrawTriggersModal } from '../features/triggers.ts';
import { answerUploadChoice, dismissUpload } from '../features/upload/choice.ts';
import { decodeMetadata, type ModalMetadata, NOWHERE, type Origin } from '../modal-metadata.ts';
import { isFormOfAnother, readMessageId, readStamp } from '../outbound/fallback.ts';
import { ActionPayload, identify, identityOf, type View } from '../payloads/payloads.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import { sayAlone } from '../pipeline/draw.ts';
import { readShown } from '../pipeline/sharing.ts';
import { PLAIN_REQUEST, type SlackRequest } from '../request/request.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';
import { type Claim, claimTrigger } from './events.ts';

/** Every button and menu, in messages, modals and the Home tab. */
export function listenForActions(app: App, findWorkspace: FindWorkspace): void {
  app.action(/.*/, async ({ ack, body, context }) => {
    await ack();
    const workspace = await findWorkspace(context);
    const payload = ActionPayload.parse(body);
    const { view } = payload;
    const metadata = view?.type === 'modal' ? decodeMetadata(view.private_metadata) : null;
    const isOurs = view && metadata && !isFormOfAnother(view.private_metadata, workspace.tenantId);
    if (isOurs && (await redrawForm(payload, view, metadata, workspace))) return;
    // Inputs of a form are read on submit.
    if (view?.type === 'modal' && valueOfAction(payload) === null) return;
    const claim = await claimTrigger(payload.trigger_id, workspace);
    if (claim !== 'redelivered') await answerClick(payload, claim, workspace);
  });
}

/** Redraws a form whose other fields follow the one that was changed. False if there is nothing to redraw. */
async function redrawForm(
  payload: ActionPayload,
  view: View,
  metadata: ModalMetadata,
  workspace: Workspace,
): Promise<boolean> {
  const asRequester = () => identify(identityOf(payload.user, metadata.origin, workspace), workspace);
  if (metadata.form === 'edit-triggers') {
    await redrawTriggersModal(view, metadata, workspace);
  } else if (metadata.form === 'assign') {
    await redrawAssignModal({ requester: await asRequester(), view }, metadata, workspace);
  } else if (metadata.form === 'add-to-agent' || metadata.form === 'choose-agent') {
    const changed = { requester: await asRequester(), view, picked: valueOfAction(payload) };
    await redrawAddModal(changed, metadata, sayAlone, workspace);
  } else return false;
  return true;
}

/** A button has its own value; a menu has that of the selected option. */
const valueOfAction = ({ actions }: ActionPayload): string | null =>
  actions[0]?.value ?? actions[0]?.selected_option?.value ?? null;

async function answerClick(
  payload: ActionPayload,
  claim: Exclude<Claim, 'redelivered'>,
  workspace: Workspace,
): Promise<void> {
  const value = valueOfAction(payload) ?? '';
  const click = decodeButton(value);
  const origin = withShared(originOf(payload), click?.shared);
  const requester = await identify(identityOf(payload.user, origin, workspace), workspace);
  if (isOfAnother(payload, workspace)) {
    const asked = { ok: false, refusal: { why: 'copied-button' } } as const;
    // A modal of another workspace may contain that workspace's origin.
    const here = payload.view ? { ...NOWHERE, view: origin.view } : origin;
    return answerRequest({ ...PLAIN_REQUEST, requester, origin: here, asked }, workspace);
  }
  const dismissed = decodeDismissal(value);
  if (dismissed && origin.channelId && origin.message) {
    return dismissUpload(
      dismissed,
      { channel: origin.channelId, ts: origin.message.ts },
      { requester, origin },
      workspace,
    );
  }
  const choice = decodeUploadChoice(value);
  if (choice) return answerUploadChoice(choice, { requester, origin, triggerId: payload.trigger_id }, workspace);
  const asked: Parsed = click ? { ok: true, command: click.command } : { ok: false, refusal: { why: 'stale-button' } };
  const request = {
    ...{ ...PLAIN_REQUEST, requester, origin, triggerId: payload.trigger_id, isClaimed: claim === 'first' },
    pressed: pressedOf(payload),
  };
  await answerRequest({ ...request, ...click, asked }, workspace);
}

/**
 * Whether the block was drawn for another workspace. A block without a stamp comes from a single-workspace version, and
 * is invalid with several workspaces.
 */
function isOfAnother({ actions }: ActionPayload, { config, tenant }: Workspace): boolean {
  const stamp = readStamp(actions[0]?.block_id ?? '');
  return stamp === null ? config.tenancy.kind === 'multi' : stamp !== tenant.id;
}

function pressedOf(payload: ActionPayload): SlackRequest['pressed'] {
  const { actions, message = null } = payload;
  const { action_id: actionId = '', block_id: blockId = '' } = actions[0] ?? {};
  return { actionId, blockId, value: valueOfAction(payload), drawn: message };
}

function originOf({ actions, channel, container, message, response_url, view }: ActionPayload): Origin {
  if (view?.type === 'home') return { ...NOWHERE, view: { id: view.id, type: 'home' } };
  if (view) return { ...originOfModal(view), view: { id: view.id, type: 'modal' } };
  const { is_ephemeral: ephemeral = false, message_ts: ts, thread_ts: threadTs = null } = container;
  const shown = readShown((message?.blocks ?? []).map(({ block_id: id = '' }) => id));
  const id = ephemeral ? readMessageId(actions[0]?.block_id ?? '') : null;
  return {
    channelId: channel?.id ?? null,
    responseUrl: response_url ?? null,
    message: ts ? { ts, ephemeral, ...(id === null ? {} : { id }), ...shown } : null,
    threadTs,
    view: null,
  };
}

/** Only a private message asks for another one, in the same channel. */
const withShared = (origin: Origin, shared: SharedPlace | undefined): Origin =>
  shared && origin.message?.ephemeral ? { ...origin, shared } : origin;

/** Where the modal was opened: its answers go there once it is closed. */
function originOfModal({ private_metadata }: View): Origin {
  return decodeMetadata(private_metadata)?.origin ?? NOWHERE;
}
