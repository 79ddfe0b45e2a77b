import type { types } from '@slack/bolt';
import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import { button } from '../buttons.ts';
import { plain } from '../text.ts';

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
