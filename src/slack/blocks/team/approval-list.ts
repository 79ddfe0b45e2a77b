import type { types } from '@slack/bolt';
import type { Outcome } from '../../../core/outcome.ts';
import type { ApprovalRecord } from '../../../store/approval-record.ts';
import type { MessageAnswer } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { actions, button } from '../buttons.ts';
import { type Surroundings, underNotice } from '../surroundings.ts';
import { context, section, time, toFallback } from '../text.ts';
import { person } from './access-sentences.ts';
import { approvalButtons, declineButton, showButtonOf } from './approval-buttons.ts';
import { subjectLine, untilOf } from './approval-subject.ts';

/** Each takes some 1,100 characters of the 13,000 of a message, and more where names are long. */
const MOST_SHOWN = 5;
/** The list is drawn anew after a click in it. */
const REDRAW = 'approve';

/** What waits for a second admin, each with its buttons: one's own can only be withdrawn. */
export function approvalList(
  { waiting }: Extract<Outcome, { kind: 'approvals' }>,
  around: Surroundings,
  asked: Asked,
): MessageAnswer {
  const shown = waiting.slice(0, MOST_SHOWN);
  // Whoever decides may see another message: this one says of when it is.
  const read = `read ${time(asked.at)}`;
  const head = `*${waiting.length === 0 ? 'Nothing waits for a second admin' : 'Waiting for a second admin'}* · ${read}`;
  const lines = shown.map((approval) => lineOf(approval, asked.userId));
  const more = waiting.length - shown.length;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([around.notice, head, ...lines].filter((part) => part !== null).join('\n')),
    blocks: underNotice(around, [
      section(head),
      ...shown.flatMap((approval, index): types.KnownBlock[] => [
        section(lines[index] ?? ''),
        context(`request ${approval.id}`),
        ...actions(...buttonsFor(approval, asked.userId)),
      ]),
      ...(more > 0 ? [context(`${more} older: they are shown here when these are decided.`)] : []),
      ...actions(button('Refresh', { do: REDRAW }), button('All Abilities', { do: 'list' })),
    ]),
  };
}

function lineOf(approval: ApprovalRecord, userId: string): string {
  const { askedBy, what } = approval;
  return askedBy === userId
    ? `You ask to ${subjectLine(what)}. Another admin can approve until ${untilOf(approval)}.`
    : `${person(askedBy)} asks to ${subjectLine(what)}. You can approve until ${untilOf(approval)}.`;
}

const buttonsFor = (approval: ApprovalRecord, userId: string) =>
  approval.askedBy === userId
    ? [declineButton('Withdraw', approval, REDRAW), showButtonOf(approval.what)]
    : approvalButtons(approval, REDRAW);
