import type { types } from '@slack/bolt';
import type { Requester } from '../../../core/access.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { pinnedApprovals } from '../../../core/team-verbs.ts';
import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import { countAbilities } from '../../blocks/ability.ts';
import { actions, button } from '../../blocks/buttons.ts';
import {
  bold,
  context,
  day,
  fitTexts,
  type MessageAnswer,
  namesLine,
  plain,
  section,
  time,
  toFallback,
  typed,
} from '../../blocks/kit.ts';
import { aboveNotice, charactersOf, MAX_CHARACTERS, type Surroundings } from '../../blocks/surroundings.ts';
import { channel, person } from '../whoami.ts';

/** What an approval offers to others than the one who asked. `redraw`: the line that draws the list it stands in. */
export const approvalButtons = (approval: ApprovalRecord, redraw?: string): (types.Button | null)[] => [
  approveButton(approval, redraw),
  declineButton('Decline', approval, redraw),
  showButtonOf(approval.what),
];

/** Behind Slack's own dialog, as deleting is. Whether somebody may is checked again when it is pressed. */
function approveButton({ id, what }: ApprovalRecord, redraw?: string): types.Button {
  const [verb, name] = [what.kind === 'delete' ? 'Delete' : 'Replace', nameOf(what)];
  return {
    ...button('Approve', { do: `approve ${id}`, ...(redraw === undefined ? {} : { redraw }) }, `Approve: ${name}`),
    style: 'danger',
    confirm: {
      title: plain(`${verb} ${name}?`, 100),
      text: plain(
        what.kind === 'delete'
          ? 'You approve what another admin asked for. It is deleted for good, from the account and from every Agent.'
          : 'You approve what another admin asked for. The old Ability is deleted for good, then the new one is uploaded.',
        300,
      ),
      confirm: plain('Approve', 30),
      deny: plain('Not yet', 30),
      style: 'danger',
    },
  };
}

export const declineButton = (label: 'Decline' | 'Withdraw', { id, what }: ApprovalRecord, redraw?: string) =>
  button(
    label,
    { do: `decline ${id}`, ...(redraw === undefined ? {} : { redraw }) },
    `${label}: ${what.kind} ${nameOf(what)}`,
  );

/** Null where there is no single Ability to show. */
export function showButtonOf(what: ApprovalSubject): types.Button | null {
  const ids = what.kind === 'delete' ? what.abilities.map(({ id }) => id) : [what.abilityId];
  const [first = null] = ids;
  return first === null || ids.length > 1 ? null : button('Show', { do: `show id:${first}` }, `Show ${nameOf(what)}`);
}

function nameOf(what: ApprovalSubject): string {
  if (what.kind === 'replace') return plain(what.name, 60).text;
  const [first] = what.abilities;
  return first && what.abilities.length === 1 ? plain(first.name, 60).text : `${what.abilities.length} Abilities`;
}

/** Names are cut, so that fifty lines of them fit into a message. */
const MAX_NAME = 60;

/** Of several in one line: a list of requests has to fit into a message. */
const MAX_NAMES = 250;

const HALF_A_DAY_MS = 12 * 60 * 60_000;

type Ability = Extract<ApprovalSubject, { kind: 'delete' }>['abilities'][number];

/** What is to be done, after "asks to": in one line, with one Ability in full and of several the names that fit. */
export function subjectLine(what: ApprovalSubject): string {
  if (what.kind === 'replace') {
    const old = what.abilityId === null ? '' : ` (ID ${what.abilityId}, enabled)`;
    return `replace ${bold(what.name, MAX_NAME)}${old} by an upload`;
  }
  const [first] = what.abilities;
  if (first && what.abilities.length === 1) return `delete ${abilityLine(first)}`;
  const names = namesLine(
    what.abilities.map(({ name }) => name),
    MAX_NAMES,
  );
  return `delete ${countAbilities(what.abilities.length)} (${names})`;
}

/** The same where the details stand below. */
export const subjectHead = (what: ApprovalSubject): string =>
  what.kind === 'delete' && what.abilities.length > 1
    ? `delete ${countAbilities(what.abilities.length)}`
    : subjectLine(what);

/** Each of several; none where the line says it all. */
export const subjectDetails = (what: ApprovalSubject): string[] =>
  what.kind === 'delete' && what.abilities.length > 1 ? what.abilities.map((one) => `• ${abilityLine(one)}`) : [];

const abilityLine = ({ enabled, id, name }: Ability) =>
  `${bold(name, MAX_NAME)} (ID ${id}${enabled === undefined ? '' : enabled ? ', enabled' : ', not enabled'})`;

/** The moment from which nobody can decide it any more; with its day where that may be another one. */
export const untilOf = ({ askedAt, expiresAt }: ApprovalRecord): string =>
  expiresAt.getTime() - askedAt.getTime() < HALF_A_DAY_MS ? time(expiresAt) : day(expiresAt);

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
