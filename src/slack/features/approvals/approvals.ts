import type { Requester } from '../../../core/access.ts';
import { pinnedApprovals } from '../../../core/features/approvals/approvals.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { refuseVerb } from '../../../core/permissions.ts';
import type { ApprovalRecord } from '../../../store/approval-record.ts';
import { actions, allAbilities, button } from '../../blocks/buttons.ts';
import { aboveNotice, charactersOf, MAX_CHARACTERS } from '../../blocks/fit.ts';
import {
  bold,
  capital,
  context,
  countOf,
  fitTexts,
  foreign,
  type MessageAnswer,
  section,
  time,
  toFallback,
  typed,
} from '../../blocks/kit.ts';
import { channel, person } from '../../blocks/mentions.ts';
import type { DrawnOutcome, NoticeContext, SlackFeature, ViewContext } from '../../feature.ts';
import { allOf, NO_APPROVERS, readApprovers } from './approvers.ts';
import { askApprovers, closeApproval, closeClicked } from './ask.ts';
import { approvalChanges } from './changes.ts';
import { decidedLine, decisionOf } from './decided.ts';
import { approvalButtons, approveButton, declineButton, showButtonOf, subjectLine, untilOf } from './subject.ts';

/** Each request takes about 1,100 of a message's 13,000 characters, or more if names are long. */
const MAX_SHOWN = 5;

const NOTICE_ROOM = 900;

/** Characters for the results of Abilities that need no approval. They share a section with the request's sentence. */
const MAX_OTHERS = 1800;

/** The pending requests. If `pinned`, exactly those are drawn, so that a decided request stays in its place. */
function approvalList(
  { pinned, waiting }: Extract<Outcome, { kind: 'approvals' }>,
  around: ViewContext,
  requester: Requester,
): MessageAnswer {
  if (pinned) return drawList(pinned, waiting, around, requester);
  let max = MAX_SHOWN;
  const draw = () => drawList(waiting.slice(0, max), waiting, around, requester);
  // A click's notice must fit below the same rows.
  while (max > 1 && charactersOf(draw().blocks) > MAX_CHARACTERS - NOTICE_ROOM) max -= 1;
  return draw();
}

function drawList(
  shown: readonly (ApprovalRecord | null)[],
  waiting: readonly ApprovalRecord[],
  around: ViewContext,
  requester: Requester,
): MessageAnswer {
  const ids = shown.flatMap((approval) => approval?.id ?? []);
  // Users who aren't admins see the list too, and can withdraw their own requests.
  const verb = mayApprove(requester) ? 'approve' : 'decline';
  const redraw = ids.length === 0 ? verb : pinnedApprovals(verb, ids);
  const head = waiting.length === 0 ? 'No pending approvals.' : `*${countOf(waiting.length, 'pending approval')}*`;
  const rows = shown.map((approval) => rowOf(approval, redraw, requester));
  const more = waiting.filter(({ id }) => !ids.includes(id)).length;
  return {
    surface: 'message',
    title: 'Approvals',
    replaces: true,
    text: toFallback([around.notice, head, ...rows.map(({ line }) => line)].filter((part) => part !== null).join('\n')),
    blocks: aboveNotice(
      around,
      [section(head), ...rows.flatMap(({ blocks }) => blocks)],
      [
        ...(more > 0
          ? [context(`${more} more. Once these are decided, click *Refresh* to see ${more === 1 ? 'it' : 'them'}.`)]
          : []),
        ...actions(button('Refresh', { do: verb }), button('All Abilities', { do: 'list' })),
      ],
    ),
  };
}

/** A row has the same height before and after the decision, so that the rows below don't move. */
function rowOf(approval: ApprovalRecord | null, redraw: string, requester: Requester) {
  if (approval === null) {
    return {
      line: GONE,
      blocks: [section(GONE), ...actions(button('Refresh', { do: redraw }))],
    };
  }
  const decided = decisionOf(approval, requester.at);
  const line = decided === null ? waitingLine(approval, requester.userId) : decidedLine(approval, decided);
  const buttons =
    decided === null
      ? buttonsFor(approval, requester, redraw)
      : [button(decided, { do: `decline ${approval.id}`, redraw }), showButtonOf(approval.what)];
  return { line, blocks: [section(line), ...actions(...buttons)] };
}

const GONE = 'That request no longer exists.';

function waitingLine(approval: ApprovalRecord, userId: string): string {
  const { askedBy, decidedBy, state, what } = approval;
  if (state === 'in-progress') {
    return `*In progress*: ${person(askedBy)}'s request to ${subjectLine(what)}, approved by ${nameOf(decidedBy)}.`;
  }
  return askedBy === userId
    ? `You asked to ${subjectLine(what)}. Expires ${untilOf(approval)}.`
    : `${person(askedBy)} wants to ${subjectLine(what)}. Expires ${untilOf(approval)}.`;
}

const nameOf = (userId: string | null) => (userId === null ? 'another admin' : person(userId));

const mayApprove = (requester: Requester) => refuseVerb('approve', requester) === null;

function buttonsFor(approval: ApprovalRecord, requester: Requester, redraw: string) {
  const isOwn = approval.askedBy === requester.userId;
  if (!isOwn && !mayApprove(requester)) return [showButtonOf(approval.what)];
  if (approval.state === 'in-progress') {
    return [isOwn ? null : approveButton('Finish', approval, redraw), showButtonOf(approval.what)];
  }
  return isOwn
    ? [declineButton('Withdraw', approval, redraw), showButtonOf(approval.what)]
    : approvalButtons(approval, redraw);
}

type Asked = Pick<DrawnOutcome<'approval-asked'>, 'approval' | 'announcedIn' | 'hasNoApprover' | 'isEarlier'>;

const whose = (requester: Pick<Requester, 'access'>) =>
  requester.access.known && requester.access.role !== 'admin' ? "an admin's" : "another admin's";

/**
 * Read by the requester, or by everyone in the channel where the request was planned. The bot can't edit this message
 * after the decision, so it must remain true.
 */
function approvalAskedSentence(
  { approval, announcedIn, hasNoApprover: isAlone, isEarlier }: Asked,
  { reader, requester }: Pick<NoticeContext, 'reader' | 'requester'>,
): string {
  const { askedAt, askedBy, what } = approval;
  const needs = `The request needs ${whose(requester)} approval and expires ${untilOf(approval)}.`;
  const who = askedBy === reader ? 'You' : person(askedBy);
  if (isEarlier) {
    return `${who} already asked at ${time(askedAt)} to ${subjectLine(what)}. ${needs} Nothing changed.`;
  }
  const where = isAlone && announcedIn === null ? [] : [whereAsked(announcedIn, requester)];
  const rest = [needs, ...where, ...(isAlone ? [noApproverSentence(requester)] : [])];
  return `${who} asked to ${subjectLine(what)}. ${rest.join(' ')}`;
}

/** Names the command, because a redrawn list has no room for the button. */
const noApproverSentence = (requester: Requester): string =>
  mayApprove(requester)
    ? `I don't know of any other admin. Add one with ${typed('settings')}.`
    : "I don't know of any admin who could approve it.";

function whereAsked(announcedIn: Asked['announcedIn'], requester: Requester): string {
  const ask = `ask ${whose(requester).replace("'s", '')} to type ${typed('approve')}.`;
  if (announcedIn === null) return ask.replace(/^a/, 'A');
  const whom = allOf(announcedIn.approvers ?? NO_APPROVERS);
  if (announcedIn.channel === null) return `I asked ${whom} in direct messages.`;
  const there = channel(announcedIn.channel);
  return announcedIn.isConfirmed
    ? `I asked ${whom === '' ? '' : `${whom} `}in ${there}.`
    : `My message may be in ${there}: Slack didn't confirm it. If it isn't there, ${ask}`;
}

/** Answers a decision about an upload that needs approval. `isNew`: false if the approval was requested before. */
export function uploadWaitsSentence(
  approval: ApprovalRecord,
  { isNew }: { isNew: boolean },
  requester: Requester,
): string {
  const { askedBy, what } = approval;
  return isNew
    ? `You asked to ${subjectLine(what)}. The request needs ${whose(requester)} approval and expires ${untilOf(approval)}.`
    : `${person(askedBy)} has already asked to ${subjectLine(what)}. ${capital(whose(requester).replace("'s", ''))} can approve the request with ${typed('approve')}.`;
}

const approvedBy = ({ askedBy }: ApprovalRecord, { at, userId }: Requester): string =>
  `· requested by ${person(askedBy)}, approved by ${person(userId)} · ${time(at)}`;

function approvedSentence(
  { approval, of, waitsAgain }: DrawnOutcome<'approved'>,
  { reader, requester, wording }: NoticeContext,
): string {
  const by = approvedBy(approval, requester);
  const came = wording.notice(of, requester, { by, reader }) ?? '';
  if (waitsAgain) {
    // The full result might leave no room for the second line.
    return `${came.split('\n')[0]}\n${person(approval.askedBy)}'s request is still pending: approve it again, or decline it.`;
  }
  // Most notices already include the signature.
  return came.includes(by) ? came : `${came.replace(/\.$/, '')} ${by}`;
}

function declinedSentence(
  { approval }: DrawnOutcome<'declined'>,
  { reader, requester: { at, userId } }: Pick<NoticeContext, 'reader' | 'requester'>,
): string {
  const { askedBy, what } = approval;
  return askedBy === userId
    ? `${askedBy === reader ? 'You withdrew your' : `${person(askedBy)} withdrew their`} request to ${subjectLine(what)} · ${time(at)}`
    : `${person(userId)} declined ${person(askedBy)}'s request to ${subjectLine(what)} · ${time(at)}`;
}

/** Explains why a button of the request has no effect. */
function approvalOverSentence(
  { approval }: DrawnOutcome<'approval-over'>,
  { reader }: Pick<NoticeContext, 'reader'>,
): string {
  const { askedBy, decidedBy, state, what } = approval;
  const request = `${askedBy === reader ? 'Your' : `${person(askedBy)}'s`} request to ${subjectLine(what)}`;
  if (state === 'waiting') {
    return `${request} expired ${untilOf(approval)}. Nothing changed.`;
  }
  if (state === 'in-progress') return `${request} was approved by ${nameOf(decidedBy)} and is in progress.`;
  const how = decidedBy === askedBy ? 'withdrawn' : `${state} by ${nameOf(decidedBy)}`;
  return `${request} was already ${how}. Nothing changed.`;
}

const settingsButton = () => button('Settings…', { do: 'settings' });

export const approvalsFeature = {
  drawings: {
    'approval-asked': {
      notice: (outcome, { reader, requester, wording }) => {
        // The results of the other Abilities, without their summary line.
        const [, ...lines] = (outcome.others && wording.notice(outcome.others, requester)?.split('\n')) ?? [];
        return [approvalAskedSentence(outcome, { reader, requester }), ...fitTexts(lines, MAX_OTHERS, 1)].join('\n');
      },
      next: ({ approval, hasNoApprover: isAlone, isEarlier }) =>
        actions(
          isEarlier ? showButtonOf(approval.what) : declineButton('Withdraw', approval),
          isAlone ? settingsButton() : null,
          allAbilities(),
        ),
      step: ({ approval }, { redraw, requester }) =>
        approval.askedBy === requester.userId ? declineButton('Withdraw', approval, redraw ?? undefined) : null,
      // The answer says where the other admins were asked, so they are asked first.
      prepare: async (outcome, { origin }, workspace) => {
        const { approval, isEarlier } = outcome;
        if (isEarlier) return {};
        const { asked, isNobody } = await readApprovers(approval.askedBy, workspace);
        const announcedIn = await askApprovers(approval, asked, origin, workspace);
        return { outcome: { ...outcome, announcedIn, ...(isNobody ? { hasNoApprover: true as const } : {}) } };
      },
    },
    approvals: { view: (outcome, frame) => approvalList(outcome, frame, frame.requester) },
    'approval-changes': {
      form: ({ approval }, { origin, requester }) => approvalChanges(approval, origin, requester.at),
    },
    approved: {
      notice: approvedSentence,
      announce: async ({ approval, waitsAgain }, context, workspace) =>
        waitsAgain ? undefined : closeApproval(approval, context, workspace),
    },
    declined: {
      notice: declinedSentence,
      announce: ({ approval }, context, workspace) => closeApproval(approval, context, workspace),
    },
    'approval-over': {
      notice: approvalOverSentence,
      announce: async ({ approval }, context, workspace) => {
        if (approval.state === 'waiting') return closeApproval(approval, context, workspace);
        // Everyone was notified of the decision, but the clicked message was unknown then and still has its buttons.
        await closeClicked(approval, context.request, workspace);
        return undefined;
      },
    },
    replacing: {
      notice: ({ name }, { by }) =>
        `Replacement of ${bold(name)} started ${by}. Its upload message shows the progress.`,
    },
    updating: {
      notice: ({ name }, { by }) =>
        `Update of ${bold(name)}'s code started ${by}. Its upload message shows the progress.`,
    },
    'upload-past': {
      notice: ({ name }) =>
        `The upload of ${bold(name)} changed or ended in the meantime, so this decision had no effect.`,
    },
  },
  refusals: {
    'no-such-approval': {
      sentence: ({ id }) =>
        `No request has the ID ${foreign(id, 20)}. Nothing changed. ${typed('approve')} (admins) or ${typed('decline')} lists the pending requests.`,
    },
    'own-approval': {
      sentence: () => "You can't approve your own request, so nothing changed. Another admin has to approve it.",
      next: ({ id }) => actions(button('Withdraw', { do: `decline ${id}` }), allAbilities()),
    },
  },
  entries: {
    approve: {
      done: (names) => `approved the request for ${names}`,
      attempt: (names) => `approve the request for ${names}`,
    },
    decline: {
      done: (names, { after }) => `${after === 'withdrawn' ? 'withdrew' : 'declined'} the request for ${names}`,
      attempt: (names) => `decline the request for ${names}`,
    },
  },
} satisfies SlackFeature;
