// moved: re-exported until the Slack side follows
export { connectAccount } from '../features/connect.ts';
