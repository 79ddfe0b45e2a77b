import type { ApprovalRecord } from '../../../store/approval-record.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions } from '../buttons.ts';
import { fitTexts } from '../fit-lines.ts';
import { section, toFallback } from '../text.ts';
import { person } from './access-sentences.ts';
import { approvalButtons } from './approval-buttons.ts';
import { subjectDetails, subjectHead, untilOf } from './approval-subject.ts';

const MAX_SECTION = 2900;
const SECTIONS = 4;

/** Asks the other admins, where everybody sees it. Whoever may not press its buttons is told so. */
export function approvalQuestion(approval: ApprovalRecord): MessageAnswer {
  const { askedBy, what } = approval;
  const line = `${person(askedBy)} asks to ${subjectHead(what)}. Another admin can approve until ${untilOf(approval)}.`;
  return {
    surface: 'message',
    replaces: false,
    text: toFallback(line),
    blocks: [
      section(line),
      ...fitTexts(subjectDetails(what), MAX_SECTION, SECTIONS).map(section),
      ...actions(...approvalButtons(approval)),
    ],
  };
}
