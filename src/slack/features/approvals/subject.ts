import type { types } from '@slack/bolt';
import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import type { CodeChanges } from '../../../store/upload-record.ts';
import { countAbilities } from '../../blocks/ability.ts';
import { button } from '../../blocks/buttons.ts';
import { changesLines } from '../../blocks/code-changes.ts';
import { bold, dayAt, foreign, namesLine, plain } from '../../blocks/kit.ts';

/** Buttons for everyone except the requester. `redraw`: the line that draws the list it is in. */
export const approvalButtons = (approval: ApprovalRecord, redraw?: string): (types.Button | null)[] => [
  approveButton('Approve', approval, redraw),
  declineButton('Decline', approval, redraw),
  changesButtonOf(approval),
  showButtonOf(approval.what),
];

/** For admins: everybody in the channel sees the request, so it has no lines of code. Null if it has nothing to compare. */
const changesButtonOf = ({ id, what }: ApprovalRecord): types.Button | null =>
  codeOf(what)
    ? button('Show changes', { do: `approve changes:${id}`, asks: true }, `Show changes: ${nameOf(what)}`)
    : null;

/** The changes to code that are asked for. */
export const codeOf = (what: ApprovalSubject): CodeChanges | null => ('code' in what && what.code) || null;

/** Slack asks for confirmation first, as for deletes. Access is checked again after the click. */
export function approveButton(
  label: 'Approve' | 'Finish',
  { id, what }: ApprovalRecord,
  redraw?: string,
): types.Button {
  const name = nameOf(what);
  const style = what.kind === 'disable' ? 'primary' : 'danger';
  return {
    ...button(label, { do: `approve ${id}`, redraw }, `${label}: ${name}`),
    style,
    confirm: {
      title: plain(`${titleOf(what)} ${name}?`, 100),
      text: plain(effectOf(what), 300),
      confirm: plain(label, 30),
      deny: plain('Cancel', 30),
      style,
    },
  };
}

const TITLES = { delete: 'Delete', disable: 'Disable', replace: 'Replace', update: 'Update' } as const;

const titleOf = (what: ApprovalSubject): string =>
  what.kind === 'release' ? `Enable release ${what.version} of` : TITLES[what.kind];

function effectOf(what: ApprovalSubject): string {
  switch (what.kind) {
    case 'delete':
      return `This deletes ${them(what.abilities)} from the account and from every Agent. This can't be undone.`;
    case 'disable':
      return `This disables ${them(what.rows)} on every Agent. Nothing is deleted.`;
    case 'replace':
      return "This deletes the current version, then uploads the new one. This can't be undone.";
    case 'update':
      return "This replaces its code. You can't undo this.";
    case 'release':
      return "Only its code changes. You can't undo this. To go back, enable another release.";
  }
}

const them = (all: readonly unknown[]) => (all.length === 1 ? 'it' : 'them');

export const declineButton = (label: 'Decline' | 'Withdraw', { id, what }: ApprovalRecord, redraw?: string) =>
  button(
    label,
    { do: `decline ${id}`, redraw },
    `${label}: ${what.kind === 'release' ? `release ${what.version} of` : what.kind} ${nameOf(what)}`,
  );

/** Null unless exactly one Ability is concerned. */
export function showButtonOf(what: ApprovalSubject): types.Button | null {
  const [line = null, ...others] = showLinesOf(what);
  return line === null || others.length > 0 ? null : button('Show', { do: line }, `Show ${nameOf(what)}`);
}

function showLinesOf(what: ApprovalSubject): string[] {
  switch (what.kind) {
    case 'delete':
      return what.abilities.map(({ id }) => `show id:${id}`);
    case 'disable':
      return what.rows.map(({ id }) => `show installed:${id}`);
    case 'replace':
    case 'update':
    case 'release':
      return what.abilityId === null ? [] : [`show id:${what.abilityId}`];
  }
}

function nameOf(what: ApprovalSubject): string {
  const names = namesOf(what);
  const [first = ''] = names;
  return names.length === 1 ? plain(first, 60).text : `${names.length} Abilities`;
}

function namesOf(what: ApprovalSubject): string[] {
  switch (what.kind) {
    case 'delete':
      return what.abilities.map(({ name }) => name);
    case 'disable':
      return what.rows.map(({ name }) => name);
    default:
      return [what.name];
  }
}

/** Fifty lines of truncated names fit into a message. */
const MAX_NAME = 60;

/** For several Abilities on one line, because a list of requests must fit into a message. */
const MAX_NAMES = 250;

/** The change, worded to follow "wants to". One Ability is described in full; of several, as many names as fit. */
export function subjectLine(what: ApprovalSubject): string {
  if (what.kind === 'replace') {
    const old = what.abilityId === null ? '' : ' (enabled)';
    return `replace ${bold(what.name, MAX_NAME)}${old} with an upload`;
  }
  if (what.kind === 'update') return `update ${bold(what.name, MAX_NAME)}'s code with an upload`;
  if (what.kind === 'release') return `enable release ${foreign(what.version, 40)} of ${bold(what.name, MAX_NAME)}`;
  const [first, ...others] = linesOf(what);
  if (first !== undefined && others.length === 0) return `${what.kind} ${first}`;
  const names = namesOf(what);
  return `${what.kind} ${countAbilities(names.length)} (${namesLine(names, MAX_NAMES)})`;
}

/** The same, to be used above {@link subjectDetails}. */
export function subjectHead(what: ApprovalSubject): string {
  const count = linesOf(what).length;
  return count > 1 ? `${what.kind} ${countAbilities(count)}` : subjectLine(what);
}

/** One line for each of several Abilities, or the changes to code; none if {@link subjectHead} includes it. */
export function subjectDetails(what: ApprovalSubject): string[] {
  if (what.kind === 'update' || what.kind === 'replace') return codeDetails(what);
  const lines = linesOf(what);
  return lines.length > 1 ? lines.map((line) => `• ${line}`) : [];
}

/** Without lines of code: everyone in the channel sees them. Older requests don't know it. */
function codeDetails({ code }: Extract<ApprovalSubject, { kind: 'replace' | 'update' }>): string[] {
  if (code === undefined) return [];
  return code === null ? ["I can't read the current code, so I can't show the changes."] : changesLines(code);
}

function linesOf(what: ApprovalSubject): string[] {
  switch (what.kind) {
    case 'delete':
      return what.abilities.map(abilityLine);
    case 'disable':
      return what.rows.map(({ name }) => bold(name, MAX_NAME));
    default:
      return [subjectLine(what)];
  }
}

const abilityLine = ({ enabled, name }: Extract<ApprovalSubject, { kind: 'delete' }>['abilities'][number]) =>
  `${bold(name, MAX_NAME)}${enabled === undefined ? '' : enabled ? ' (enabled)' : ' (not enabled)'}`;

export const untilOf = ({ expiresAt }: ApprovalRecord): string => dayAt(expiresAt);
