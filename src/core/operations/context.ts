// moved: re-exported until the Slack side follows
export { LOOKING, Locks, type OperationContext } from '../operation-context.ts';
