// moved: re-exported until the Slack side follows
export { pinnedApprovals } from './features/approvals.ts';
