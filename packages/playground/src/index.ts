/** Starts the bot between a local service and a local Slack, with the page or without it. */

export type { PageServer, PageState } from '@abilities-bot/local-slack/page';
export { type PagePlaygroundOptions, startPagePlayground } from './start-page-playground.ts';
export { type Playground, type PlaygroundOptions, startPlayground } from './start-playground.ts';
