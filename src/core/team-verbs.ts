import { approvalsFeature } from './features/approvals.ts';
import { connectFeature } from './features/connect.ts';
import { historyFeature } from './features/history.ts';
import { settingsFeature } from './features/settings.ts';
import { EVERYWHERE, type Verb, withoutArgument } from './verb.ts';

/** The verbs about the account with which a workspace works. */
export const ACCOUNT_VERBS: readonly Verb[] = [connectFeature.verbs.connect, connectFeature.verbs.disconnect];

/** The verbs of the second admin. */
export const APPROVAL_VERBS: readonly Verb[] = [approvalsFeature.verbs.approve, approvalsFeature.verbs.decline];
/** The verbs about who may do what, and who did. */
export const TEAM_VERBS: readonly Verb[] = [
  {
    name: 'whoami',
    group: 'Team',
    role: 'none',
    needsAccount: false,
    argument: '',
    summary: 'What you may do here, and why.',
    examples: ['whoami'],
    tryLine: 'whoami',
    places: EVERYWHERE,
    read: withoutArgument({ verb: 'whoami' }),
  },
  historyFeature.verbs.history,
  {
    name: 'doctor',
    group: 'Team',
    role: 'admin',
    needsAccount: false,
    argument: '',
    summary: 'Whether all that I need is there and right, and what mends the rest.',
    examples: ['doctor'],
    tryLine: 'doctor',
    places: EVERYWHERE,
    read: withoutArgument({ verb: 'doctor' }),
  },
  settingsFeature.verbs.settings,
];

// moved: re-exported until the Slack side follows
export { pinnedApprovals } from './features/approvals.ts';
