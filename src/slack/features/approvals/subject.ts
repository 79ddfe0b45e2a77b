import type { types } from '@slack/bolt';
import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import type { CodeChanges } from '../../../store/upload-record.ts';
import { countAbilities } from '../../blocks/ability.ts';
import { button } from '../../blocks/buttons.ts';
import { changesLines } from '../../blocks/code-changes.ts';
import { bold, dayAt, foreign, namesLine, plain } from '../../blocks/kit.ts';

/** Buttons for everyone except the requester. `redraw`: the line that draws the list, if the buttons are in one. */
export const approvalButtons = (approval: ApprovalRecord, redraw?: string): (types.Button | null)[] => [
  approveButton('Approve', approval, redraw),
  declineButton('Decline', approval, redraw),
  changesButtonOf(approval),
  showButtonOf(approval.what),
];

/** Only admins may see lines of code, so the request itself shows none. Null if there is no code to compare. */
const changesButtonOf = ({ id, what }: ApprovalRecord): types.Button | null =>
  codeOf(what)
    ? button('Show changes', { do: `approve changes:${id}`, asks: true }, `Show changes: ${nameOf(what)}`)
    : null;

/** The requested code changes; null if there are none, or if the current code couldn't be read. */
export const codeOf = (what: ApprovalSubject): CodeChanges | null => ('code' in what && what.code) || null;

/** Has a confirmation dialog, like a delete button. Access is checked after the click. */
export function approveButton(
  label: 'Approve' | 'Finish',
  { id, what }: ApprovalRecord,
  redraw?: string,
): types.Button {
  const name = nameOf(what);
  const style = STYLES[what.kind];
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

/** Disabling is undone with a click; the other changes are final. */
const STYLES: Record<ApprovalSubject['kind'], 'primary' | 'danger'> = {
  delete: 'danger',
  disable: 'primary',
  release: 'danger',
  replace: 'danger',
  update: 'danger',
};

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
      return "This deletes the current version, then uploads the new version. This can't be undone.";
    case 'update':
      return "This replaces the Ability's code and can't be undone.";
    case 'release':
      return "Only the Ability's code changes. This can't be undone. To go back, enable another release.";
  }
}

const them = (all: readonly unknown[]) => (all.length === 1 ? 'it' : 'them');

export const declineButton = (label: 'Decline' | 'Withdraw', { id, what }: ApprovalRecord, redraw?: string) =>
  button(
    label,
    { do: `decline ${id}`, redraw },
    `${label}: ${what.kind === 'release' ? `release ${what.version} of` : what.kind} ${nameOf(what)}`,
  );

/** Null unless the request is about exactly one Ability. */
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
    case 'release':
    case 'replace':
    case 'update':
      return [what.name];
  }
}

/** Characters of a name. Fifty lines with such names fit into a message. */
const MAX_NAME = 60;

/** Characters for the names of several Abilities on one line. A list of requests must fit into a message. */
const MAX_NAMES = 250;

/** The change, worded to follow “wants to”. Describes one Ability in full; for several, lists as many names as fit. */
export function subjectLine(what: ApprovalSubject): string {
  switch (what.kind) {
    case 'delete':
    case 'disable':
      return severalLine(what);
    case 'replace': {
      const old = what.abilityId === null ? '' : ' (enabled)';
      return `replace ${bold(what.name, MAX_NAME)}${old} with an upload`;
    }
    case 'update':
      return `update ${bold(what.name, MAX_NAME)}'s code with an upload`;
    case 'release':
      return `enable release ${foreign(what.version, 40)} of ${bold(what.name, MAX_NAME)}`;
  }
}

/** A change of one or more Abilities. */
type OfSeveral = Extract<ApprovalSubject, { kind: 'delete' | 'disable' }>;

function severalLine(what: OfSeveral): string {
  const [first, ...others] = linesOfSeveral(what);
  if (first !== undefined && others.length === 0) return `${what.kind} ${first}`;
  const names = namesOf(what);
  return `${what.kind} ${countAbilities(names.length)} (${namesLine(names, MAX_NAMES)})`;
}

/** Like {@link subjectLine}, but only counts several Abilities, because {@link subjectDetails} names them below. */
export function subjectHead(what: ApprovalSubject): string {
  const count = namesOf(what).length;
  return count > 1 ? `${what.kind} ${countAbilities(count)}` : subjectLine(what);
}

/** One line for each of several Abilities, or the code changes; empty if {@link subjectHead} is complete. */
export function subjectDetails(what: ApprovalSubject): string[] {
  switch (what.kind) {
    case 'delete':
    case 'disable': {
      const lines = linesOfSeveral(what);
      return lines.length > 1 ? lines.map((line) => `• ${line}`) : [];
    }
    case 'replace':
    case 'update':
      return codeDetails(what);
    case 'release':
      return [];
  }
}

/** Omits lines of code, because everyone in the channel sees the request. `code` is undefined in older requests. */
function codeDetails({ code }: Extract<ApprovalSubject, { kind: 'replace' | 'update' }>): string[] {
  if (code === undefined) return [];
  return code === null ? ["I couldn't read the current code, so I can't show the changes."] : changesLines(code);
}

const linesOfSeveral = (what: OfSeveral): string[] =>
  what.kind === 'delete' ? what.abilities.map(abilityLine) : what.rows.map(({ name }) => bold(name, MAX_NAME));

const abilityLine = ({ enabled, name }: Extract<ApprovalSubject, { kind: 'delete' }>['abilities'][number]) =>
  `${bold(name, MAX_NAME)}${enabled === undefined ? '' : enabled ? ' (enabled)' : ' (not enabled)'}`;

export const untilOf = ({ expiresAt }: ApprovalRecord): string => dayAt(expiresAt);
