import type { ChooseOutcome } from '../../../core/features/upload/choose.ts';
import type { OfferOutcome } from '../../../core/features/upload/offer.ts';
import type { SendChangesOutcome } from '../../../core/features/upload/send-changes.ts';
import type { SubmitOutcome } from '../../../core/features/upload/submit.ts';
import { bold } from '../../blocks/kit.ts';
import type { Drawings } from '../../feature.ts';
import { uploadWaitsSentence } from '../approvals/approvals.ts';
import { replaceModal } from '../replace/form.ts';
import { deliverChanges } from './deliver-changes.ts';
import { uploadDetails } from './details.ts';
import { uploadModal } from './form-view.ts';
import {
  fileWords,
  notDismissedSentence,
  pastChoiceSentence,
  stateUnreadSentence,
  UNKNOWN_UPLOAD,
  uploadDismissed,
} from './messages.ts';
import { updateModal } from './update-form.ts';

/** No next steps, because the message of the upload or offer has the buttons. */
const nothing = () => [];

const uploading = (name: string, by: string) =>
  `${bold(name)} is being uploaded ${by}. Its upload message shows the progress.`;

/** The results of the buttons of uploads and offers. The upload's own message shows the next step. */
export const choiceDrawings: Drawings<(ChooseOutcome | OfferOutcome | SendChangesOutcome | SubmitOutcome)['kind']> = {
  'upload-decided': {
    notice: ({ decide, name }, { by }) =>
      decide === 'cancel' ? `The upload of ${bold(name)} was canceled ${by}` : uploading(name, by),
    isShownElsewhere: true,
  },
  'upload-past-choice': { notice: ({ record }) => pastChoiceSentence(record), next: nothing, isTrouble: true },
  'upload-unknown': { notice: () => UNKNOWN_UPLOAD, next: nothing, isTrouble: true },
  'upload-details': { form: ({ record }) => uploadDetails(record) },
  'changes-sent': {
    notice: ({ record: { form } }) => `I'm sending you all changes to ${bold(form.name)}'s code in a direct message.`,
    next: nothing,
    deliver: deliverChanges,
  },
  'upload-change-form': {
    form: ({ clashes, record }, { origin }) => {
      const { contents, form, zip } = record;
      return uploadModal({ file: zip, contents, suggested: null, clashes, draft: form, origin, upload: record });
    },
  },
  'upload-update-form': {
    form: ({ by, record }, { origin }) => updateModal(record, by, origin),
    instead: ({ record: { form, id }, started }) =>
      started ? { kind: 'update-started', uploadId: id, name: form.name } : null,
  },
  'upload-replace-form': { form: ({ by, record }, { origin }) => replaceModal(record, by, origin) },
  'upload-waits': {
    notice: ({ approval }, { requester }) => uploadWaitsSentence(approval, { isNew: false }, requester),
    next: nothing,
  },
  'upload-state-unread': {
    notice: (_, { requester }) => stateUnreadSentence(requester.ref),
    next: nothing,
    isTrouble: true,
  },
  'offer-dismissed': {
    notice: ({ file }, { by }) => `${fileWords(file)} skipped ${by}`,
    prepare: async ({ file, place }, { requester }, { outbound }) => {
      await outbound.edit(place, uploadDismissed(file, requester));
      return {};
    },
    isShownElsewhere: true,
  },
  'offer-in-use': { notice: ({ file }) => notDismissedSentence(file), next: nothing, isTrouble: true },
  'update-started': {
    notice: ({ name }, { by }) => `Comparison with ${bold(name)} started ${by}. Its upload message shows the result.`,
    next: nothing,
  },
  'update-gone': {
    notice: ({ name }) =>
      `${bold(name)} no longer exists, so nothing changed. Select *Upload…* to create a new Ability.`,
    next: nothing,
    isTrouble: true,
  },
};
