import type { Requester } from '../../../core/access.ts';
import type { InForm, Submitted } from '../../payloads/form-values.ts';
import { uploadWaitsSentence } from '../approvals/approvals.ts';
import { stateUnreadSentence, uploadPastChoice, uploadUnknown } from './messages.ts';

interface Places {
  /** Replaces the form with a sentence. */
  instead: (text: string) => Submitted;
  /** Shows the sentence in the form, which can be submitted again. */
  refuse: (sentence: string) => Submitted;
  /** Answers an unexpected error. */
  fault: InForm['fault'];
}

/** Shows the result of a decision in the form that submitted it. The form closes if the decision took effect. */
export const showDecision = ({ fault, instead, refuse }: Places, requester: Requester): InForm => ({
  fault,
  show: (outcome) => {
    if (outcome.kind === 'upload-past-choice') return instead(uploadPastChoice(outcome.record).text);
    if (outcome.kind === 'upload-unknown') return instead(uploadUnknown().text);
    if (outcome.kind === 'upload-state-unread') return refuse(stateUnreadSentence(requester.ref));
    if (outcome.kind === 'upload-waits')
      return instead(uploadWaitsSentence(outcome.approval, { isNew: false }, requester));
    if (outcome.kind !== 'approval-asked') return { reply: undefined };
    return { ...instead(uploadWaitsSentence(outcome.approval, { isNew: true }, requester)), isAnswered: true };
  },
});
