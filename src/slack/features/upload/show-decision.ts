import type { Requester } from '../../../core/access.ts';
import type { InForm, Submitted } from '../../payloads/form-values.ts';
import { uploadWaitsSentence } from '../approvals/approvals.ts';
import { stateUnreadSentence, uploadPastChoice, uploadUnknown } from './messages.ts';

interface Places {
  /** Replaces the form with a sentence. */
  instead: (text: string) => Submitted;
  /** Shows the sentence in the form, which can be submitted again. */
  refuse: (sentence: string) => Submitted;
  /** For errors. */
  fault: InForm['fault'];
}

/** How a form shows what came of the decision about an upload that it sent. It closes if the upload has received it. */
export const showDecision = ({ fault, instead, refuse }: Places, requester: Requester): InForm => ({
  fault,
  show: (outcome) => {
    if (outcome.kind === 'upload-past-choice') return instead(uploadPastChoice(outcome.record).text);
    if (outcome.kind === 'upload-unknown') return instead(uploadUnknown().text);
    if (outcome.kind === 'upload-state-unread') return refuse(stateUnreadSentence(requester.ref));
    if (outcome.kind === 'upload-waits') return instead(uploadWaitsSentence(outcome.approval, false, requester));
    if (outcome.kind !== 'approval-asked') return { reply: undefined };
    return { ...instead(uploadWaitsSentence(outcome.approval, true, requester)), isAnswered: true };
  },
});
