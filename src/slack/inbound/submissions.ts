import type { App, types } from '@slack/bolt';
import type { Command } from '../../core/command.ts';
import { oldFormModal, refusedModal } from '../blocks/modal-frame.ts';
import { UPLOAD_FIELDS, uploadStartedModal } from '../blocks/upload-modal.ts';
import { answerRequest } from '../corridor.ts';
import { decodeMetadata, type ModalMetadata, type Origin } from '../modal-metadata.ts';
import type { Parts } from '../parts.ts';
import { placeKey } from '../upload/place-key.ts';
import { runUpload } from '../upload/run-upload.ts';
import { askedBy } from './asked-by.ts';
import { type FieldErrors, readChosenAbilities, readTriggerWords, readUploadForm } from './form-values.ts';
import { isStranger } from './is-stranger.ts';
import { SubmissionPayload } from './payloads.ts';

/** What the answer to a submitted form may be; none of it closes the form. */
type Reply = { response_action: 'errors'; errors: FieldErrors } | { response_action: 'update'; view: types.ModalView };

/** What a submitted form leads to: an answer within 3 seconds, and the work after it. */
interface Submitted {
  reply: Reply | undefined;
  work?: () => Promise<void>;
  /** Gives back what was claimed, when the work will not be done. */
  undo?: () => void;
}

/** Submitted: every form. It is checked here, on the spot; the service is asked after the ack. */
export function listenForSubmissions(app: App, parts: Parts): void {
  app.view(/.*/, async ({ ack, body }) => {
    const payload = SubmissionPayload.parse(body);
    // Slack sends a submission again when the ack was lost; the work is done once.
    const key = `submission:${payload.view.id}:${payload.view.hash}`;
    if (!parts.seen.claim(key)) return ack();
    const { reply, undo, work } = await submit(payload, parts);
    // A form with an error stays open and is sent again as the same view.
    if (!work) parts.seen.release(key);
    try {
      await ack(reply);
    } catch (error) {
      // Without an ack Slack sends the form again, and that one has to find everything as it was.
      parts.seen.release(key);
      undo?.();
      throw error;
    }
    await work?.();
  });
}

async function submit(payload: SubmissionPayload, parts: Parts): Promise<Submitted> {
  const instead = (view: types.ModalView): Submitted => ({ reply: { response_action: 'update', view } });
  if (isStranger(payload.user, parts)) return instead(refusedModal({ why: 'other-workspace' }));
  const metadata = decodeMetadata(payload.view.private_metadata);
  if (!metadata) return instead(oldFormModal());
  const answer = (wanted: Command, origin: Origin, redraw: string | null) => () =>
    answerRequest(
      { asked: askedBy(payload.user.id, parts), origin, triggerId: null, wanted, redraw, file: null, draft: null },
      parts,
    );
  switch (metadata.form) {
    case 'assign': {
      const abilityIds = readChosenAbilities(payload.view);
      const wanted: Command = { verb: 'save-assignment', agentId: metadata.agentId, abilityIds };
      return { reply: undefined, work: answer(wanted, metadata.origin, null) };
    }
    case 'trigger-words': {
      const words = readTriggerWords(payload.view);
      if (!words.ok) return { reply: { response_action: 'errors', errors: words.errors } };
      const target = { by: 'installed', id: metadata.installedId } as const;
      const wanted: Command = { verb: metadata.wanted, target, triggerWords: words.value };
      return { reply: undefined, work: answer(wanted, metadata.origin, metadata.redraw) };
    }
    case 'upload':
      return submitUpload(payload, metadata, parts);
  }
}

async function submitUpload(
  { user, view }: SubmissionPayload,
  { file, origin }: Extract<ModalMetadata, { form: 'upload' }>,
  parts: Parts,
): Promise<Submitted> {
  const read = readUploadForm(view, parts.config.uploads);
  if (!read.ok) return { reply: { response_action: 'errors', errors: read.errors } };
  const { form, icon } = read.value;
  const zip = file ?? read.value.zip;
  if (!zip) return { reply: { response_action: 'errors', errors: { [UPLOAD_FIELDS.zip]: 'Choose a zip.' } } };
  if (await parts.takenNames.has(form.name)) {
    // It may have been deleted since; the next try sees the names as they are by then.
    parts.takenNames.refresh();
    const taken = `An Ability named ${form.name} exists already. Choose another name, or delete that one first.`;
    return { reply: { response_action: 'errors', errors: { [UPLOAD_FIELDS.name]: taken } } };
  }
  const { channelId, message } = origin;
  const reply = file && channelId && message && !message.ephemeral ? { channel: channelId, ts: message.ts } : null;
  // Two people may fill in the form of one drop: the message tells of the first, the second is told directly.
  const place = reply && parts.seen.claim(placeKey(reply)) ? reply : null;
  return {
    reply: place ? undefined : { response_action: 'update', view: uploadStartedModal(form) },
    undo: () => place && parts.seen.release(placeKey(place)),
    work: () => runUpload({ form, zip, icon, place, origin, asked: askedBy(user.id, parts) }, parts),
  };
}
