// moved: re-exported until the Slack side follows
export { wantedLine } from './wanted.ts';
