import type { Problem } from '@abilities-bot/local-slack/block-kit';
import { checkMessage, checkView } from '@abilities-bot/local-slack/block-kit';
import type { Answer } from '../../src/slack/blocks/answer.ts';

/** Why Slack would refuse an answer; none when it would take it. */
export const problemsOf = (answer: Answer): Problem[] =>
  answer.surface === 'modal' ? checkView(answer.view) : checkMessage(answer);
