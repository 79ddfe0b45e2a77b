import * as z from 'zod';
import { isOfAnyAccount } from '../../core/registry.ts';
import type { Parsed } from '../../core/verbs.ts';
import { accountVersionOf } from '../../uploads/ports.ts';
import { decodeButton, readJson, type SharedPlace } from '../button-value.ts';
import { DRAW_AGAIN } from '../features/home/view.ts';
import { placeOf } from '../features/upload/place-of.ts';
import { decodeMetadata, type ModalMetadata, NOWHERE, type Origin } from '../modal-metadata.ts';
import { isFormOfAnother, isFormOfOldAccount, isOfOldAccount, readMessageId, readStamp } from '../outbound/fallback.ts';
import { watchSubmissions } from '../outbound/submitted-forms.ts';
import { ActionPayload, identify, identityOf, type ShownView, View } from '../payloads/payloads.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import { sentenceAlone } from '../pipeline/draw.ts';
import { followsFields, formRowOf } from '../pipeline/forms.ts';
import { readShown } from '../pipeline/sharing.ts';
import { PLAIN_REQUEST, type SlackRequest } from '../request/request.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';
import { type Claim, claimTrigger } from './events.ts';
import type { Listeners } from './listen.ts';

/** Omits the blocks: most changed fields don't need them, and reading them takes time. */
const ChangedField = ActionPayload.pick({ actions: true }).extend({ view: View.optional() });

/** True if a form's field was changed, false if a button was clicked. */
const isInput = (changed: z.infer<typeof ChangedField>): boolean =>
  changed.view?.type === 'modal' && valueOfAction(changed) === null;

/** Reads only the form's name, because parsing all the metadata took most of the CPU time of an ack. */
const FormName = z.object({ form: z.unknown() });

/** True if nothing has to be done after the ack: the changed field is only read when the form is submitted. */
export function isReadOnSubmit(body: object): boolean {
  const { data } = ChangedField.safeParse(body);
  if (data?.view === undefined || !isInput(data)) return false;
  const { data: metadata } = FormName.safeParse(readJson(data.view.private_metadata));
  return !followsFields(metadata?.form);
}

/** Handles every button and menu, in messages, modals and the Home tab. */
export const actionListener =
  (findWorkspace: FindWorkspace): Listeners['action'] =>
  async ({ ack, body, context }) => {
    await ack();
    const payload = ActionPayload.parse(body);
    const workspace = await drawnBy(payload, await findWorkspace(context));
    const { view } = payload;
    const metadata = view?.type === 'modal' ? decodeMetadata(view.private_metadata) : null;
    const redraw = view && metadata ? redrawOf(payload, view, metadata, workspace) : null;
    if (redraw) {
      // Skipping a redraw loses nothing: saved values are compared with what the form shows.
      await workspace.ownRequests.run(payload.user.id, redraw);
      return;
    }
    if (payload.actions[0]?.action_id === DRAW_AGAIN && view?.type === 'home') {
      await workspace.ownRequests.run(payload.user.id, () => workspace.homes.opened(payload.user.id));
      return;
    }
    if (isInput(payload)) return;
    const click = decodeButton(valueOfAction(payload) ?? '', view ? null : placeOf(originOf(payload)));
    // Sharing posts a message that everyone sees, so it isn't claimed like a read.
    const asked = click && !click.share ? ({ ok: true, command: click.command } as const) : null;
    const claim = await claimTrigger(payload.trigger_id, asked, workspace);
    if (claim !== 'redelivered') await answerClick(payload, click, claim, workspace);
  };

/**
 * Finds the workspace whose Home tab was clicked. In an organization, a person sees the same tab in several workspaces,
 * and Slack may deliver the click for another installation than the one that drew it. Only applies if the person
 * belongs to that workspace.
 */
async function drawnBy({ actions, user, view }: ActionPayload, workspace: Workspace): Promise<Workspace> {
  const stamp = view?.type === 'home' ? readStamp(actions[0]?.block_id ?? '') : null;
  if (stamp === null || stamp === workspace.tenantId) return workspace;
  try {
    const other = await workspace.sibling(stamp);
    return other && (await other.people.read(user.id)).kind !== 'stranger' ? other : workspace;
  } catch (error) {
    workspace.log.warn({ err: error }, 'workspace lookup for a Home tab click failed');
    return workspace;
  }
}

/** Null if the action redraws no part of this form, or if the form belongs to another workspace. */
function redrawOf(
  payload: ActionPayload,
  view: ShownView,
  metadata: ModalMetadata,
  workspace: Workspace,
): (() => Promise<void>) | null {
  const { isOfAnyAccount, redraw } = formRowOf(metadata.form);
  if (isFormOfAnother(view.private_metadata, workspace.tenantId)) return null;
  if (!redraw || (redraw.button !== undefined && redraw.button !== payload.actions[0]?.action_id)) return null;
  if (redraw.isMeant?.(metadata) === false) return null;
  const ask = () => identify(identityOf(payload.user, metadata.origin, workspace), workspace);
  const changed = {
    metadata,
    view,
    picked: valueOfAction(payload),
    identify: ask,
    sentenceOf: sentenceAlone,
    isSubmitted: watchSubmissions(workspace.tenantId, view.id),
  };
  // Submitting a form of a previously connected account will be refused, so there is nothing to redraw.
  const isPast = !isOfAnyAccount && isFormOfOldAccount(view.private_metadata, accountOf(workspace));
  return async () => {
    if (!isPast) await redraw.draw(changed, workspace);
  };
}

/** The value of a button, or of a menu's selected option. */
const valueOfAction = ({ actions }: Pick<ActionPayload, 'actions'>): string | null =>
  actions[0]?.value ?? actions[0]?.selected_option?.value ?? null;

async function answerClick(
  payload: ActionPayload,
  click: ReturnType<typeof decodeButton>,
  claim: Exclude<Claim, 'redelivered'>,
  workspace: Workspace,
): Promise<void> {
  const origin = withShared(originOf(payload), click?.shared);
  const identity = identityOf(payload.user, origin, workspace, payload.channel?.name);
  const requester = await identify(identity, workspace);
  if (isOfAnother(payload, workspace)) {
    const asked = { ok: false, refusal: { why: 'copied-button' } } as const;
    // The modal of another workspace may contain an origin in that workspace.
    const here = payload.view ? { ...NOWHERE, view: origin.view } : origin;
    return answerRequest({ ...PLAIN_REQUEST, requester, origin: here, asked }, workspace);
  }
  const isOld = isOfOldAccount(payload.actions[0]?.block_id ?? '', accountOf(workspace));
  if (isOld && !(click && isOfAnyAccount(click.command))) {
    const asked = { ok: false, refusal: { why: 'old-account' } } as const;
    return answerRequest({ ...PLAIN_REQUEST, requester, origin, triggerId: payload.trigger_id, asked }, workspace);
  }
  const asked: Parsed = click ? { ok: true, command: click.command } : { ok: false, refusal: { why: 'stale-button' } };
  const request = {
    ...PLAIN_REQUEST,
    requester,
    origin,
    triggerId: payload.trigger_id,
    isClaimed: claim === 'first',
    pressed: pressedOf(payload),
  };
  await answerRequest({ ...request, ...click, asked }, workspace);
}

/**
 * True if the block was drawn for another workspace. A block without a stamp comes from a single-workspace version, so
 * it is invalid if the bot serves several.
 */
function isOfAnother({ actions }: ActionPayload, { config, tenant }: Workspace): boolean {
  const stamp = readStamp(actions[0]?.block_id ?? '');
  return stamp === null ? config.tenancy.kind === 'multi' : stamp !== tenant.id;
}

const accountOf = ({ uploadTools }: Workspace): number => accountVersionOf(uploadTools.account);

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
    message: ts ? { ts, ephemeral, id: id ?? undefined, ...shown } : null,
    threadTs,
    view: null,
  };
}

/** Only a private message stores a shared one, which is in the same channel. */
const withShared = (origin: Origin, shared: SharedPlace | undefined): Origin =>
  shared && origin.message?.ephemeral ? { ...origin, shared } : origin;

/** The place where the modal was opened. Answers go there once it is closed. */
function originOfModal({ private_metadata }: View): Origin {
  return decodeMetadata(private_metadata)?.origin ?? NOWHERE;
}
