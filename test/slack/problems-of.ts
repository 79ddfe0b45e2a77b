import { checkMessage, checkView, type Problem } from '@abilities-bot/local-slack/block-kit';
import type { Answer } from '../../src/slack/blocks/kit.ts';

/** Why Slack would reject an answer; empty if it would accept it. */
export const problemsOf = (answer: Answer): Problem[] =>
  answer.surface === 'modal' ? checkView(answer.view) : checkMessage(answer);
