// moved: re-exported until the Slack side follows
export { findListed, readCatalog } from '../lookup.ts';
