import type { App } from '@slack/bolt';
import { operate } from '../../core/operate.ts';
import { assignModal } from '../blocks/assign-modal.ts';
import { decodeButton, decodeDismissal } from '../button-value.ts';
import { answerRequest } from '../corridor.ts';
import { decodeMetadata, type Origin } from '../modal-metadata.ts';
import type { Parts } from '../parts.ts';
import { dismissUpload } from '../upload/dismiss-upload.ts';
import { askedBy } from './asked-by.ts';
import { readChosenAbilities } from './form-values.ts';
import { isStranger } from './is-stranger.ts';
import { ActionPayload, type View } from './payloads.ts';

/** Clicked: every button and select, in messages and modals. */
export function listenForActions(app: App, parts: Parts): void {
  app.action(/.*/, async ({ ack, body }) => {
    await ack();
    const payload = ActionPayload.parse(body);
    if (payload.view?.type === 'modal')
      return isStranger(payload.user, parts) ? undefined : redrawAssignModal(payload.view, parts);
    return answerClick(payload, parts);
  });
}

async function answerClick(payload: ActionPayload, parts: Parts): Promise<void> {
  const value = payload.actions[0]?.value ?? '';
  const asked = askedBy(payload.user.id, parts);
  const origin = originOf(payload);
  if (isStranger(payload.user, parts)) {
    const wanted = { kind: 'refused', refusal: { why: 'other-workspace' } } as const;
    return answerRequest({ asked, origin, triggerId: null, wanted, redraw: null, file: null, draft: null }, parts);
  }
  const dismissed = decodeDismissal(value);
  if (dismissed && origin.channelId && origin.message) {
    return dismissUpload(dismissed, { channel: origin.channelId, ts: origin.message.ts }, { asked, origin }, parts);
  }
  const click = decodeButton(value);
  await answerRequest(
    {
      asked,
      origin,
      triggerId: payload.trigger_id,
      wanted: click?.command ?? { kind: 'refused', refusal: { why: 'stale-button' } },
      redraw: click?.redraw ?? null,
      asks: click?.asks ?? false,
      file: click?.file ?? null,
      draft: click?.draft ?? null,
    },
    parts,
  );
}

function originOf({ channel, container, response_url }: ActionPayload): Origin {
  const { is_ephemeral: ephemeral = false, message_ts: ts, thread_ts: threadTs = null } = container;
  return {
    channelId: channel?.id ?? null,
    responseUrl: response_url ?? null,
    message: ts ? { ts, ephemeral } : null,
    threadTs,
  };
}

/**
 * Each choice in the form of an assignment shows anew what would be added and removed. One choice after another, without
 * a hash: each carries all that is chosen, so the last one drawn is the truth.
 */
function redrawAssignModal(view: View, { context, outbound }: Parts): Promise<void> {
  return context.changes.run(`view:${view.id}`, async () => {
    const metadata = decodeMetadata(view.private_metadata);
    if (metadata?.form !== 'assign') return;
    const outcome = await operate({ verb: 'assign', agent: { by: 'agent', id: metadata.agentId } }, context);
    // A service that does not answer now leaves the form as it is; saving tells the rest.
    if (outcome.kind !== 'assign-form') return;
    await outbound.updateModal(view.id, assignModal(outcome.form, readChosenAbilities(view), metadata.origin));
  });
}
