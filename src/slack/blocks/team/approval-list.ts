import { pinnedApprovals } from '../../../core/approval-verbs.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { Requester } from '../../../core/requester.ts';
import type { ApprovalRecord } from '../../../store/approval-record.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, button } from '../buttons.ts';
import { aboveNotice, charactersOf, MAX_CHARACTERS, type Surroundings } from '../surroundings.ts';
import { context, section, time, toFallback } from '../text.ts';
import { person } from './access-sentences.ts';
import { approvalButtons, declineButton, showButtonOf } from './approval-buttons.ts';
import { subjectLine, untilOf } from './approval-subject.ts';

/** Each takes some 1,100 characters of the 13,000 of a message, and more where names are long. */
const MAX_SHOWN = 5;
const NOTICE_ROOM = 900;

/** What waits for a second admin, each with its buttons: one's own can only be withdrawn. A decided one keeps its place. */
export function approvalList(
  { pinned, waiting }: Extract<Outcome, { kind: 'approvals' }>,
  around: Surroundings,
  requester: Requester,
): MessageAnswer {
  if (pinned) return drawList(pinned, waiting, around, requester);
  let most = MAX_SHOWN;
  const draw = () => drawList(waiting.slice(0, most), waiting, around, requester);
  // The notice of a click must find room below the same rows.
  while (most > 1 && charactersOf(draw().blocks) > MAX_CHARACTERS - NOTICE_ROOM) most -= 1;
  return draw();
}

function drawList(
  shown: readonly (ApprovalRecord | null)[],
  waiting: readonly ApprovalRecord[],
  around: Surroundings,
  requester: Requester,
): MessageAnswer {
  const ids = shown.flatMap((approval) => approval?.id ?? []);
  const redraw = ids.length === 0 ? 'approve' : pinnedApprovals(ids);
  // Whoever decides may see another message: this one says of when it is.
  const read = `read ${time(requester.at)}`;
  const head = `*${waiting.length === 0 ? 'Nothing waits for a second admin' : 'Waiting for a second admin'}* · ${read}`;
  const rows = shown.map((approval) => rowOf(approval, redraw, requester));
  const more = waiting.filter(({ id }) => !ids.includes(id)).length;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([around.notice, head, ...rows.map(({ line }) => line)].filter((part) => part !== null).join('\n')),
    blocks: aboveNotice(
      around,
      [section(head), ...rows.flatMap(({ blocks }) => blocks)],
      [
        ...(more > 0
          ? [context(`${more} more: Refresh shows ${more === 1 ? 'it' : 'them'} when these are decided.`)]
          : []),
        ...actions(button('Refresh', { do: 'approve' }), button('All Abilities', { do: 'list' })),
      ],
    ),
  };
}

/** As high whether it is decided or not: those below stay where they are. */
function rowOf(approval: ApprovalRecord | null, redraw: string, requester: Requester) {
  if (approval === null) {
    return {
      line: GONE,
      blocks: [section(GONE), context('request'), ...actions(button('Refresh', { do: 'approve' }))],
    };
  }
  const decided = decisionOf(approval, requester);
  const line = decided === null ? waitingLine(approval, requester.userId) : decidedLine(approval, decided);
  const buttons =
    decided === null
      ? buttonsFor(approval, requester.userId, redraw)
      : [button(decided, { do: `decline ${approval.id}`, redraw }), showButtonOf(approval.what)];
  return { line, blocks: [section(line), context(`request ${approval.id}`), ...actions(...buttons)] };
}

const GONE = 'This request no longer exists.';

/** In a word; null while it waits. */
function decisionOf({ askedBy, decidedBy, expiresAt, state }: ApprovalRecord, { at }: Requester): string | null {
  if (state === 'waiting') return expiresAt > at ? null : 'Expired';
  if (state === 'approved') return 'Approved';
  return decidedBy === askedBy ? 'Withdrawn' : 'Declined';
}

function decidedLine({ askedBy, decidedBy, what }: ApprovalRecord, decided: string): string {
  const by = decidedBy === null || decidedBy === askedBy ? '' : ` by ${person(decidedBy)}`;
  return `*${decided}*${by}: ${person(askedBy)} asked to ${subjectLine(what)}.`;
}

function waitingLine(approval: ApprovalRecord, userId: string): string {
  const { askedBy, what } = approval;
  return askedBy === userId
    ? `You ask to ${subjectLine(what)}. Another admin can approve until ${untilOf(approval)}.`
    : `${person(askedBy)} asks to ${subjectLine(what)}. You can approve until ${untilOf(approval)}.`;
}

const buttonsFor = (approval: ApprovalRecord, userId: string, redraw: string) =>
  approval.askedBy === userId
    ? [declineButton('Withdraw', approval, redraw), showButtonOf(approval.what)]
    : approvalButtons(approval, redraw);
