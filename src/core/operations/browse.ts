// moved: re-exported until the Slack side follows

export { browseAgents } from '../features/assign/assign.ts';
export { browseAbilities } from '../features/list.ts';
