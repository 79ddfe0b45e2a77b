import type { types } from '@slack/bolt';
import type { Requester } from '../../../core/access.ts';
import { refuseVerb } from '../../../core/permissions.ts';
import { VERBS, type Verb } from '../../../core/verbs.ts';
import { capital, plain } from '../../blocks/kit.ts';
import { encodeButton } from '../../button-value.ts';

/** A choice in it leads elsewhere, so the tab is redrawn to show “More…” again. */
export const HOME_MENU = 'home-more';

/** Which verbs have something to act on. */
interface Offered {
  /** Whether the workspace connects its own account. */
  ownAccount: boolean;
  approvals: number;
  /** Whether this person's latest change can be undone. */
  canUndo: boolean;
}

/** Verbs with a button beside the menu, or, for `decline`, behind “Approvals”. */
const ELSEWHERE: ReadonlySet<string> = new Set(['upload', 'search', 'decline']);

/** Verbs that are not their own label. A label ends with an ellipsis if a form follows. */
export const HOME_LABELS: Record<string, string> = {
  list: 'All Abilities',
  show: 'Show an Ability…',
  status: 'Status',
  say: 'Which Ability answers “good morning”?',
  enable: 'Enable several…',
  disable: 'Disable several…',
  triggers: 'Trigger words…',
  assign: "Edit an Agent's Abilities…",
  unassign: "Remove an Agent's Abilities…",
  delete: 'Delete…',
  undo: 'Undo my latest change',
  new: 'Starter package',
  whoami: 'My access',
  history: 'Audit log',
  settings: 'Settings…',
  connect: 'Connect…',
  disconnect: 'Disconnect…',
  approve: 'Approvals',
};

/** Every other verb that this person can use now, grouped as in the help. */
export function homeMenu(offered: Offered, requester: Requester): types.StaticSelect {
  const verbs = VERBS.filter((verb) => isOffered(verb, offered) && refuseVerb(verb.name, requester) === null);
  const groups = [...new Set(verbs.map(({ group }) => group))];
  return {
    type: 'static_select',
    action_id: HOME_MENU,
    placeholder: plain('More…'),
    option_groups: groups.map((group) => ({
      label: plain(group),
      options: verbs.filter((verb) => verb.group === group).map(optionOf),
    })),
  };
}

function isOffered({ name, onlyOwnAccount }: Verb, { approvals, canUndo, ownAccount }: Offered): boolean {
  if (ELSEWHERE.has(name)) return false;
  if (name === 'approve') return approvals > 0;
  if (name === 'undo') return canUndo;
  return ownAccount || !onlyOwnAccount;
}

const optionOf = ({ name, tryLine }: Verb) => ({
  text: plain(HOME_LABELS[name] ?? capital(name)),
  value: encodeButton({ do: tryLine }),
});
