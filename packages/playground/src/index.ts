/** Starts the bot between a local service and a local Slack, with or without the page. */

export type { PageServer, PageState } from '@abilities-bot/local-slack/page';
export { type PagePlaygroundOptions, startPagePlayground } from './start-page-playground.ts';
export { type Playground, type PlaygroundOptions, startPlayground } from './start-playground.ts';
