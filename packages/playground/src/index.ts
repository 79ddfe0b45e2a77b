/** Starts the bot between a local service and a local Slack, with the page or without it. */

export type { PageState } from './page-api.ts';
export { type PagePlaygroundOptions, startPagePlayground } from './page-server/start-page-playground.ts';
export type { PageServer } from './page-server/start-page-server.ts';
export { type Playground, type PlaygroundOptions, startPlayground } from './start-playground.ts';
