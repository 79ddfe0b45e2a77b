import type { App } from '@slack/bolt';
import { operate } from '../../core/operate.ts';
import { assignModal } from '../blocks/assign-modal.ts';
import { sentenceMessage } from '../blocks/sentence-message.ts';
import { faultSentence } from '../blocks/trouble-sentence.ts';
import { uploadDismissed } from '../blocks/upload-messages.ts';
import { decodeButton, decodeDismissal } from '../button-value.ts';
import { answerRequest } from '../corridor.ts';
import { decodeMetadata, type Origin } from '../modal-metadata.ts';
import type { Parts } from '../parts.ts';
import { askedBy } from './asked-by.ts';
import { readChosenAbilities } from './form-values.ts';
import { ActionPayload, type View } from './payloads.ts';

/** Clicked: every button and select, in messages and modals. */
export function listenForActions(app: App, parts: Parts): void {
  app.action(/.*/, async ({ ack, body }) => {
    await ack();
    const payload = ActionPayload.parse(body);
    if (payload.view) return redrawAssignModal(payload.view, parts);
    return answerClick(payload, parts);
  });
}

async function answerClick(payload: ActionPayload, parts: Parts): Promise<void> {
  const value = payload.actions[0]?.value ?? '';
  const asked = askedBy(payload.user.id, parts);
  const origin = originOf(payload);
  const dismissed = decodeDismissal(value);
  if (dismissed && origin.channelId && origin.message) {
    const place = { channel: origin.channelId, ts: origin.message.ts };
    try {
      await parts.outbound.edit(place, uploadDismissed(dismissed, asked));
    } catch (error) {
      parts.log.error({ err: error, ref: asked.ref }, 'an offer could not be put aside');
      const told = sentenceMessage(faultSentence(asked.ref));
      await parts.outbound.deliver(told, { userId: asked.userId, origin, triggerId: null, openedViewId: null });
    }
    return;
  }
  const click = decodeButton(value);
  await answerRequest(
    {
      asked,
      origin,
      triggerId: payload.trigger_id,
      wanted: click?.command ?? { kind: 'refused', refusal: { why: 'stale-button' } },
      redraw: click?.redraw ?? null,
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

/** Each choice in the form of an assignment shows anew what would be added and removed. */
async function redrawAssignModal(view: View, parts: Parts): Promise<void> {
  const metadata = decodeMetadata(view.private_metadata);
  if (metadata?.form !== 'assign') return;
  const outcome = await operate({ verb: 'assign', agent: { by: 'agent', id: metadata.agentId } }, parts.context);
  // A service that does not answer now leaves the form as it is; saving tells the rest.
  if (outcome.kind !== 'assign-form') return;
  await parts.outbound.updateModal(
    view.id,
    assignModal(outcome.form, readChosenAbilities(view), metadata.origin),
    view.hash,
  );
}
