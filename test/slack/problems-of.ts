import { checkMessage, checkView, type Problem } from '@abilities-bot/local-slack/block-kit';
import type { Answer } from '../../src/slack/blocks/kit.ts';

/** Why Slack would refuse an answer; none when it would take it. */
export const problemsOf = (answer: Answer): Problem[] =>
  answer.surface === 'modal' ? checkView(answer.view) : checkMessage(answer);
