import type { Outcome } from '../../../core/outcome.ts';
import type { Requester } from '../../../core/requester.ts';
import type { ApprovalRecord } from '../../../store/approval-record.ts';
import { time } from '../text.ts';
import { typed } from '../typed-line.ts';
import { channel, person } from './access-sentences.ts';
import { subjectLine, untilOf } from './approval-subject.ts';

type OutcomeOf<K extends Outcome['kind']> = Extract<Outcome, { kind: K }>;

/**
 * To the one who asked: where, until when, and how to take it back. Nobody can change this message once it is decided, so
 * it says only what stays true.
 */
export function approvalAskedSentence({ approval, toldIn }: OutcomeOf<'approval-asked'>): string {
  const where =
    toldIn === null
      ? `I could not ask anybody here: tell another admin, who finds it with ${typed('approve')}.`
      : `I have asked in ${channel(toldIn)}.`;
  return [
    `You asked to ${subjectLine(approval.what)} · ${time(approval.askedAt)}. It is done when another admin approves it, until ${untilOf(approval)}.`,
    `${where} You are told what they decide. Until then you can withdraw it with ${typed(`decline ${approval.id}`)}.`,
  ].join('\n');
}

/** In place of the form that asked for a replacement. */
export function replacementWaitsSentence(approval: ApprovalRecord, isNew: boolean): string {
  const { askedBy, what } = approval;
  return isNew
    ? `You asked to ${subjectLine(what)} · ${time(approval.askedAt)}. It is done when another admin approves it, until ${untilOf(approval)}; the upload waits for that. I tell you where I have asked.`
    : `That waits for a second admin already: ${person(askedBy)} asked for it, and another admin can approve until ${untilOf(approval)}. Nothing changed. ${typed('approve')} shows it.`;
}

/** Who wanted it, as a change is signed. */
export const approvedBy = ({ askedBy }: ApprovalRecord, { at, userId }: Requester): string =>
  `· asked by ${person(askedBy)}, approved by ${person(userId)} · ${time(at)}`;

/** @param came what came of it, in words that may be signed already. */
export function approvedSentence(
  { approval, of, waitsAgain }: OutcomeOf<'approved'>,
  came: string,
  requester: Requester,
): string {
  if (waitsAgain) {
    // In full it may be as long as a text can be.
    return `${came.split('\n')[0]}\nWhat ${person(approval.askedBy)} asked for waits as before, until ${untilOf(approval)}: approve it once more, or decline it.`;
  }
  const isSigned = of.kind === 'deleted' || of.kind === 'deleted-several' || of.kind === 'replacing';
  return isSigned ? came : `${came} ${approvedBy(approval, requester)}`;
}

export function declinedSentence({ approval }: OutcomeOf<'declined'>, { at, userId }: Requester): string {
  const { askedBy, what } = approval;
  return askedBy === userId
    ? `${person(askedBy)} withdrew their request to ${subjectLine(what)} · ${time(at)}. Nothing changed.`
    : `${person(userId)} declined the request of ${person(askedBy)} to ${subjectLine(what)} · ${time(at)}. Nothing changed.`;
}

/** Why a button of it does nothing any more. */
export function approvalOverSentence({ approval }: OutcomeOf<'approval-over'>): string {
  const { askedBy, decidedBy, state, what } = approval;
  const request = `The request of ${person(askedBy)} to ${subjectLine(what)}`;
  if (state === 'waiting') {
    return `${request} expired at ${untilOf(approval)}. Nothing changed. Whoever still wants it asks again.`;
  }
  const how =
    decidedBy === askedBy ? 'was withdrawn' : `was ${state} by ${decidedBy === null ? 'somebody' : person(decidedBy)}`;
  const came = state === 'approved' ? ` ${typed('history')} shows what came of it.` : '';
  return `${request} ${how} already.${came} Nothing changed now.`;
}
