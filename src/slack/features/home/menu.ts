import type { types } from '@slack/bolt';
import type { Requester } from '../../../core/access.ts';
import { refuseVerb } from '../../../core/permissions.ts';
import { VERBS, type Verb, type VerbGroup } from '../../../core/verbs.ts';
import { plain } from '../../blocks/kit.ts';
import { encodeButton } from '../../button-value.ts';

/** Action ID of the “More…” menu. After a choice, the tab is redrawn to show “More…” again. */
export const HOME_MENU = 'home-more';
/** Action ID of the “More about…” menu, for which the tab is redrawn too. */
export const HOME_ABOUT = 'home-about';

/** Determines which verbs have something to act on. */
interface Offered {
  /** True if the workspace connects its own account. */
  ownAccount: boolean;
  approvals: number;
  /** True if this person has a change that can be undone. */
  canUndo: boolean;
}

/** The first group in the menu. The tab itself already shows most of the rest. */
const FIRST: VerbGroup = 'Change';

/** The verbs with a `homeLabel` that this person can use now, grouped as in the help. */
export function homeMenu(offered: Offered, requester: Requester): types.StaticSelect {
  const verbs = VERBS.flatMap(({ homeLabel, ...verb }) =>
    homeLabel !== null && isOffered(verb, offered) && refuseVerb(verb.name, requester) === null
      ? [{ ...verb, homeLabel }]
      : [],
  );
  const groups = [...new Set(verbs.map(({ group }) => group))].toSorted(
    (a, b) => Number(b === FIRST) - Number(a === FIRST),
  );
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

function isOffered(
  { name, onlyOwnAccount }: Pick<Verb, 'name' | 'onlyOwnAccount'>,
  { approvals, canUndo, ownAccount }: Offered,
): boolean {
  if (name === 'approve') return approvals > 0;
  if (name === 'undo') return canUndo;
  return ownAccount || !onlyOwnAccount;
}

const optionOf = ({ homeLabel, tryLine }: { homeLabel: string; tryLine: string }) => ({
  text: plain(homeLabel),
  value: encodeButton({ do: tryLine }),
});
