import type { types } from '@slack/bolt';
import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import { countAbilities } from '../../blocks/ability.ts';
import { button } from '../../blocks/buttons.ts';
import { bold, day, namesLine, plain, time } from '../../blocks/kit.ts';

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
