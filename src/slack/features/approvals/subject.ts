import type { types } from '@slack/bolt';
import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import { countAbilities } from '../../blocks/ability.ts';
import { button } from '../../blocks/buttons.ts';
import { bold, day, namesLine, plain, time } from '../../blocks/kit.ts';

/** Buttons for everyone except the requester. `redraw`: the line that draws the list it is in. */
export const approvalButtons = (approval: ApprovalRecord, redraw?: string): (types.Button | null)[] => [
  approveButton('Approve', approval, redraw),
  declineButton('Decline', approval, redraw),
  showButtonOf(approval.what),
];

/** Slack asks for confirmation first, as for deletes. Access is checked again after the click. */
export function approveButton(
  label: 'Approve' | 'Carry out',
  { id, what }: ApprovalRecord,
  redraw?: string,
): types.Button {
  const [verb, name] = [what.kind === 'delete' ? 'Delete' : 'Replace', nameOf(what)];
  return {
    ...button(label, { do: `approve ${id}`, ...(redraw === undefined ? {} : { redraw }) }, `${label}: ${name}`),
    style: 'danger',
    confirm: {
      title: plain(`${verb} ${name}?`, 100),
      text: plain(
        what.kind === 'delete'
          ? `This deletes ${what.abilities.length === 1 ? 'it' : 'them'} from the account and from every Agent. It can't be undone.`
          : "This deletes the old Ability, then uploads the new one. It can't be undone.",
        300,
      ),
      confirm: plain(label, 30),
      deny: plain('Cancel', 30),
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

/** Null unless it is about exactly one Ability. */
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

/** Fifty lines of truncated names fit into a message. */
const MAX_NAME = 60;

/** For several Abilities on one line: a list of requests has to fit into a message. */
const MAX_NAMES = 250;

const HALF_A_DAY_MS = 12 * 60 * 60_000;

type Ability = Extract<ApprovalSubject, { kind: 'delete' }>['abilities'][number];

/** The change, worded to follow "wants to". One Ability is described in full; of several, as many names as fit. */
export function subjectLine(what: ApprovalSubject): string {
  if (what.kind === 'replace') {
    const old = what.abilityId === null ? '' : ' (enabled)';
    return `replace ${bold(what.name, MAX_NAME)}${old} with an upload`;
  }
  const [first] = what.abilities;
  if (first && what.abilities.length === 1) return `delete ${abilityLine(first)}`;
  const names = namesLine(
    what.abilities.map(({ name }) => name),
    MAX_NAMES,
  );
  return `delete ${countAbilities(what.abilities.length)} (${names})`;
}

/** The same, for use above {@link subjectDetails}. */
export const subjectHead = (what: ApprovalSubject): string =>
  what.kind === 'delete' && what.abilities.length > 1
    ? `delete ${countAbilities(what.abilities.length)}`
    : subjectLine(what);

/** One line for each of several Abilities; none if {@link subjectHead} says it all. */
export const subjectDetails = (what: ApprovalSubject): string[] =>
  what.kind === 'delete' && what.abilities.length > 1 ? what.abilities.map((one) => `• ${abilityLine(one)}`) : [];

const abilityLine = ({ enabled, name }: Ability) =>
  `${bold(name, MAX_NAME)}${enabled === undefined ? '' : enabled ? ' (enabled)' : ' (not enabled)'}`;

/** The expiry time, with its date if that may be another day. */
export const untilOf = ({ askedAt, expiresAt }: ApprovalRecord): string =>
  expiresAt.getTime() - askedAt.getTime() < HALF_A_DAY_MS ? `at ${time(expiresAt)}` : day(expiresAt);
