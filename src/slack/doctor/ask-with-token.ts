import { webApi } from '@slack/bolt';
import type { AskSlack } from '../../checks/slack-answer.ts';
import type { Config } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import { webClientOptions } from '../start/slack-client-options.ts';
import { askSlack } from './ask-slack.ts';

/**
 * Asks Slack without a bot.
 * @param token undefined asks without any, which Slack refuses
 */
export const askWithToken = (
  method: Parameters<typeof askSlack>[0],
  token: string | undefined,
  { config, log, withinMs }: { config: Config; log: Logger; withinMs: number },
): AskSlack => {
  const usual = webClientOptions(config, log);
  const makeClient: Parameters<typeof askSlack>[1] = (options) => new webApi.WebClient(token, { ...usual, ...options });
  return () => askSlack(method, makeClient, { now: Date.now, withinMs });
};
