// moved: re-exported until the Slack side follows
export { changeOf } from './registry.ts';
